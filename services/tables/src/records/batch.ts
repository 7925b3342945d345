import { fits, fromColumn, kindOf, maxCell, sameCell, toColumn, wrongCells, type Cells } from '@tessera/proto/cells';
import type { Making } from '@tessera/fields';
import { isText, type Actor, type Claim, type DecidedEvent, type Rejection } from '@tessera/kernel';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { outOfReach } from '../access/rows.ts';
import type { Column } from '@tessera/proto/tables/v1/values';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { missingByRules } from '../conditionals/rules.ts';
import { draftFieldId } from '../definitions/state.ts';
import { recordStream, type EventOf, type TablesEvent } from '../events.ts';
import type { Owners } from './claims.ts';
import { isFieldError, neutralContext } from './context.ts';
import { giveNumbers, type Numbers } from './numbers.ts';
import type { RowError } from './parse.ts';
import { recordTooLarge, tooLargeRows } from './record-weight.ts';
import {
  claimOf,
  messageColumns,
  missingRequired,
  nextColumn,
  reachError,
  requiredError,
  uniqueError,
  wantedClaims,
  withDefaults,
} from './rules.ts';
import { conflict, invalid, rejection } from '../refusals.ts';

const bad = (column: Column, reason: string): Rejection =>
  invalid('records.batch_invalid', `A column of the batch does not fit: ${reason}.`, { fieldId: column.fieldId });

const checkColumn = (column: Column, field: SchemaField, count: number, links: boolean): void => {
  if (field.system !== undefined || field.apart !== undefined || field.type.numbered !== undefined)
    throw bad(column, 'the system sets it');
  if (field.derived) throw bad(column, 'it is computed');
  // Whether its records may be linked is looked up for new records alone.
  if (field.links !== undefined && !(links && field.links.side === 'owning'))
    throw bad(column, 'links are written record by record');
  if (unsettled(field))
    throw rejection('unavailable', 'fields.converting', `"${field.name}" is being converted: try again in a moment.`, {
      fieldId: field.id,
    });
  if (column.generation !== field.state.generation) throw conflict('records.schema_changed', { fieldId: field.id });
  if (!fits(column, count)) throw bad(column, 'its length is not that of the batch');
  const cells = column.cells;
  if (cells === undefined) return;
  if (kindOf(column) !== field.kind) throw bad(column, `it holds ${kindOf(column)}, not ${field.kind}`);
  let known: ReadonlySet<string> | undefined;
  const isOption = (id: string): boolean =>
    (known ??= new Set((field.state.props.options ?? []).map((option) => option.id))).has(id);
  const wrong = wrongCells(cells, {
    scale: field.scale ?? 0,
    isOption,
    ...(field.parts !== undefined && { parts: field.parts }),
  });
  if (wrong === undefined) return;
  if ('reason' in wrong) throw bad(column, wrong.reason);
  throw rejection('too_large', 'records.cell_too_large', `A cell holds at most ${maxCell} bytes.`, {
    fieldId: column.fieldId,
  });
};

/**
 * Refuses columns that other services sent and that do not fit the table: by their shape, their kind, or what the actor
 * may write. `links`: whether records may be linked; the caller sees which of them.
 */
export const checkBatch = (
  schema: Schema,
  columns: readonly Column[],
  count: number,
  { fieldMask, writeMask }: Grant,
  links = false,
): void => {
  const seen = new Set<string>();
  for (const column of columns) {
    const field = schema.byId.get(column.fieldId);
    if (field === undefined || column.fieldId === draftFieldId || !maskAllows(fieldMask, field.id))
      throw conflict('records.schema_changed', {
        fieldId: column.fieldId,
      });
    if (!maskAllows(writeMask, field.id))
      throw invalid('records.read_only', `Your role may only read "${field.name}".`, { fieldId: field.id });
    if (seen.has(field.id)) throw bad(column, 'the field stands twice');
    seen.add(field.id);
    checkColumn(column, field, count, links);
  }
};

