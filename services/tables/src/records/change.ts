import { keepOthers, partOf, type Cell, type Claim, type Row } from '@tessera/kernel';
import { satisfies } from '@tessera/kernel/satisfies';
import { writeRules, type WriteRule } from '../conditionals/rules.ts';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import { claimKeys, type Schema, type SchemaField } from '../definitions/schema.ts';
import type { EventOf } from '../events.ts';
import { idsOf, linkChange, linksMessage, linksSize } from '../links/change.ts';
import { everyRow, rowAllowed, type Grant } from '@tessera/proto/rights';
import { sameCell, toColumn, type Cells } from '@tessera/proto/cells';
import { checkSize, sizeOf, tooLong, tooLongError, type RowError } from './parse.ts';
import { predicateColumns } from './needed.ts';
import { claimOf, reachError, readOnlyError, requiredError, uniqueError } from './rules.ts';
import { outgrows, recordTooLarge } from './record-weight.ts';

/** New cells for rows that exist: columns in the order of `rows`; undefined leaves a cell, null empties it. */
export type Change = { readonly rows: readonly Row[]; readonly columns: ReadonlyMap<SchemaField, Cells> };

export type ChangeContext = {
  readonly schema: Schema;
  /** Who owns a unique value now; undefined if it is free. */
  readonly owner: (scope: string, key: string) => string | undefined;
  /** Index by which the caller knows a row; for errors. */
  readonly indexOf?: (row: number) => number;
  /** Whether an emptied required field is refused; undo puts back what was. */
  readonly checkRequired?: boolean;
  /** What is shown to who changes them: no change takes a row out of it. Without it every row is. */
  readonly reach?: Pick<Grant, 'rowPredicate'>;
};

export type ChangePlan = {
  /** Undefined when nothing differs. */
  readonly event: EventOf<'cellsChanged'> | undefined;
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly errors: readonly RowError[];
};

/** `copy`: the other form of a field that is being converted, which no rule looks at. */
type Differing = { readonly field: SchemaField; readonly before: Cells; readonly after: Cells; readonly copy?: true };

/** Links are written as what is added and taken away, other cells as what stands there before and after. */
const isLinked = ({ field, copy }: Differing): boolean => field.links !== undefined && copy === undefined;

/** Keeps what differs from the rows, column by column; both sides have one entry a row. */
const differing = ({ rows, columns }: Change): readonly Differing[] => {
  const list: Differing[] = [];
  for (const [field, cells] of columns) {
    const before: Cells = new Array<Cell | null | undefined>(rows.length).fill(undefined);
    const after: Cells = new Array<Cell | null | undefined>(rows.length).fill(undefined);
    let any = false;
    for (let i = 0; i < rows.length; i++) {
      let cell = cells[i];
      if (cell === undefined) continue;
      const current = rows[i]!.cells[field.column] ?? null;
      if (field.parts !== undefined) cell = keepOthers(current, cell, field.parts);
      if (sameCell(current, cell)) continue;
      before[i] = current;
      after[i] = cell;
      any = true;
    }
    if (!any) continue;
    list.push({ field, before, after });
    const { next } = field;
    if (next === undefined) continue;
    list.push({
      copy: true,
      field: next.field,
      before: rows.map((row, i) => (after[i] === undefined ? undefined : (row.cells[next.field.column] ?? null))),
      after: after.map((cell) => (cell === undefined ? undefined : next.convert(cell))),
    });
  }
  return list;
};

const isDraft = (row: Row): boolean => row.cells[draftColumn] === true;

/** A row as a change leaves it. */
const rowAfter = (row: Row, changes: readonly Differing[], i: number): Row => {
  const cells = { ...row.cells };
  for (const { field, after } of changes) if (after[i] !== undefined) cells[field.column] = after[i];
  return { ...row, cells };
};

/**
 * What the rules about fields refuse of a change, judged on the row as it would be then. What they ask for and was empty
 * before is asked for once the change has to do with it.
 */
