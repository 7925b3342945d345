import { isList, isText } from '@tessera/kernel/kinds';
import type { PageQuery, Predicate, Row } from '@tessera/kernel';
import { type Cell, passedOn } from '@tessera/kernel';
import { convertCell, type FieldProps, type ReadContext } from '@tessera/fields';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { typeOf } from '../definitions/types.ts';
import type { ChangeWithUnique } from '../fields/become-unique.ts';
import { sideOf, withUsers } from '../fields/convert.ts';
import { isFieldError, type NamedPeople } from '../records/context.ts';
import type { Cells } from '@tessera/proto/cells';
import { conflict, invalid } from '../refusals.ts';

/** Which records an operation is about: a query resolved when it began, so that a restart goes on with the same one. */
export type Selection = {
  readonly where: Predicate;
  readonly search?: PageQuery['search'];
  readonly deleted: boolean;
  /** Instead of a query. */
  readonly ids?: readonly string[] | undefined;
  /**
   * Of a return to a moment, where in `ids` its parts end: records that leave the trash come first, then those whose
   * values go back, then those that go into the trash.
   */
  readonly ends?: { readonly restored: number; readonly changed: number } | undefined;
  readonly except: readonly string[];
};

/** The records that are named, each once, without the exceptions; both lists may have many thousands. */
export const meantOf = (ids: readonly string[], except: readonly string[]): readonly string[] => {
  const left = new Set(except);
  return [...new Set(ids)].filter((id) => !left.has(id));
};

type BulkMode = 'set' | 'clear' | 'append';
/**
 * A value as its field took it when the operation began: what it means, should the field become of another type before
 * the work is done.
 */
type Asked = { readonly type: string; readonly props: FieldProps; readonly generation: number; readonly cell: Cell };
/** Values as wire JSON by field id; `clear` reads the ids alone. */
export type BulkPlan = {
  readonly action: 'update' | 'delete' | 'restore' | 'rewind';
  readonly selection: Selection;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly mode: BulkMode;
  /** By field id; absent in the plans of older versions. */
  readonly asked?: Readonly<Record<string, Asked>> | undefined;
  /** Of a return to a moment: which one. `fields` names the fields that go back. */
  readonly asOf?: string | undefined;
};
/** Cells of a moment, by record and field. */
export type CellsThen = Readonly<Record<string, Readonly<Record<string, Cell | null>>>>;

/** What the records at a place of a selection are for, and where the part ends that they are in. */
export const partAt = (
  { ids = [], ends }: Selection,
  from: number,
): { readonly part: 'restored' | 'changed' | 'deleted'; readonly end: number } =>
  ends === undefined || (from >= ends.restored && from < ends.changed)
    ? { part: 'changed', end: ends?.changed ?? ids.length }
    : from < ends.restored
      ? { part: 'restored', end: ends.restored }
      : { part: 'deleted', end: ids.length };

/** Whether a field's values can be put back to those of a moment. */
export const goesBack = (field: SchemaField): boolean =>
  field.system === undefined &&
  field.apart === undefined &&
  field.type.numbered === undefined &&
  field.links === undefined &&
  !field.derived &&
  !unsettled(field);

/** What a return to a moment writes into rows; an option that is gone since stays gone. */
export const rewoundColumns = (
  schema: Schema,
  plan: Pick<BulkPlan, 'fields'>,
  rows: readonly Row[],
  then: CellsThen,
  visible: (fieldId: string) => boolean,
): ReadonlyMap<SchemaField, Cells> =>
  new Map(
    Object.keys(plan.fields).flatMap((id) => {
      const field = schema.byId.get(id);
      if (field === undefined || !visible(id) || !goesBack(field)) return [];
      const options = field.state.props.options;
      const there = options && new Set(options.map((option) => option.id));
      const fits = (cell: Cell | null): boolean =>
        there === undefined ||
        cell === null ||
        (Array.isArray(cell) ? cell.every((one) => there.has(one as string)) : there.has(cell as string));
      const cells = rows.map((row) => {
        const cell = then[row.id]?.[id];
        return cell === undefined || !fits(cell) ? undefined : cell;
      });
      return [[field, cells] as const];
    }),
  );