/** Cells of the fields that rules look at; the other columns go into the event as they came. */
const ruledCells = (schema: Schema, columns: readonly Column[], count: number): Map<SchemaField, Cells> => {
  const ruled = new Set([...schema.required, ...schema.withDefault, ...schema.claimed]);
  return new Map(
    columns.flatMap((column) => {
      const field = schema.byId.get(column.fieldId)!;
      return ruled.has(field) ? [[field, [...fromColumn(column, count)]]] : [];
    }),
  );
};

/** The unique values that new records would claim: what must be looked up before they are planned. */
export const newKeys = (
  schema: Schema,
  columns: readonly Column[],
  count: number,
): ReadonlyMap<string, readonly string[]> => {
  const wanted = new Map<string, string[]>();
  for (const { field, key } of wantedClaims(schema, ruledCells(schema, columns, count), count, () => false)) {
    const keys = wanted.get(field.claimScope!);
    if (keys === undefined) wanted.set(field.claimScope!, [key]);
    else keys.push(key);
  }
  return wanted;
};

/**
 * Cells as the rules of a field's type have them: an address without its blanks, a list with its least number of
 * options. Undefined where they are all as they came. What breaks a rule is told to `fail`, by its place.
 */
export const ruledBy = (
  { type, state, id }: SchemaField,
  cells: Cells,
  fail: (error: RowError) => void,
): Cells | undefined => {
  let ruled: Cells | undefined;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    if (cell === null || cell === undefined) continue;
    try {
      const read = type.fromJson(type.toJson(cell, state.props), state.props, neutralContext);
      if (!sameCell(read, cell)) (ruled ??= [...cells])[i] = read;
    } catch (error) {
      if (!isFieldError(error)) throw error;
      fail({ index: i, code: error.code, message: error.message, fieldId: id, params: error.params });
    }
  }
  return ruled;
};

/** New records as columns, with what must be known of them. */
export type NewRecords = {
  readonly schema: Schema;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly owner: Owners;
  /** The rules of their types are known to hold for the cells. */
  readonly ruled: boolean;
  /** Ids that the caller gave, one a record; without them they are made. */
  readonly ids?: readonly string[];
  /** Records that may not be made for what they link to. */
  readonly closed?: readonly RowError[];
  /** Places of records whose ids were used before. */
  readonly taken?: ReadonlySet<number>;
  /** What the numbered fields have given. */
  readonly numbers: Numbers;
  /** By whom and when they are made. */
  readonly making: Making;
  readonly actor: Actor;
  /** Unique values that another part of the same command claims, as `scope\0key`. */
  readonly claimed?: ReadonlySet<string>;
  /** The form view whose answers they are. */
  readonly formId?: string | undefined;
};

export type NewPlan = {
  readonly events: readonly DecidedEvent<TablesEvent>[];
  readonly claims: readonly Claim[];
  /** By the place of each record: why it is left out. */
  readonly refusals: readonly RowError[];
};

/**
 * Plans the one event that makes records, without those that the rules of the table refuse: required and unique fields,
 * what a type and a record may hold, ids that were used. Pure.
 */
