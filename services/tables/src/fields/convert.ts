import { type Cell, type Row, passedOn } from '@tessera/kernel';
import { computedDefaultOf, conversionsOf, convertCell, type ConvertContext, type Side } from '@tessera/fields';
import { checkProps, liveField, scaleOf, type PropsInput } from '../definitions/fields.ts';
import { fieldToMessage } from '../definitions/mapper.ts';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import type { FieldState, TableState } from '../definitions/state.ts';
import { typeOf } from '../definitions/types.ts';
import type { EventOf } from '../events.ts';
import { sameCell, toColumn, type Cells } from '@tessera/proto/cells';
import type { NamedPeople } from '../records/context.ts';
import { maxRecord, outgrows, recordTooLarge } from '../records/record-weight.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { requireColumns } from '../definitions/room.ts';

/**
 * What a field shall become; with `back`, what it was before: then values that nobody changed since stand in its old
 * column still.
 */
export type ConvertPlan = {
  readonly fieldId: string;
  readonly type: string;
  readonly props?: PropsInput | undefined;
  readonly locale: string;
  readonly timezone: string;
  /**
   * The field as it was; and what becomes of values that were changed since: kept, converted back, or overwritten by
   * the old ones.
   */
  readonly back?:
    { readonly field: FieldState; readonly edited: 'keep' | 'overwrite'; readonly since: number } | undefined;
};

export const sideOf = (field: Pick<FieldState, 'type' | 'props'>): Side => ({
  type: typeOf(field.type)!,
  props: field.props,
});

/** Reads and shows users by name on the way; as they are today. */
export const withUsers = (
  context: ConvertContext,
  { findUser, userName }: Pick<NamedPeople, 'findUser' | 'userName'>,
): ConvertContext => ({ ...context, findUser, userName });

/** Refuses what cannot be converted, and why. */
export const checkConvertible = (table: TableState, fieldId: string, type: string): FieldState => {
  const field = liveField(table, fieldId);
  if (typeOf(type) === undefined) throw invalid('fields.type_unknown', `There is no field type "${type}".`, { type });
  if (!conversionsOf(field.type).includes(type))
    throw invalid(
      'fields.conversion_unavailable',
      `A field of type ${field.type} cannot become ${type}: add a new field instead.`,
      { from: field.type, to: type },
    );
  if ((table.converting ?? []).some((c) => c.after.id === fieldId))
    throw conflict('fields.converting', 'The field is being converted already.', { fieldId });
  if (field.unique || table.becomingUnique.some((b) => b.fieldId === fieldId))
    throw conflict('fields.conversion_unique', {
      fieldId,
    });
  return field;
};

/** What the field would be: with the properties asked for, and a generation of its own. */
export const convertedField = (
  table: TableState,
  plan: Pick<ConvertPlan, 'fieldId' | 'type' | 'props' | 'locale' | 'timezone'>,
  newId: () => string,
): FieldState => {
  const field = checkConvertible(table, plan.fieldId, plan.type);
  const own =
    typeOf(plan.type)!.storage === typeOf(field.type)!.storage || field.props.options !== undefined ? field.props : {};
  const props = checkProps(plan.type, { ...own, ...plan.props }, plan.type === field.type ? field.props : own, newId);
  const scale = scaleOf(plan.type, props);
  if (plan.type === field.type && scale !== undefined && scale <= (field.keptScale ?? 0))
    throw invalid('fields.conversion_needless', {
      kept: field.keptScale,
    });
  const after = {
    ...field,
    type: plan.type,
    props,
    keptScale: scale,
    generation: Math.max(field.generation, table.generations?.[field.id] ?? 0) + 1,
  };
  requireColumns(table, [after]);
  if (computedDefaultOf(after) !== undefined) return { ...after, default: null };
  return { ...after, default: convertCell(field.default, sideOf(field), sideOf(after), plan).cell };
};

/** The field as it is to be when it goes back: in its old form, with the name and rules of today. */
const formerField = (table: TableState, { fieldId, back }: ConvertPlan): FieldState => {
  const field = liveField(table, fieldId);
  if ((table.converting ?? []).some((c) => c.after.id === fieldId))
    throw conflict('fields.converting', 'The field is being converted already.', { fieldId });
  if (field.unique)
    throw conflict('fields.conversion_unique', {
      fieldId,
    });
  const { type, props, generation, keptScale, default: value } = back!.field;
  return { ...field, type, props, generation, keptScale, default: value };
};

