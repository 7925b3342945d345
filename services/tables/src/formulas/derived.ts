import { fitsScale, fromUnscaled, roundDecimal, typeOfField } from '@tessera/fields';
import { canonicalOf, Failure, textOf, type Decimal, type FormulaContext, type Value } from '@tessera/formulas';
import {
  behind,
  failureColumn,
  type Cell,
  type ColumnCells,
  type Derivation,
  type Derived,
  type DerivedColumn,
  type Join,
  type Linked,
  type Row,
} from '@tessera/kernel';
import { columnOf, type FieldState, type TableState } from '../definitions/state.ts';
import { tableStream } from '../events.ts';
import { createLinkedValues, type LinkedValue } from '../linked/computed.ts';
import { linkedTable, neighbours } from '../linked/graph.ts';
import { isLinkedValue } from '../linked/source.ts';
import { formulasOf, isListed, type Settled } from './settle.ts';
import { formulaProps } from './types.ts';

/** Records that a notice names. */
const mostNoticed = 100;
/** Tables that are looked through for what follows from a definition. */
const mostTables = 1_000;
/** What computing one value may take: some milliseconds. */
const mostSteps = 200_000;

/** A value as its column holds it. Throws nothing: what does not fit is a failure. */
const cellOf = (value: Value, settled: Settled, context: FormulaContext): Cell | null | Failure => {
  if (value === null || value instanceof Failure) return value;
  const made = settled.formula!.type;
  if (isListed(made)) return textOf(value, made, context) || null;
  const { keptScale: scale = 0 } = settled.field;
  switch (made) {
    case 'number':
    case 'duration': {
      const exact = made === 'number' ? canonicalOf(value as Decimal) : fromUnscaled(value as number, 3);
      const rounded = roundDecimal(exact, scale);
      return fitsScale(rounded, scale) ? rounded : new Failure('number_too_large');
    }
    default:
      return value as Cell;
  }
};

type Computed = {
  readonly column: string;
  readonly failure: string;
  /** The columns that it is computed from, and the joins by their names. */
  readonly reads: ReadonlySet<string>;
  readonly run: (row: Row, linked: Linked | undefined) => Cell | null | Failure;
};

const linkedComputed = ({ column, join, run }: LinkedValue): Computed => ({
  column,
  failure: failureColumn(column),
  reads: new Set(
    join === undefined
      ? []
      : [
          join.name,
          ...[...join.reads].map((read) => behind(join.name, read)),
          ...(join.side === 'owning' ? [join.column] : []),
        ],
  ),
  run,
});

const computedOf = (settled: Settled): Computed => {
  const column = columnOf(settled.field);
  const { timezone = 'UTC', locale = 'en' } = formulaProps(settled.field);
  const { formula, broken } = settled;
  return {
    column,
    failure: failureColumn(column),
    reads: settled.reads,
    run: (row) => {
      if (formula === undefined) return new Failure(broken);
      // A formula that reads the clock keeps no value, so none is told.
      const context: FormulaContext = { now: 0, timezone, locale, recordId: row.id, budget: { left: mostSteps } };
      return cellOf(formula.compute(row, context), settled, context);
    },
  };
};

const specsOf = (field: FieldState, follows: string): readonly DerivedColumn[] => {
  const type = typeOfField(field)!;
  const column = columnOf(field);
  return [
    {
      column,
      kind: type.storage,
      ...(field.keptScale !== undefined && { scale: field.keptScale }),
      ...(type.parts !== undefined && { parts: type.parts }),
      ...(type.searchable && type.parts === undefined && { searchable: true }),
      ...(follows !== '' && { follows }),
    },
    { column: failureColumn(column), kind: 'text', ...(follows !== '' && { follows }) },
  ];
};

type StateOf = (stream: string) => unknown;
/** What was made of the definitions that it looked at, as they were. */
type Made = { readonly looked: ReadonlyMap<string, unknown>; readonly derived: Derived | null };
const made = new WeakMap<TableState, Made>();

/** One join for each way to other rows, with all that is read there. */
const joined = (values: readonly LinkedValue[]): readonly Join[] => {
  const byName = new Map<string, Join>();
  for (const { join } of values) {
    if (join === undefined) continue;
    const known = byName.get(join.name);
    byName.set(join.name, known === undefined ? join : { ...join, reads: new Set([...known.reads, ...join.reads]) });
  }
  return [...byName.values()];
};

/** Those that a change of some columns, or of rows behind some joins, can concern. */
const dueOf = (all: readonly Computed[], changed: ReadonlySet<string> | undefined): readonly Computed[] => {
  const touched = new Set(changed);
  return all.filter(({ column, failure, reads }) => {
    if (changed !== undefined && ![...reads].some((one) => touched.has(one))) return false;
    touched.add(column).add(failure);
    return true;
  });
};