export const planNew = (made: NewRecords, newId: () => string): NewPlan => {
  const { schema, owner, ids, taken, claimed, making } = made;
  const refusals: RowError[] = [];
  const bad = new Set<number>();
  const fail = (error: RowError): void => {
    refusals.push(error);
    bad.add(error.index);
  };
  let { columns, count } = made;
  for (const index of taken ?? [])
    fail({ index, code: 'records.exists', message: 'A record with this id exists already.' });
  for (const error of made.closed ?? []) fail(error);
  if (!made.ruled)
    columns = columns.map((column) => {
      const field = schema.byId.get(column.fieldId)!;
      const cells = ruledBy(field, fromColumn(column, count), fail);
      return cells === undefined ? column : toColumn(field.id, field.state.generation, field.kind, cells, field.parts);
    });
  const texts = columns.filter((column) => isText(kindOf(column))).map((column) => fromColumn(column, count));
  for (const index of texts.length === 0 ? [] : tooLargeRows(texts, count)) fail(recordTooLarge(index));
  let ruled = ruledCells(schema, columns, count);
  withDefaults(schema, ruled, count, making);
  for (const [index, fields] of missingRequired(schema, ruled, count))
    for (const field of fields) fail(requiredError(index, field));
  const cellsOf = (field: SchemaField): Cells | undefined => {
    const column = columns.find(({ fieldId }) => fieldId === field.id);
    return ruled.get(field) ?? (column === undefined ? undefined : fromColumn(column, count));
  };
  for (const [index, fields] of missingByRules(schema, cellsOf, count))
    for (const field of fields) if (!field.state.required) fail(requiredError(index, field));
  for (const index of outOfReach(made.actor, { schema, count, cellsOf, now: making.now }))
    if (!bad.has(index)) fail(reachError(index));
  let wanted = wantedClaims(schema, ruled, count, (index) => bad.has(index));
  // A record with one value that is taken claims none of its others.
  for (const [index, claims] of Map.groupBy(wanted, (one) => one.index)) {
    for (const { field, key } of claims)
      if (owner(field.claimScope!, key) !== undefined || claimed?.has(nameOf(field, key)) === true)
        fail(uniqueError(index, field));
  }
  const names = new Set<string>();
  for (const [index, claims] of Map.groupBy(wanted, (one) => one.index)) {
    if (bad.has(index)) continue;
    const again = claims.find(({ field, key }) => names.has(nameOf(field, key)));
    if (again !== undefined) fail(uniqueError(index, again.field));
    else for (const { field, key } of claims) names.add(nameOf(field, key));
  }
  let given = ids;
  if (bad.size > 0) {
    const keep = Array.from({ length: count }, (_, i) => i).filter((i) => !bad.has(i));
    columns = columns.map((column) => {
      const { id, state, kind, parts } = schema.byId.get(column.fieldId)!;
      const cells = fromColumn(column, count);
      return toColumn(
        id,
        state.generation,
        kind,
        keep.map((i) => cells[i]),
        parts,
      );
    });
    given = ids === undefined ? undefined : keep.map((i) => ids[i]!);
    count = keep.length;
    ruled = ruledCells(schema, columns, count);
    withDefaults(schema, ruled, count, making);
    wanted = wantedClaims(schema, ruled, count, () => false);
  }
  if (count === 0) return { events: [], claims: [], refusals };
  const recordIds = given ?? Array.from({ length: count }, newId);
  const defaulted = schema.withDefault.map((field) =>
    toColumn(field.id, field.state.generation, field.kind, ruled.get(field)!, field.parts),
  );
  const replaced = new Set(schema.withDefault.map((field) => field.id));
  const converting = schema.fields.flatMap((field) => {
    const column = columns.find((c) => c.fieldId === field.id);
    const cells =
      ruled.get(field) ?? (field.next === undefined || column === undefined ? undefined : fromColumn(column, count));
    return cells === undefined ? [] : nextColumn(field, cells);
  });
  const numbered = giveNumbers(schema, made.numbers, count);
  const all = [
    ...(replaced.size === 0 ? columns : [...columns.filter((c) => !replaced.has(c.fieldId)), ...defaulted]),
    ...converting,
    ...messageColumns(numbered.columns),
  ];
  const tableId = schema.table.id;
  const value: EventOf<'recordsCreated'> = {
    tableId,
    schemaVersion: schema.table.version,
    recordIds: recordIds as string[],
    columns: all,
    draft: false,
    ...(made.formId !== undefined && { formId: made.formId }),
  };
  return {
    events: [
      { event: { $case: 'recordsCreated', value }, advances: [{ stream: recordStream(tableId), ids: recordIds }] },
      ...numbered.events,
    ],
    claims: wanted.map((one) => claimOf(one.field, one.key, recordIds[one.index]!)),
    refusals,
  };
};

const nameOf = (field: SchemaField, key: string): string => `${field.claimScope!}\0${key}`;