export const conversionStarted = (
  table: TableState,
  plan: ConvertPlan,
  operationId: string,
  newId: () => string,
): EventOf<'fieldConversionStarted'> => {
  const before = liveField(table, plan.fieldId);
  const after = plan.back === undefined ? convertedField(table, plan, newId) : formerField(table, plan);
  return {
    tableId: table.id,
    before: fieldToMessage(before),
    after: fieldToMessage(after),
    operationId,
    back: plan.back !== undefined,
    locale: plan.locale,
    timezone: plan.timezone,
  };
};

/** The field becomes what it was on its way to, with what was changed of its name and rules meanwhile. */
export const conversionEnded = (
  table: TableState,
  operationId: string,
  converted: boolean,
): EventOf<'fieldConversionEnded'> | undefined => {
  const conversion = (table.converting ?? []).find((c) => c.operationId === operationId);
  if (conversion === undefined) return undefined;
  const field = [...table.fields, ...table.deletedFields.map((d) => d.field)].find((f) => f.id === conversion.after.id);
  if (field === undefined)
    return {
      tableId: table.id,
      operationId,
      converted: false,
      before: fieldToMessage(conversion.after),
      after: fieldToMessage(conversion.after),
    };
  const { type, props, generation, keptScale, default: value } = conversion.after;
  return {
    tableId: table.id,
    operationId,
    converted,
    before: fieldToMessage(field),
    after: fieldToMessage({ ...field, type, props, generation, keptScale, default: value }),
  };
};

/**
 * What a cell becomes when its field goes back: what stood there before, or, where it was changed since, the new value
 * converted back.
 */
export const cellBack = (
  row: Row,
  field: SchemaField,
  next: SchemaField,
  back: NonNullable<ConvertPlan['back']>,
  context: ConvertContext,
): { readonly cell: Cell | null; readonly edited: boolean } => {
  const kept = row.cells[next.column] ?? null;
  const current = row.cells[field.column] ?? null;
  const [from, to] = [sideOf(field.state), sideOf(next.state)];
  // The one is what the other becomes, this way or that: nobody changed it since. Either way may lose something, so one
  // is enough.
  const same =
    sameCell(convertCell(kept, to, from, context).cell, current) ||
    (row.createdAt < back.since && sameCell(convertCell(current, from, to, context).cell, kept));
  if (same) return { cell: kept, edited: false };
  // A record made since has nothing to go back to.
  const edited = row.createdAt < back.since;
  return edited && back.edited === 'overwrite'
    ? { cell: kept, edited }
    : { cell: convertCell(current, from, to, context).cell, edited };
};

/** Fills the column of what the field is on its way to be, for some rows, those in the trash included. */
export const fillColumn = (
  schema: Schema,
  plan: ConvertPlan,
  rows: readonly Row[],
  people: NamedPeople,
): EventOf<'cellsChanged'> | undefined => {
  const field = schema.byId.get(plan.fieldId);
  const next = field?.next?.field;
  if (field === undefined || next === undefined)
    throw notFound('fields.not_found', 'The field no longer exists.', { fieldId: plan.fieldId });
  const context = withUsers(plan, people);
  const made = rows.map((row) =>
    plan.back === undefined
      ? convertCell(row.cells[field.column] ?? null, sideOf(field.state), sideOf(next.state), context).cell
      : cellBack(row, field, next, plan.back, context).cell,
  );
  const touched = rows.flatMap((row, i) => (sameCell(row.cells[next.column] ?? null, made[i]) ? [] : [i]));
  if (touched.length === 0) return undefined;
  // The old column stays beside the new one: where both are more than a record holds, the conversion ends and the field
  // stays what it was.
  const copies = { before: rows.map((row) => row.cells[next.column] ?? null), after: made };
  const large = touched.find((i) => outgrows(rows[i]!, [copies], i));
  if (large !== undefined) {
    const { code, message } = recordTooLarge(large);
    throw passedOn('too_large', code, message, { limit: maxRecord, recordId: rows[large]!.id });
  }
  const before: Cells = touched.map((i) => rows[i]!.cells[field.column] ?? null);
  return {
    tableId: schema.table.id,
    schemaVersion: schema.table.version,
    recordIds: touched.map((i) => rows[i]!.id),
    versions: touched.map((i) => rows[i]!.version + 1),
    before: [toColumn(field.id, field.state.generation, field.kind, before, field.parts)],
    after: [
      toColumn(
        next.id,
        next.state.generation,
        next.kind,
        touched.map((i) => made[i]),
        next.parts,
      ),
    ],
    links: [],
  };
};
