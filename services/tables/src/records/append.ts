import { conflict, invalid, isId, Rejection, type CommandMeta, type Loading } from '@tessera/kernel';
import { ColumnBatch } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import { can, maskAllows, type Grant } from '@tessera/proto/rights';
import { requireGrant } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { schemaOf, unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import { recordStream } from '../events.ts';
import { loadOwners, type Owners } from './claims.ts';
import { maxDays, minDays } from './dates.ts';
import { fits, fromColumn, kindOf, toColumn, type Cells } from './mapper.ts';
import { maskErrors, maxCell, maxCommit, maxRecords } from './parse.ts';
import { maxRecord, recordTooLarge, tooLargeRows } from './record-weight.ts';
import { claimOf, missingRequired, nextColumn, requiredError, wishes, withDefaults } from './plan.ts';

/** One chunk of an import. `batch` is an encoded ColumnBatch in base64: it is read here and nowhere before. */
export type AppendRecords = { readonly tableId: string; readonly count: number; readonly batch: string };
type AppendState = { readonly schema: Schema; readonly columns: readonly Column[]; readonly owner: Owners };

const bad = (column: Column, reason: string): Rejection =>
  invalid('records.batch_invalid', `A column of the batch does not fit: ${reason}.`, { fieldId: column.fieldId });

const canonicalDecimal = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{0,7}[1-9])?$/;

const checkDecimals = (column: Column, values: readonly string[], field: SchemaField): void => {
  const scale = field.scale ?? 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const point = value.indexOf('.');
    const whole = (point < 0 ? value.length : point) - (value.charCodeAt(0) === 45 ? 1 : 0);
    if (!canonicalDecimal.test(value) || value === '-0') throw bad(column, 'a decimal is not canonical');
    if ((point >= 0 && value.length - point - 1 > scale) || whole + scale > 18)
      throw bad(column, 'a decimal has too many places');
  }
};

const checkTexts = (column: Column, values: readonly string[]): void => {
  for (let i = 0; i < values.length; i++) {
    const { length } = values[i]!;
    if (length === 0) throw bad(column, 'an empty text is an empty cell');
    if (length * 3 > maxCell && Buffer.byteLength(values[i]!) > maxCell)
      throw new Rejection('too_large', 'records.cell_too_large', `A cell holds at most ${maxCell} bytes.`, {
        fieldId: column.fieldId,
      });
  }
};

const checkColumn = (column: Column, field: SchemaField, count: number): void => {
  if (field.system !== undefined) throw bad(column, 'the system sets it');
  if (unsettled(field))
    throw new Rejection(
      'unavailable',
      'fields.converting',
      `"${field.name}" is being converted: try again in a moment.`,
      { fieldId: field.id },
    );
  if (column.generation !== field.state.generation)
    throw conflict('records.schema_changed', 'The table was changed since the batch was made.', { fieldId: field.id });
  if (!fits(column, count)) throw bad(column, 'its length is not that of the batch');
  const cells = column.cells;
  if (cells === undefined) return;
  if (kindOf(column) !== field.kind) throw bad(column, `it holds ${kindOf(column)}, not ${field.kind}`);
  const known = () => new Set((field.state.props.options ?? []).map((o) => o.id));
  switch (cells.$case) {
    case 'text':
      return checkTexts(column, cells.value.values);
    case 'decimal':
      return checkDecimals(column, cells.value.values, field);
    case 'date':
      if (cells.value.values.some((d) => d < minDays || d > maxDays)) throw bad(column, 'a date is out of range');
      return;
    case 'instant':
      if (cells.value.values.some((t) => !Number.isSafeInteger(t) || Math.abs(t) > 8.64e15))
        throw bad(column, 'a moment is out of range');
      return;
    case 'option': {
      const ids = known();
      if (!cells.value.values.every((id) => ids.has(id))) throw bad(column, 'an option is not of the field');
      return;
    }
    case 'options': {
      const ids = known();
      if (!cells.value.values.every((list) => list.ids.length > 0 && list.ids.every((id) => ids.has(id))))
        throw bad(column, 'an option is not of the field');
      return;
    }
    case 'user':
      if (!cells.value.values.every(isId)) throw bad(column, 'a user is no id');
      return;
    case 'users':
      if (!cells.value.values.every((list) => list.ids.length > 0 && list.ids.every(isId)))
        throw bad(column, 'a user is no id');
      return;
    case 'boolean':
      return;
  }
};

