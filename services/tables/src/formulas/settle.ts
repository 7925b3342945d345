import { listValues, optionLabel, type ResultType, typeOfField } from '@tessera/fields';
import {
  compileFormula,
  decimalOf,
  elementOf,
  failure,
  namesIn,
  type FailureCode,
  type Formula,
  type FormulaField,
  type FormulaType,
  type Scalar,
  type Value,
} from '@tessera/formulas';
import { failureColumn, kinds, systemColumns, type Cell, type Row } from '@tessera/kernel';
import { columnOf, type FieldState, type TableState } from '../definitions/state.ts';
import { isLinkedValue } from '../linked/source.ts';
import { formulaProps, formulaTypeOf, type FormulaProps } from './types.ts';

/** Formulas that use each other's results, one above the other. */
export const mostLevels = 12;
/** Generations that one takes: its value and why there is none (`failureColumn`). */
const generationStep = 2;

/** Whether a field's values follow from those of its own record. */
export const isComputed = (field: Pick<FieldState, 'type' | 'props'>): boolean =>
  typeOfField(field)?.derived === 'ofRow';

const systemOf: Readonly<Record<string, (row: Row) => Cell>> = {
  [systemColumns.createdAt]: (row) => row.createdAt,
  [systemColumns.createdBy]: (row) => row.createdBy,
  [systemColumns.updatedAt]: (row) => row.updatedAt,
  [systemColumns.updatedBy]: (row) => row.updatedBy,
};

/** A formula that stands in a definition. Without `formula` every value of it fails with `broken`. */
export type Settled = {
  readonly field: FieldState;
  readonly formula: Formula<Row> | undefined;
  readonly broken: FailureCode;
  /** The columns that it is computed from. */
  readonly reads: ReadonlySet<string>;
  /** What its values follow from: as long as it is the same, they are. */
  readonly signature: string;
};

/** The formulas of a definition, each behind those that it uses, and those that use themselves. */
export type Order = {
  readonly sorted: readonly FieldState[];
  /** Each from one field around to itself. */
  readonly cycles: readonly (readonly FieldState[])[];
  readonly levels: ReadonlyMap<string, number>;
};

/** The order in which formulas are computed. Those of a cycle, and those that use them, are not in it. */
export const orderOf = (fields: readonly FieldState[]): Order => {
  const computed = new Map(fields.filter(isComputed).map((field) => [field.id, field]));
  const uses = new Map(
    [...computed.values()].map((field) => [
      field.id,
      namesIn(formulaProps(field).formula ?? '').filter((id) => computed.has(id)),
    ]),
  );
  const sorted: FieldState[] = [];
  const cycles: (readonly FieldState[])[] = [];
  const levels = new Map<string, number>();
  const state = new Map<string, 'under way' | 'done' | 'circular'>();
  const visit = (id: string, path: readonly string[]): boolean => {
    const known = state.get(id);
    if (known === 'under way') {
      cycles.push([...path.slice(path.indexOf(id)), id].map((one) => computed.get(one)!));
      return false;
    }
    if (known !== undefined) return known === 'done';
    state.set(id, 'under way');
    let right = true;
    let level = 1;
    for (const other of uses.get(id)!) {
      right = visit(other, [...path, id]) && right;
      level = Math.max(level, (levels.get(other) ?? 0) + 1);
    }
    state.set(id, right ? 'done' : 'circular');
    if (right) {
      levels.set(id, level);
      sorted.push(computed.get(id)!);
    }
    return right;
  };
  for (const id of computed.keys()) visit(id, []);
  return { sorted, cycles, levels };
};

/** What a field is in a formula; undefined of one that no formula reads. */
export const typeInFormula = (field: FieldState): FormulaType | undefined => {
  const type = typeOfField(field);
  if (type === undefined || type.apart !== undefined || type.countsBack) return undefined;
  if (type.derived === undefined) return formulaTypeOf(type.storage);
  const { result } = formulaProps(field);
  if (result === undefined) return formulaTypeOf(type.storage);
  return isLinkedValue(field) && type.parts !== undefined ? `${result}[]` : result;
};