const againstRules = (schema: Schema, rows: readonly Row[], changes: readonly Differing[], i: number) => {
  const own = changes.filter(({ after, copy }) => after[i] !== undefined && copy === undefined);
  const rules = own.length === 0 ? [] : writeRules(schema);
  if (rules.length === 0) return [];
  const next = rowAfter(rows[i]!, own, i);
  const changed = new Set(own.map(({ field }) => field.column));
  return rules.flatMap(
    ({
      action,
      fields,
      predicate,
    }): readonly { readonly action: WriteRule['action']; readonly field: SchemaField }[] => {
      if (!satisfies(next, predicate)) return [];
      if (action === 'read_only')
        return fields.filter(({ column }) => changed.has(column)).map((field) => ({ action, field }));
      const decides = predicateColumns(predicate).some((column) => changed.has(partOf(column)?.column ?? column));
      return fields
        .filter(({ column }) => (next.cells[column] ?? null) === null && (decides || changed.has(column)))
        .map((field) => ({ action, field }));
    },
  );
};

/** Drafts whose required fields are all filled after the change. */
const completed = (schema: Schema, rows: readonly Row[], changes: readonly Differing[]): ReadonlySet<number> => {
  const done = new Set<number>();
  const after = new Map(changes.map((c) => [c.field, c.after]));
  rows.forEach((row, i) => {
    if (!isDraft(row) || !changes.some((c) => c.after[i] !== undefined)) return;
    const cellOf = (field: SchemaField): Cell | null => {
      const changed = after.get(field)?.[i];
      return changed === undefined ? (row.cells[field.column] ?? null) : changed;
    };
    const next = rowAfter(row, changes, i);
    const asked = writeRules(schema).filter(
      ({ action, predicate }) => action === 'require' && satisfies(next, predicate),
    );
    if ([...schema.required, ...asked.flatMap(({ fields }) => fields)].every((field) => cellOf(field) !== null))
      done.add(i);
  });
  return done;
};

/** Rows that a change would take out of what is shown to who makes it. */
const leaving = (
  reach: ChangeContext['reach'],
  rows: readonly Row[],
  changes: readonly Differing[],
  complete: ReadonlySet<number>,
): readonly number[] => {
  if (reach === undefined || reach.rowPredicate === everyRow) return [];
  return rows.flatMap((row, i) => {
    const next = rowAfter(row, changes, i);
    const cells = complete.has(i) ? { ...next.cells, [draftColumn]: null } : next.cells;
    return changes.some(({ after }) => after[i] !== undefined) && !rowAllowed(reach, { ...row, cells }) ? [i] : [];
  });
};

/**
 * Plans the one event that writes a change, with what it claims and releases; says what stands in the way by row. Pure.
 */