const checkBatch = (schema: Schema, columns: readonly Column[], count: number, { fieldMask }: Grant): void => {
  const seen = new Set<string>();
  for (const column of columns) {
    const field = schema.byId.get(column.fieldId);
    if (field === undefined || column.fieldId === draftFieldId || !maskAllows(fieldMask, field.id))
      throw conflict('records.schema_changed', 'The table was changed since the batch was made.', {
        fieldId: column.fieldId,
      });
    if (seen.has(field.id)) throw bad(column, 'the field stands twice');
    seen.add(field.id);
    checkColumn(column, field, count);
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

function* load(command: AppendRecords, meta: CommandMeta): Loading<AppendState> {
  const { state } = yield* loadDefinition(command.tableId);
  const { table, grant } = requireGrant(meta.actor, 'records.create', state);
  if (!Number.isInteger(command.count) || command.count < 1 || command.count > maxRecords)
    throw invalid('records.batch_invalid', `A batch has 1 to ${maxRecords} records.`);
  const bytes = Buffer.from(command.batch, 'base64');
  if (bytes.length > maxCommit)
    throw new Rejection('too_large', 'records.too_large', 'A batch holds at most 1 MB.', { limit: maxCommit });
  let columns: readonly Column[];
  try {
    ({ columns } = ColumnBatch.decode(bytes));
  } catch {
    throw invalid('records.batch_invalid', 'The batch is not a ColumnBatch.');
  }
  const schema = schemaOf(table);
  checkBatch(schema, columns, command.count, grant);
  const wanted = new Map<string, string[]>();
  for (const { field, key } of wishes(schema, ruledCells(schema, columns, command.count), command.count, () => false)) {
    const keys = wanted.get(field.claimScope!);
    if (keys === undefined) wanted.set(field.claimScope!, [key]);
    else keys.push(key);
  }
  return { schema, columns, owner: yield* loadOwners(wanted) };
}

export const appendRecords: Handler<AppendRecords, AppendState, { readonly appended: number }> = {
  load,
  decide: (command, { schema, columns, owner }, { newId, meta }) => {
    const { count, tableId } = command;
    const ruled = ruledCells(schema, columns, count);
    withDefaults(schema, ruled, count);
    const texts = columns.filter((column) => kindOf(column) === 'text').map((column) => fromColumn(column, count));
    const [large] = texts.length === 0 ? [] : tooLargeRows(texts, count);
    if (large !== undefined) {
      const { code, message } = recordTooLarge(large);
      throw new Rejection('too_large', code, message, { index: large, limit: maxRecord });
    }
    const missing = [...missingRequired(schema, ruled, count)][0];
    if (missing !== undefined) {
      const { message, fieldId } = maskErrors(can(meta.actor, 'records.read', tableId), [
        requiredError(missing[0], missing[1][0]!),
      ])[0]!;
      throw invalid('records.required', message, { index: missing[0], fieldId });
    }
    const wanted = wishes(schema, ruled, count, () => false);
    const made = new Set<string>();
    for (const { index, field, key } of wanted) {
      const name = `${field.claimScope!}\0${key}`;
      if (owner(field.claimScope!, key) !== undefined || made.has(name))
        throw conflict('records.not_unique', `Another record has this value in "${field.name}".`, {
          index,
          fieldId: field.id,
        });
      made.add(name);
    }
    const recordIds = new Array<string>(count);
    for (let i = 0; i < count; i++) recordIds[i] = newId();
    const defaulted = schema.withDefault.map((field) =>
      toColumn(field.id, field.state.generation, field.kind, ruled.get(field)!),
    );
    const replaced = new Set(schema.withDefault.map((field) => field.id));
    const converting = schema.fields.flatMap((field) => {
      const column = columns.find((c) => c.fieldId === field.id);
      const cells =
        ruled.get(field) ?? (field.next === undefined || column === undefined ? undefined : fromColumn(column, count));
      return cells === undefined ? [] : nextColumn(field, cells);
    });
    const all = [
      ...(replaced.size === 0 ? columns : [...columns.filter((c) => !replaced.has(c.fieldId)), ...defaulted]),
      ...converting,
    ];
    return {
      events: [
        {
          event: {
            $case: 'recordsCreated',
            value: { tableId, schemaVersion: schema.table.version, recordIds, columns: all as Column[], draft: false },
          },
          advances: [{ stream: recordStream(tableId), ids: recordIds }],
        },
      ],
      claims: wanted.map((w) => claimOf(w.field, w.key, recordIds[w.index]!)),
    };
  },
  *answer(_command, events) {
    const first = events[0];
    return { appended: first?.$case === 'recordsCreated' ? first.value.recordIds.length : 0 };
  },
};