/** As what a value of a formula is stored; a list as the text of its values. */
export const resultOf = (type: FormulaType): ResultType =>
  type === 'blank' || type.endsWith('[]') ? 'text' : (type as ResultType);

/** A field as formulas read it of a row of the model. Kept formulas call it by its id. */
const sourceOf = (field: FieldState, live: boolean): FormulaField<Row> => {
  const type = typeOfField(field);
  const kind = type?.storage ?? 'text';
  const { holds } = kinds[kind];
  const result = type?.derived === undefined ? undefined : (formulaProps(field).result ?? 'text');
  const listed = isLinkedValue(field) && type?.parts !== undefined;
  const number = listed ? result === 'number' : holds === 'number';
  const column = type?.system === undefined ? columnOf(field) : systemColumns[type.system];
  const system = systemOf[column];
  const one = (cell: unknown): Scalar => {
    if (result === 'duration') return Math.round(Number(cell) * 1000);
    if (number) return decimalOf(cell as string);
    return holds === 'choice' ? (optionLabel(field.props, cell as string) ?? '') : (cell as Scalar);
  };
  const gone = failure('field_gone');
  const failed = result === undefined ? undefined : failureColumn(column);
  return {
    id: field.id,
    name: field.id,
    type: typeInFormula(field),
    read: (row): Value => {
      if (!live) return gone;
      if (failed !== undefined) {
        const code = row.cells[failed] as FailureCode | null | undefined;
        if (code) return failure(code);
      }
      const cell = system === undefined ? (row.cells[column] ?? null) : system(row);
      if (cell === null) return null;
      if (listed) return listValues(result!, cell).map(one);
      return Array.isArray(cell) ? (cell as readonly string[]).map(one) : one(cell);
    },
  };
};

const columnsOf = (field: FieldState): readonly string[] => {
  const type = typeOfField(field);
  if (type?.system !== undefined) return [systemColumns[type.system]];
  const column = columnOf(field);
  return type?.derived === undefined ? [column] : [column, failureColumn(column)];
};

/** A formula over fields as they are, those before it settled. */
const compiled = (field: FieldState, fields: ReadonlyMap<string, FieldState>, live: ReadonlySet<string>): Settled => {
  const { formula: text = '', timezone = 'UTC', locale = 'en' } = formulaProps(field);
  const used = namesIn(text).flatMap((id) => fields.get(id) ?? []);
  const made = compileFormula(
    text,
    used.map((one) => sourceOf(one, live.has(one.id))),
  );
  const formula = 'formula' in made ? made.formula : undefined;
  const result = formula === undefined ? (formulaProps(field).result ?? 'text') : resultOf(formula.type);
  const props: FormulaProps = { ...formulaProps(field), result };
  const settled = { ...field, props };
  const signature = JSON.stringify([
    text,
    timezone,
    locale,
    result,
    formula === undefined,
    typeOfField(settled)?.scale?.(props) ?? 0,
    used.map((one) => [
      one.id,
      columnOf(one),
      live.has(one.id),
      one.type,
      isComputed(one) ? (formulaProps(one).result ?? '') : (typeInFormula(one) ?? ''),
      one.props.options?.map(({ id, label }) => [id, label]) ?? [],
    ]),
  ]);
  return { field: settled, formula, broken: 'broken', reads: new Set(used.flatMap(columnsOf)), signature };
};

const circular = (field: FieldState): Settled => ({
  field: { ...field, props: { ...formulaProps(field), result: formulaProps(field).result ?? 'text' } as FormulaProps },
  formula: undefined,
  broken: 'circular',
  reads: new Set(),
  signature: 'circular',
});

type Analysis = ReadonlyMap<string, Settled>;
const analyses = new WeakMap<TableState, Analysis>();
const everyField = (table: TableState): readonly FieldState[] => [
  ...table.fields,
  ...table.deletedFields.map((deleted) => deleted.field),
];

