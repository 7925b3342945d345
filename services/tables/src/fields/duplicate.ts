import { isWritten } from '@tessera/fields';
import type { Row } from '@tessera/kernel';
import { conflict, invalid, rejection } from '../refusals.ts';
import type { Cells } from '@tessera/proto/cells';
import { checkName, checkNameFree, liveField, maxFields } from '../definitions/fields.ts';
import { fieldToMessage } from '../definitions/mapper.ts';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { typeOf } from '../definitions/types.ts';
import { definitionHandler } from '../definitions/handler.ts';
import type { EventOf } from '../events.ts';
import { requireColumns } from '../definitions/room.ts';

export type DuplicateField = {
  readonly tableId: string;
  /** The one that is duplicated. */
  readonly fieldId: string;
  /** Without a name: that of the field with "(copy)" behind it, or with a number where that is taken. */
  readonly name?: string | undefined;
};

/** Copies the values of a field into one that was just made like it. */
export type DuplicatePlan = {
  readonly fieldId: string;
  readonly from: string;
  readonly name?: string | undefined;
};

const freeName = (table: TableState, name: string): string => {
  const taken = (wanted: string): boolean => {
    try {
      checkNameFree(table.fields, wanted);
      return false;
    } catch {
      return true;
    }
  };
  let wanted = `${name} (copy)`;
  for (let n = 2; taken(wanted); n++) wanted = `${name} (copy ${n})`;
  return wanted;
};

/** A field like another one, beside it. It is not unique: two fields with the same values are not one key. */
export const fieldDuplicated = (table: TableState, { from, fieldId, name }: DuplicatePlan): EventOf<'fieldAdded'> => {
  const source = liveField(table, from);
  if (table.fields.length >= maxFields)
    throw invalid('fields.too_many', `A table has at most ${maxFields} fields.`, { limit: maxFields });
  const named = checkName(name ?? freeName(table, source.name), 'fields');
  checkNameFree(table.fields, named);
  const field: FieldState = {
    ...source,
    id: fieldId,
    name: named,
    number: table.lastNumber + 1,
    generation: 1,
    unique: false,
    uniqueEpoch: 0,
  };
  requireColumns(table, [field]);
  return { tableId: table.id, field: fieldToMessage(field), index: table.fields.indexOf(source) + 1 };
};

/** A field like another one, without its values. */
export const duplicateField = definitionHandler<DuplicateField>(
  'fields.manage',
  (table, { fieldId, name }, { newId }) => [
    { $case: 'fieldAdded', value: fieldDuplicated(table, { from: fieldId, fieldId: newId(), name }) },
  ],
  (_command, events) => {
    const first = events[0];
    return first?.$case === 'fieldAdded' ? first.value.field?.id : undefined;
  },
);

/** Whether a field holds values that can be copied: what the system or a computation says is the same in both. */
export const holdsValues = ({ type }: Pick<FieldState, 'type'>): boolean => isWritten(typeOf(type) ?? {});

/** The two fields of a copying that is under way. Throws where they no longer hold the same kind of values. */
export const duplicatePair = (
  schema: Schema,
  { fieldId, from }: DuplicatePlan,
): { readonly source: SchemaField; readonly field: SchemaField } => {
  const [source, field] = [schema.byId.get(from), schema.byId.get(fieldId)];
  if (source === undefined || field === undefined)
    throw conflict('fields.not_found', 'The field no longer exists.', {
      fieldId: source === undefined ? from : fieldId,
    });
  if (unsettled(source) || unsettled(field))
    throw rejection('unavailable', 'fields.converting', 'The field is being converted: try again in a moment.', {
      fieldId: unsettled(source) ? from : fieldId,
    });
  if (source.state.type !== field.state.type || source.scale !== field.scale)
    throw conflict('fields.converted', 'The field was converted meanwhile: its values are no longer copied.', {
      fieldId: from,
    });
  return { source, field };
};

/** What copying writes into rows. */
export const duplicateColumns = (
  schema: Schema,
  plan: DuplicatePlan,
  rows: readonly Row[],
): ReadonlyMap<SchemaField, Cells> => {
  const { source, field } = duplicatePair(schema, plan);
  return new Map([[field, rows.map((row) => row.cells[source.column] ?? undefined)]]);
};