const make = (table: TableState, tableOf: (tableId: string) => TableState | undefined): Derived | null => {
  const live = new Set(table.fields.map(({ id }) => id));
  const formulas = [...formulasOf(table).values()].filter(({ field }) => live.has(field.id));
  const values = createLinkedValues(tableOf);
  const linkedValues = table.fields.some(isLinkedValue) ? values.ofTable(table) : [];
  if (formulas.length === 0 && linkedValues.length === 0) return null;
  // Those behind links read no other column of their own row that is computed.
  const all = [...linkedValues.map(linkedComputed), ...formulas.map(computedOf)];
  const joins = joined(linkedValues);
  const others = new Set(joins.flatMap(({ name, reads }) => [name, ...[...reads].map((read) => behind(name, read))]));
  const fields = [...linkedValues.map(({ field }) => field), ...formulas.map(({ field }) => field)];
  const along = linkedValues.length > 0;
  const awaits = new Map(
    fields.flatMap((field) => {
      const found = along ? values.awaitsOf(table, field) : [];
      return [columnOf(field), failureColumn(columnOf(field))].map((column) => [column, found] as const);
    }),
  );
  return {
    columns: fields.flatMap((field) => specsOf(field, along ? values.followsOf(table, field) : '')),
    reads: new Set(all.flatMap(({ reads }) => [...reads].filter((one) => !others.has(one)))),
    joins,
    awaits: (column) => awaits.get(column) ?? [],
    affected: (changed) => new Set(dueOf(all, changed).flatMap(({ column, failure }) => [column, failure])),
    compute: (rows, changed, linked) => {
      const due = dueOf(all, changed);
      const values = due.map(() => new Array<Cell | null>(rows.length).fill(null));
      const failures = due.map(() => new Array<Cell | null>(rows.length).fill(null));
      for (const [i, row] of rows.entries()) {
        const cells: Record<string, Cell | null> = { ...row.cells };
        const seen: Row = { ...row, cells };
        for (const [n, { column, failure, run }] of due.entries()) {
          const value = run(seen, linked);
          const failed = value instanceof Failure;
          cells[column] = values[n]![i] = failed ? null : value;
          cells[failure] = failures[n]![i] = failed ? value.code : null;
        }
      }
      return due.flatMap(({ column, failure }, n): ColumnCells[] => [
        { column, cells: values[n]! },
        { column: failure, cells: failures[n]! },
      ]);
    },
  };
};

/** What of a table's rows follows from the rest of them and from others; undefined where it has no computed field. */
export const derivedOf = (table: TableState, state: StateOf): Derived | undefined => {
  const known = made.get(table);
  if (known !== undefined && [...known.looked].every(([stream, was]) => state(stream) === was))
    return known.derived ?? undefined;
  const looked = new Map<string, unknown>();
  const derived = make(table, (tableId) => {
    if (tableId === table.id) return table;
    const stream = tableStream(tableId);
    const found = state(stream);
    looked.set(stream, found);
    return found as TableState | undefined;
  });
  made.set(table, { looked, derived });
  return derived ?? undefined;
};

/** The tables whose computed fields may follow from a definition, over however many links; itself not among them. */
export const tablesBehind = (table: TableState, state: StateOf): readonly TableState[] => {
  const found = new Map<string, TableState>([[table.id, table]]);
  for (const one of found.values())
    for (const id of neighbours(one, linkedTable)) {
      const other = found.has(id) ? undefined : (state(tableStream(id)) as TableState | undefined);
      if (other !== undefined && found.size < mostTables) found.set(id, other);
    }
  found.delete(table.id);
  return [...found.values()].filter((one) => one.fields.some(isLinkedValue));
};

/** Formulas as the store computes them. */
export const derivation: Derivation = {
  version: 1,
  of: (table, state) => {
    const definition = state(tableStream(table)) as TableState | undefined;
    return definition && derivedOf(definition, state);
  },
  dependents: (tableId, state) => {
    const table = state(tableStream(tableId)) as TableState | undefined;
    if (table === undefined) return [];
    return neighbours(table, linkedTable).flatMap((id) => {
      const other = id === tableId ? table : (state(tableStream(id)) as TableState | undefined);
      if (other === undefined || !other.fields.some(isLinkedValue)) return [];
      return (derivedOf(other, state)?.joins ?? []).flatMap((join) =>
        join.table === tableId ? [{ table: id, join }] : [],
      );
    });
  },
  notices: (table, ids) => [
    { topic: `table:${table}`, kind: 'changed', ids: ids === undefined || ids.length > mostNoticed ? 'many' : ids },
  ],
};