/** Goes through the formulas in their order; `place` gives each its generation. */
const analyse = (table: TableState, place: (settled: Settled) => FieldState): Analysis => {
  const all = everyField(table);
  const fields = new Map(all.map((field) => [field.id, field]));
  const live = new Set(table.fields.map(({ id }) => id));
  const { sorted, levels } = orderOf(all);
  const found = new Map<string, Settled>();
  const done = new Set(sorted.map(({ id }) => id));
  for (const field of [...sorted, ...all.filter((one) => isComputed(one) && !done.has(one.id))]) {
    const right = done.has(field.id) && levels.get(field.id)! <= mostLevels;
    const settled = right ? compiled(field, fields, live) : circular(field);
    const placed = place(settled);
    fields.set(field.id, placed);
    found.set(field.id, { ...settled, field: placed });
  }
  return found;
};

/** The formulas of a definition, in the order in which they are computed; of those in the trash as well. */
export const formulasOf = (table: TableState): Analysis => {
  let known = analyses.get(table);
  if (known === undefined) {
    known = analyse(table, ({ field }) => field);
    analyses.set(table, known);
  }
  return known;
};

/**
 * A definition after a change, with the results of its formulas as they are by then. One whose values follow from other
 * things than before gets a generation of its own, and with it columns that are filled anew.
 */
export const settleFormulas = (before: TableState | undefined, after: TableState): TableState => {
  const placedLinks = settleLinked(before, after);
  if (!placedLinks.fields.some(isComputed) && !placedLinks.deletedFields.some(({ field }) => isComputed(field)))
    return placedLinks;
  return settleOwn(before, placedLinks);
};

/** Fields that are computed from linked records: one whose values take another form gets a column of its own. */
const settleLinked = (before: TableState | undefined, after: TableState): TableState => {
  if (!everyField(after).some(isLinkedValue)) return after;
  const was = new Map(before === undefined ? [] : everyField(before).map((field) => [field.id, field]));
  const generations: Record<string, number> = { ...after.generations };
  const formOf = (field: FieldState): string => {
    const type = typeOfField(field);
    return JSON.stringify([type?.storage, type?.parts, type?.scale?.(field.props)]);
  };
  const placed = (field: FieldState): FieldState => {
    if (!isLinkedValue(field)) return field;
    const known = was.get(field.id);
    const highest = generations[field.id] ?? 0;
    const generation =
      known === undefined
        ? Math.max(field.generation, highest)
        : known.type === field.type && formOf(known) === formOf(field)
          ? known.generation
          : Math.max(known.generation, highest - 1) + generationStep;
    generations[field.id] = Math.max(highest, generation + 1);
    return { ...field, generation, keptScale: typeOfField(field)?.scale?.(field.props) };
  };
  return {
    ...after,
    fields: after.fields.map(placed),
    deletedFields: after.deletedFields.map((deleted) => ({ ...deleted, field: placed(deleted.field) })),
    generations,
  };
};

const settleOwn = (before: TableState | undefined, after: TableState): TableState => {
  const was = before === undefined ? undefined : formulasOf(before);
  const generations: Record<string, number> = { ...after.generations };
  const found = analyse(after, ({ field, signature }) => {
    const known = was?.get(field.id);
    const highest = generations[field.id] ?? 0;
    const generation =
      known === undefined
        ? Math.max(field.generation, highest)
        : known.signature === signature
          ? known.field.generation
          : Math.max(known.field.generation, highest - 1) + generationStep;
    generations[field.id] = Math.max(highest, generation + 1);
    const scale = typeOfField(field)?.scale?.(field.props);
    return { ...field, generation, keptScale: scale };
  });
  const placed = (field: FieldState): FieldState => found.get(field.id)?.field ?? field;
  const settled: TableState = {
    ...after,
    generations,
    fields: after.fields.map(placed),
    deletedFields: after.deletedFields.map((deleted) => ({ ...deleted, field: placed(deleted.field) })),
  };
  analyses.set(settled, found);
  return settled;
};

/** Whether a value of this type is a list. */
export const isListed = (type: FormulaType): boolean => elementOf(type) !== type;