export const planChange = (change: Change, context: ChangeContext): ChangePlan => {
  const { schema, owner, indexOf = (i) => i, checkRequired = true } = context;
  const { rows } = change;
  const changes = differing(change);
  const complete = completed(schema, rows, changes);
  const errors: RowError[] = [];
  const claims: Claim[] = [];
  const releases: Claim[] = [];

  for (let i = 0; i < rows.length; i++) {
    if (outgrows(rows[i]!, changes, i)) errors.push(recordTooLarge(indexOf(i)));
  }

  for (const i of leaving(context.reach, rows, changes, complete)) errors.push(reachError(indexOf(i)));

  const claiming = (i: number): boolean => !isDraft(rows[i]!) || complete.has(i);
  for (let i = 0; checkRequired && i < rows.length; i++) {
    const said = new Set<SchemaField>();
    for (const { action, field } of againstRules(schema, rows, changes, i)) {
      if (action === 'require' && !claiming(i)) continue;
      // A field that is required anyway is told of once.
      if (said.has(field) || (action === 'require' && field.state.required)) continue;
      said.add(field);
      errors.push(action === 'require' ? requiredError(indexOf(i), field) : readOnlyError(indexOf(i), field));
    }
  }
  for (const { field, before, after, copy } of changes) {
    for (let i = 0; i < rows.length; i++) {
      const cell = after[i];
      if (typeof cell === 'string' && tooLong(cell)) errors.push(tooLongError(indexOf(i), field));
    }
    if (checkRequired && field.state.required && copy === undefined) {
      for (let i = 0; i < rows.length; i++)
        if (after[i] === null && claiming(i)) errors.push(requiredError(indexOf(i), field));
    }
    if (field.claimScope === undefined) continue;
    for (let i = 0; i < rows.length; i++) {
      if (after[i] === undefined || isDraft(rows[i]!)) continue;
      const kept = new Set(claimKeys(field, after[i]));
      for (const key of claimKeys(field, before[i]))
        if (!kept.has(key)) releases.push(claimOf(field, key, rows[i]!.id));
    }
  }
  const released = new Set(releases.map((r) => `${r.scope}\0${r.key}`));
  const made = new Map<string, number>();
  for (const field of schema.claimed) {
    const mine = changes.find((c) => c.field === field);
    for (let i = 0; i < rows.length; i++) {
      const changed = mine?.after[i];
      if (!claiming(i) || (changed === undefined && !complete.has(i))) continue;
      const had = new Set(isDraft(rows[i]!) ? [] : claimKeys(field, mine?.before[i]));
      for (const key of claimKeys(field, changed === undefined ? rows[i]!.cells[field.column] : changed)) {
        if (had.has(key)) continue;
        const name = `${field.claimScope!}\0${key}`;
        const holder = released.has(name) ? undefined : owner(field.claimScope!, key);
        if ((holder !== undefined && holder !== rows[i]!.id) || made.has(name))
          errors.push(uniqueError(indexOf(i), field, key));
        made.set(name, i);
        claims.push(claimOf(field, key, rows[i]!.id));
      }
    }
  }

  const touched = rows.flatMap((_, i) => (changes.some((c) => c.after[i] !== undefined) ? [i] : []));
  if (touched.length === 0 || errors.length > 0) return { event: undefined, claims: [], releases: [], errors };
  const pick = (cells: Cells): Cells => (touched.length === rows.length ? cells : touched.map((i) => cells[i]));
  const whole = changes.filter((c) => !isLinked(c));
  const links = changes.filter(isLinked).map(({ field, before, after }) =>
    linksMessage(
      field.id,
      field.state.generation,
      touched.map((i) => (after[i] === undefined ? undefined : linkChange(idsOf(before[i]), idsOf(after[i])))),
    ),
  );
  const before = whole.map((c) =>
    toColumn(c.field.id, c.field.state.generation, c.field.kind, pick(c.before), c.field.parts),
  );
  const after = whole.map((c) =>
    toColumn(c.field.id, c.field.state.generation, c.field.kind, pick(c.after), c.field.parts),
  );
  if (complete.size > 0) {
    const drafts = touched.map((i) => (complete.has(i) ? true : undefined));
    before.push(toColumn(draftFieldId, 0, 'boolean', drafts));
    after.push(
      toColumn(
        draftFieldId,
        0,
        'boolean',
        drafts.map((d) => (d === true ? null : undefined)),
      ),
    );
  }
  checkSize(sizeOf(whole.flatMap((c) => [c.before, c.after])) + linksSize(links));
  return {
    event: {
      tableId: schema.table.id,
      schemaVersion: schema.table.version,
      recordIds: touched.map((i) => rows[i]!.id),
      versions: touched.map((i) => rows[i]!.version + 1),
      before,
      after,
      links,
    },
    claims,
    releases,
    errors,
  };
};

/** The unique values that a change would claim: what must be looked up before it is planned. */
export const wantedKeys = (change: Change, schema: Schema): ReadonlyMap<string, readonly string[]> => {
  const wanted = new Map<string, string[]>();
  for (const field of schema.claimed) {
    const keys = new Set<string>();
    const cells = change.columns.get(field);
    change.rows.forEach((row, i) => {
      const cell = cells?.[i];
      const claimed = cell === undefined ? (isDraft(row) ? row.cells[field.column] : undefined) : cell;
      for (const key of claimKeys(field, claimed)) keys.add(key);
    });
    if (keys.size > 0) wanted.set(field.claimScope!, [...keys]);
  }
  return wanted;
};
