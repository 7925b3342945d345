import { fold, isId, type Cell, type Rejection, type Row, passedOn } from '@tessera/kernel';
import { type Amending, fitsScale, type ReadContext } from '@tessera/fields';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { unsettled, type Schema, type SchemaField } from '../definitions/schema.ts';
import { isFieldError } from './context.ts';
import { maxCell, type Cells } from '@tessera/proto/cells';
import type { Wishes } from '../links/write.ts';
import { readWish, type LinkWish } from '../links/wish.ts';
import type { FieldKey } from './wire.ts';
import { invalid, rejection } from '../refusals.ts';

export const maxRecords = 1000;
/** Bytes of one cell, and of the cells of one commit (docs/events.md 2). */
export const maxCommit = 1_000_000;

type Fields = Readonly<Record<string, unknown>>;
export type RecordItem = {
  readonly id?: string | undefined;
  readonly fields: Fields;
  readonly version?: number | undefined;
};
export type RowError = {
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly fieldId?: string;
  readonly params?: unknown;
};

/** The body of a write as it was sent: one record, or `{records, upsert?, partial?}`. */
export type WriteBody = {
  readonly single: boolean;
  readonly items: readonly RecordItem[];
  readonly upsert: boolean;
  readonly partial: boolean;
};

const malformed = (path: readonly (string | number)[], message: string): Rejection =>
  invalid('request.invalid', { issues: [{ path: ['body', ...path].join('.'), message }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const item = (value: unknown, path: readonly (string | number)[]): RecordItem => {
  if (!isObject(value)) throw malformed(path, 'expected an object');
  for (const key in value) {
    if (key !== 'fields' && key !== 'id' && key !== 'version') throw malformed([...path, key], 'unknown key');
  }
  const { id, fields, version } = value;
  if (!isObject(fields)) throw malformed([...path, 'fields'], 'expected an object');
  if (id !== undefined && !isId(id)) throw malformed([...path, 'id'], 'expected an id');
  if (version !== undefined && (!Number.isSafeInteger(version) || (version as number) < 1))
    throw malformed([...path, 'version'], 'expected a version');
  return value as RecordItem;
};

/**
 * Reads a body strictly: unknown keys are refused, at most 1,000 records. Runs in the writer, where the text is parsed
 * anyway: a large body is walked once.
 */
export const readBody = (body: unknown): WriteBody => {
  if (!isObject(body)) throw malformed([], 'expected an object');
  const { records } = body;
  if (records === undefined) return { single: true, items: [item(body, [])], upsert: false, partial: false };
  for (const key in body) {
    if (key !== 'records' && key !== 'upsert' && key !== 'partial') throw malformed([key], 'unknown key');
  }
  if (!Array.isArray(records)) throw malformed(['records'], 'expected a list');
  if (records.length > maxRecords)
    throw rejection('too_large', 'records.too_many', `At most ${maxRecords} records a call.`, {
      limit: maxRecords,
    });
  for (const key of ['upsert', 'partial'] as const) {
    if (body[key] !== undefined && typeof body[key] !== 'boolean') throw malformed([key], 'expected true or false');
  }
  for (let i = 0; i < records.length; i++) item(records[i], ['records', i]);
  return {
    single: false,
    items: records as RecordItem[],
    upsert: body.upsert === true,
    partial: body.partial === true,
  };
};

/** Columns of a batch by field, and what was wrong, by row. A row with an error has no meaning in the columns. */
export type ParsedCells = {
  readonly columns: ReadonlyMap<SchemaField, Cells>;
  readonly errors: readonly RowError[];
  readonly failed: ReadonlySet<number>;
  /** Links apart: what they come to depends on what is there. */
  readonly wishes: Wishes;
  /** Values that change a part of what is there; their cells come with the rows. */
  readonly amended: readonly Amended[];
};
type Amended = { readonly index: number; readonly field: SchemaField; readonly value: unknown };

/** Fields by the name that the caller uses; one that the actor may not see is as one that is not there. */
const resolver = (schema: Schema, key: FieldKey, grant: Grant): ((name: string) => SchemaField | undefined) => {
  const seen = (field: SchemaField | undefined): SchemaField | undefined =>
    field !== undefined && maskAllows(grant.fieldMask, field.id) ? field : undefined;
  if (key === 'id') return (name) => seen(schema.byId.get(name));
  const known = new Map<string, SchemaField | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const field = seen(schema.byName.get(fold(name)) ?? schema.byId.get(name));
    known.set(name, field);
    return field;
  };
};

/** Whether a text is more than a cell holds. */
export const tooLong = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.length * 3 > maxCell && Buffer.byteLength(cell) > maxCell;

export const tooLongError = (index: number, { id }: SchemaField): RowError => ({
  index,
  code: 'records.cell_too_large',
  message: `A cell holds at most ${maxCell} bytes.`,
  fieldId: id,
});

/** A decimal whose digits fit the type's scale may still be too long for the places that the column keeps (int64). */
const tooManyDigits = (cell: Cell, scale: number | undefined): boolean => {
  if (scale === undefined) return false;
  return !fitsScale(cell as string, scale);
};

/** Reads the fields of every item into columns. Never throws for a value: what does not fit is an error of its row. */
export const readCells = (
  schema: Schema,
  items: readonly RecordItem[],
  key: FieldKey,
  context: ReadContext,
  grant: Grant,
): ParsedCells => {
  const resolve = resolver(schema, key, grant);
  const columns = new Map<SchemaField, Cells>();
  const errors: RowError[] = [];
  const failed = new Set<number>();
  const wishes = new Map<SchemaField, (LinkWish | undefined)[]>();
  const wish = (field: SchemaField, index: number, value: unknown): void => {
    let list = wishes.get(field);
    if (list === undefined) wishes.set(field, (list = new Array<LinkWish | undefined>(items.length).fill(undefined)));
    list[index] = readWish(field, value, context);
  };
  const amended: Amended[] = [];
  const fail = (error: RowError): void => {
    errors.push(error);
    failed.add(error.index);
  };
  for (let index = 0; index < items.length; index++) {
    const { fields } = items[index]!;
    for (const name in fields) {
      const field = resolve(name);
      if (field === undefined) {
        fail({ index, code: 'fields.not_found', message: `There is no field "${name}".`, params: { field: name } });
        continue;
      }
      if (unsettled(field)) {
        fail({
          index,
          code: 'fields.converting',
          message: `"${field.name}" is being converted: try again in a moment.`,
          fieldId: field.id,
        });
        continue;
      }
      if (field.system !== undefined || field.apart !== undefined || field.type.numbered !== undefined) {
        fail({ index, code: 'records.read_only', message: `"${field.name}" is set by the system.`, fieldId: field.id });
        continue;
      }
      if (field.derived) {
        fail({ index, code: 'records.read_only', message: `"${field.name}" is computed.`, fieldId: field.id });
        continue;
      }
      if (!maskAllows(grant.writeMask, field.id)) {
        fail({
          index,
          code: 'records.read_only',
          message: `Your role may only read "${field.name}".`,
          fieldId: field.id,
        });
        continue;
      }
      if (field.links !== undefined) {
        try {
          wish(field, index, fields[name]);
        } catch (error) {
          if (!isFieldError(error)) throw error;
          fail({ index, code: error.code, message: error.message, fieldId: field.id, params: error.params });
        }
        continue;
      }
      let cells = columns.get(field);
      if (cells === undefined)
        columns.set(field, (cells = new Array<Cell | null | undefined>(items.length).fill(undefined)));
      if (field.type.amend?.asks(fields[name]) === true) {
        amended.push({ index, field, value: fields[name] });
        continue;
      }
      try {
        const cell = field.type.fromJson(fields[name], field.state.props, context);
        if (cell !== null && tooLong(cell)) fail(tooLongError(index, field));
        if (cell !== null && tooManyDigits(cell, field.scale))
          fail({ index, code: 'number.too_large', message: 'This number has too many digits.', fieldId: field.id });
        cells[index] = cell;
      } catch (error) {
        if (!isFieldError(error)) throw error;
        fail({ index, code: error.code, message: error.message, fieldId: field.id, params: error.params });
      }
    }
  }
  return { columns, errors, failed, wishes, amended };
};

/** What was read, with the cells of values that change a part of what is there; `rows` by the places of the items. */
export const amendCells = (
  parsed: ParsedCells,
  rows: readonly (Row | undefined)[],
  amending: Amending,
): ParsedCells => {
  if (parsed.amended.length === 0) return parsed;
  const columns = new Map<SchemaField, Cells>([...parsed.columns].map(([field, cells]) => [field, [...cells]]));
  const errors = [...parsed.errors];
  const failed = new Set(parsed.failed);
  for (const { index, field, value } of parsed.amended) {
    try {
      columns.get(field)![index] = field.type.amend!.apply(rows[index]?.cells[field.column] ?? null, value, amending);
    } catch (error) {
      if (!isFieldError(error)) throw error;
      errors.push({ index, code: error.code, message: error.message, fieldId: field.id, params: error.params });
      failed.add(index);
    }
  }
  return { ...parsed, columns, errors, failed };
};

/** About the encoded size of columns in bytes; exact enough to keep a commit under its bound. */
export const sizeOf = (columns: Iterable<Cells>): number => {
  let size = 0;
  for (const cells of columns) {
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (typeof cell === 'string') size += cell.length + 2;
      else if (Array.isArray(cell)) size += cell.length * 28;
      else size += 8;
    }
  }
  return size;
};

export const checkSize = (size: number): void => {
  if (size > maxCommit) {
    throw rejection(
      'too_large',
      'records.too_large',
      'This is more than 1 MB of cells: send fewer records a call, or import them as a file.',
      { limit: maxCommit },
    );
  }
};

/** Errors as their reader may see them: of a field that they may not see, only that it stands in the way. */
export const maskErrors = ({ fieldMask }: Pick<Grant, 'fieldMask'>, errors: readonly RowError[]): readonly RowError[] =>
  errors.map((error) => {
    if (error.fieldId === undefined || maskAllows(fieldMask, error.fieldId)) return error;
    return { index: error.index, code: error.code, message: 'A field that you cannot see prevents this.' };
  });

/**
 * The refusal of a batch with errors by row: the one error of a single record, or all of them. Taken values are a
 * conflict, the rest are values that break a rule.
 */
export const rowsRefused = (errors: readonly RowError[], single: boolean): Rejection => {
  const first = errors[0]!;
  const taken = (error: RowError): boolean =>
    ['records.not_unique', 'links.taken', 'records.exists'].includes(error.code);
  const kind = errors.every(taken) ? 'conflict' : 'unprocessable';
  const alike = errors.every((error) => error.code === first.code);
  // The sentence is that of the trigger, in whatever language it was written.
  if (alike && first.code === 'records.trigger_refused')
    return passedOn(kind, first.code, first.message, { errors: errors.slice(0, 1000), message: first.message });
  if (single || (alike && errors.length === 1)) return passedOn(kind, first.code, first.message, { errors });
  return passedOn(
    kind,
    alike ? first.code : 'records.invalid',
    `${errors.length} values do not fit; nothing was written.`,
    { errors: errors.slice(0, 1000) },
  );
};