/** How values read on their way into another type: as the organization writes. */
export type Naming = { readonly locale: string; readonly timezone: string };
/** The same with its people by name. */
type NamingWith = Naming & { readonly people: Pick<NamedPeople, 'findUser' | 'userName'> };
/**
 * Takes options out of the records that have them, or puts others in their place: by id, null for none. Of free labels:
 * by label.
 */
export type OptionsPlan = {
  readonly fieldId: string;
  readonly replacements: Readonly<Record<string, string | null>>;
  readonly selection: Selection;
};
/** Gives numbers to the records that have none. */
export type NumberPlan = { readonly fieldId: string; readonly selection: Selection };
export type UniquePlan = {
  readonly fieldId: string;
  readonly epoch: number;
  readonly selection: Selection;
  /** The version of the definition that whoever asked holds to, from the beginning of the check to its end. */
  readonly ifMatch?: number | undefined;
  readonly with?: ChangeWithUnique | undefined;
};
/** Commits of `target`, newest first; those at or before the position `downTo` stay. */
export type UndoPlan = { readonly target: string; readonly conflicts: 'skip' | 'overwrite'; readonly downTo?: number };

const unfit = (field: SchemaField, mode: BulkMode) =>
  invalid('bulk.mode_refused', `"${field.name}" cannot be changed with ${mode}.`, { fieldId: field.id, mode });

const parse = (field: SchemaField, value: unknown, context: ReadContext, mode: BulkMode = 'set'): Cell | null => {
  // Whether its records may be linked is looked up for single writes alone.
  if (field.links !== undefined) throw unfit(field, mode);
  try {
    return field.type.fromJson(value, field.state.props, context);
  } catch (error) {
    if (isFieldError(error))
      throw passedOn('invalid', error.code, error.message, { fieldId: field.id, ...error.params });
    throw error;
  }
};

const appended = (current: Cell | null, value: Cell): Cell => {
  if (current === null) return value;
  if (Array.isArray(value)) return [...new Set([...(current as readonly string[]), ...value])];
  return `${current as string} ${value as string}`;
};

/**
 * The values of a plan as cells of the fields as they are now, with what it takes to read them later: of options, those
 * that they name.
 */
export const askedOf = (
  schema: Schema,
  plan: Pick<BulkPlan, 'fields' | 'mode'>,
  context: ReadContext,
): Readonly<Record<string, Asked>> => {
  if (plan.mode === 'clear') return {};
  return Object.fromEntries(
    Object.entries(plan.fields).flatMap(([id, value]) => {
      const field = schema.byId.get(id)!;
      const cell = parse(field, value, context);
      if (cell === null) return [];
      const { type, props, generation } = field.state;
      const named = props.options?.filter(
        (option) => option.id === cell || (Array.isArray(cell) && cell.includes(option.id)),
      );
      return [
        [id, { type, props: { ...props, ...(named !== undefined && { options: named }) }, generation, cell }] as const,
      ];
    }),
  );
};

/** The fields of a plan that have become of another type since it was made. */
const converted = (
  schema: Schema,
  { fields, asked = {} }: Pick<BulkPlan, 'fields' | 'asked'>,
): readonly SchemaField[] =>
  Object.keys(fields).flatMap((id) => {
    const field = schema.byId.get(id);
    return field !== undefined && asked[id] !== undefined && asked[id].generation !== field.state.generation
      ? [field]
      : [];
  });

/** Whether a plan's values go through a conversion first, which takes `Naming`. */
export const needsNaming = (schema: Schema, plan: Pick<BulkPlan, 'fields' | 'asked'>): boolean =>
  converted(schema, plan).length > 0;

