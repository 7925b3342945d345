import type { Predicate, Operand, Row } from '@tessera/kernel';
import { conflict, invalid, type Cell } from '@tessera/kernel';
import type { ReadContext } from '@tessera/fields';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { isFieldError } from '../records/context.ts';
import type { Cells } from '../records/mapper.ts';

/** Which records an operation is about: a query resolved when it began, so that a restart goes on with the same one. */
export type Selection = {
  readonly where: Predicate;
  readonly search?: { readonly text: string; readonly columns: readonly Operand[] } | undefined;
  readonly deleted: boolean;
  /** Instead of a query. */
  readonly ids?: readonly string[] | undefined;
  readonly except: readonly string[];
};

type BulkMode = 'set' | 'clear' | 'append';
/** Values as wire JSON by field id; `clear` reads the ids alone. */
export type BulkPlan = { readonly action: 'update' | 'delete' | 'restore'; readonly selection: Selection; readonly fields: Readonly<Record<string, unknown>>; readonly mode: BulkMode };
/** Takes options out of the records that have them, or puts others in their place: by id, null for none. */
export type OptionsPlan = { readonly fieldId: string; readonly replacements: Readonly<Record<string, string | null>>; readonly selection: Selection };
export type UniquePlan = { readonly fieldId: string; readonly epoch: number; readonly selection: Selection };
/** Commits of `target`, newest first; those at or before the position `downTo` stay. */
export type UndoPlan = { readonly target: string; readonly conflicts: 'skip' | 'overwrite'; readonly downTo?: number };

const unfit = (field: SchemaField, mode: BulkMode) => invalid('bulk.mode_refused', `"${field.name}" cannot be changed with ${mode}.`, { fieldId: field.id, mode });

const parse = (field: SchemaField, value: unknown, context: ReadContext): Cell | null => {
  try {
    return field.type.fromJson(value, field.state.props, context);
  } catch (error) {
    if (isFieldError(error)) throw invalid(error.code, error.message, { fieldId: field.id, ...error.params });
    throw error;
  }
};

const appended = (current: Cell | null, value: Cell): Cell => {
  if (current === null) return value;
  if (Array.isArray(value)) return [...new Set([...(current as readonly string[]), ...value])];
  return `${current as string} ${value as string}`;
};

/** What a bulk update writes into rows; refuses fields and modes that do not go together. Rows may be none: then it only checks. */
export const bulkColumns = (schema: Schema, plan: Pick<BulkPlan, 'fields' | 'mode'>, rows: readonly Row[], context: ReadContext, visible: (fieldId: string) => boolean): ReadonlyMap<SchemaField, Cells> => {
  const columns = new Map<SchemaField, Cells>();
  for (const [id, value] of Object.entries(plan.fields)) {
    const field = schema.byId.get(id);
    if (field === undefined || !visible(id)) throw invalid('fields.not_found', `There is no field "${id}".`, { fieldId: id });
    if (field.system !== undefined) throw invalid('records.read_only', `"${field.name}" is set by the system.`, { fieldId: id });
    if (unsettled(field)) throw conflict('fields.converting', `"${field.name}" is being converted: try again in a moment.`, { fieldId: id });
    const cell = plan.mode === 'clear' ? null : parse(field, value, context);
    if (plan.mode !== 'append') {
      columns.set(field, rows.map(() => cell));
      continue;
    }
    if (field.kind !== 'text' && field.kind !== 'options' && field.kind !== 'users') throw unfit(field, 'append');
    columns.set(field, rows.map((row) => (cell === null ? undefined : appended(row.cells[field.column] ?? null, cell))));
  }
  return columns;
};

/** What taking an option out writes into rows. */
export const optionColumns = (schema: Schema, plan: OptionsPlan, rows: readonly Row[]): ReadonlyMap<SchemaField, Cells> => {
  const field = schema.byId.get(plan.fieldId);
  if (field === undefined) return new Map();
  const gone = new Map(Object.entries(plan.replacements));
  return new Map([[field, rows.map((row) => {
    const current = row.cells[field.column];
    if (field.kind === 'option') return gone.has(current as string) ? gone.get(current as string)! : undefined;
    if (!Array.isArray(current) || !current.some((id: string) => gone.has(id))) return undefined;
    const next = [...new Set((current as readonly string[]).flatMap((id) => (gone.has(id) ? (gone.get(id) ?? []) : id)))];
    return next.length === 0 ? null : next;
  })]]);
};