/**
 * A value that waited out a conversion becomes what the field's other values became; where nothing of it is left, the
 * work ends and says so.
 */
const carried = (field: SchemaField, { type, props, cell }: Asked, naming: NamingWith): Cell => {
  const from = { type: typeOf(type)!, props };
  const next = convertCell(cell, from, sideOf(field.state), withUsers(naming, naming.people)).cell;
  if (next === null)
    throw invalid('bulk.value_unfit', `"${field.name}" has another type since, and the value does not fit it.`, {
      fieldId: field.id,
      from: type,
      to: field.state.type,
    });
  return next;
};

/**
 * What a bulk update writes into rows; refuses fields and modes that do not go together. Rows may be none: then it only
 * checks.
 */
export const bulkColumns = (
  schema: Schema,
  plan: Pick<BulkPlan, 'fields' | 'mode' | 'asked'>,
  rows: readonly Row[],
  context: ReadContext,
  { fieldMask, writeMask }: Pick<Grant, 'fieldMask' | 'writeMask'>,
  naming?: NamingWith,
): ReadonlyMap<SchemaField, Cells> => {
  const columns = new Map<SchemaField, Cells>();
  const moved = new Set(converted(schema, plan));
  for (const [id, value] of Object.entries(plan.fields)) {
    const field = schema.byId.get(id);
    if (field === undefined || !maskAllows(fieldMask, id))
      throw invalid('fields.not_found', `There is no field "${id}".`, { fieldId: id });
    if (!maskAllows(writeMask, id))
      throw invalid('records.read_only', `Your role may only read "${field.name}".`, { fieldId: id });
    if (field.system !== undefined || field.apart !== undefined || field.type.numbered !== undefined)
      throw invalid('records.read_only', `"${field.name}" is set by the system.`, { fieldId: id });
    if (field.derived) throw invalid('records.read_only', `"${field.name}" is computed.`, { fieldId: id });
    // Whether records may be linked, and which of them stay, is looked up for single writes alone.
    if (field.links !== undefined) throw unfit(field, plan.mode);
    if (unsettled(field))
      throw conflict('fields.converting', `"${field.name}" is being converted: try again in a moment.`, {
        fieldId: id,
      });
    const cell =
      plan.mode === 'clear'
        ? null
        : moved.has(field) && naming !== undefined
          ? carried(field, plan.asked![id]!, naming)
          : parse(field, value, context);
    if (plan.mode !== 'append') {
      columns.set(
        field,
        rows.map(() => cell),
      );
      continue;
    }
    if (!isText(field.kind) && !isList(field.kind)) throw unfit(field, 'append');
    columns.set(
      field,
      rows.map((row) => (cell === null ? undefined : appended(row.cells[field.column] ?? null, cell))),
    );
  }
  return columns;
};

/** What taking an option out writes into rows. */
export const optionColumns = (
  schema: Schema,
  plan: OptionsPlan,
  rows: readonly Row[],
): ReadonlyMap<SchemaField, Cells> => {
  const field = schema.byId.get(plan.fieldId);
  if (field === undefined) return new Map();
  const gone = new Map(Object.entries(plan.replacements));
  return new Map([
    [
      field,
      rows.map((row) => {
        const current = row.cells[field.column];
        if (field.type.relabelled !== undefined)
          return current === undefined || current === null
            ? undefined
            : field.type.relabelled(current, plan.replacements);
        if (!isList(field.kind)) return gone.has(current as string) ? gone.get(current as string)! : undefined;
        if (!Array.isArray(current) || !current.some((id: string) => gone.has(id))) return undefined;
        const next = [
          ...new Set((current as readonly string[]).flatMap((id) => (gone.has(id) ? (gone.get(id) ?? []) : id))),
        ];
        return next.length === 0 ? null : next;
      }),
    ],
  ]);
};
