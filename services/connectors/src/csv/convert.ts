import { dayNumber, FieldError, fieldType, placesOf, type FieldProps, type ReadContext } from '@tessera/fields';
import type { Cell, StorageKind } from '@tessera/kernel';
import { ColumnBatch } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import { FileError, isBlank, readRows, type Dialect } from './reader.ts';

/**
 * One column of the plan, ready for reading. `replacements`: by the text that does not fit, the text that stands in its
 * place; '' leaves the cell empty.
 */
export type ColumnPlan = {
  readonly index: number;
  readonly fieldId: string;
  readonly generation: number;
  readonly type: string;
  readonly props: FieldProps;
  readonly decimal: '.' | ',';
  readonly dayFirst: boolean;
  readonly serialDates: boolean;
  readonly replacements: readonly { readonly value: string; readonly text: string }[];
};
export type ConvertPlan = {
  readonly dialect: Dialect;
  readonly headerRow: number;
  /** Records to take; later ones (a row of totals) are left out. */
  readonly rows: number;
  readonly timezone: string;
  readonly columns: readonly ColumnPlan[];
};
export type Batch = {
  readonly chunk: number;
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly misfits: number;
};

/** Rises when the same file and plan would give other chunks: imports of another version do not resume. */
export const parserVersion = 3;

/**
 * As many as a commit may hold: what a commit costs beside its rows is paid half as often. It holds an embedded writer
 * for about 10 ms, of the 20 that an operation may.
 */
const rowsAtOnce = 1_000;
/** Estimated bytes of a chunk; the limit on what is encoded is a megabyte (EVENTS.md 2). */
const bytesAtOnce = 700_000;
const bytesAtMost = 1_000_000;

const misfit: unique symbol = Symbol('misfit');
type Read = (text: string) => Cell | null | typeof misfit;
export type FindUser = (text: string) => string | undefined;

/** Reads cells of one column; the outcome of a text that comes again is remembered as long as texts do come again. */
export const reader = (plan: ColumnPlan, timezone: string, findUser: FindUser): Read => {
  const type = fieldType(plan.type);
  if (!type) throw new FileError('type_unknown', `There is no field type ${plan.type}.`);
  const context: ReadContext = {
    decimal: plan.decimal,
    dayFirst: plan.dayFirst,
    serialDates: plan.serialDates,
    timezone,
    findUser,
    strict: true,
  };
  const scale = type.scale?.(plan.props) ?? 0;
  const check = (cell: Cell | null): Cell | null | typeof misfit => {
    if (cell === null || type.storage !== 'decimal') return cell;
    // What the table keeps: 18 digits with the decimals of the column.
    const value = cell as string;
    const whole =
      value.length - (placesOf(value) === 0 ? 0 : placesOf(value) + 1) - (value.charCodeAt(0) === 45 ? 1 : 0);
    return whole + scale > 18 ? misfit : cell;
  };
  const read: Read = (text) => {
    try {
      return check(type.fromText(text, plan.props, context));
    } catch (error) {
      if (error instanceof FieldError) return misfit;
      throw error;
    }
  };
  const replaced = new Map<string, Cell | null | typeof misfit>(
    plan.replacements.map(({ value, text }) => [value, text === '' ? misfit : read(text)]),
  );
  const full: Read = (text) => {
    const cell = read(text);
    return cell === misfit && replaced.size > 0 ? (replaced.get(text.trim()) ?? cell) : cell;
  };
  const known = new Map<string, Cell | null | typeof misfit>();
  let asked = 0;
  let hits = 0;
  let remember = type.id !== 'singleLineText' && type.id !== 'text';
  return (text) => {
    if (!remember || text.length > 60) return full(text);
    const found = known.get(text);
    asked++;
    if (found !== undefined) {
      hits++;
      return found;
    }
    const cell = full(text);
    if (known.size < 4000) known.set(text, cell);
    else if (hits < asked / 2) {
      remember = false;
      known.clear();
    }
    return cell;
  };
};

const wrap = (storage: StorageKind, set: Cell[]): NonNullable<Column['cells']> => {
  switch (storage) {
    case 'text':
      return { $case: 'text', value: { values: set as string[] } };
    case 'decimal':
      return { $case: 'decimal', value: { values: set as string[] } };
    case 'boolean':
      return { $case: 'boolean', value: { values: set as boolean[] } };
    case 'date':
      return { $case: 'date', value: { values: set.map((cell) => dayNumber(cell as string)) } };
    case 'instant':
      return { $case: 'instant', value: { values: set as number[] } };
    case 'option':
      return { $case: 'option', value: { values: set as string[] } };
    case 'user':
      return { $case: 'user', value: { values: set as string[] } };
    case 'options':
    case 'users':
      return { $case: storage, value: { values: set.map((cell) => ({ ids: cell as string[] })) } };
  }
};

/** Rows to an encoded ColumnBatch; counts the cells left empty because their text does not fit. */
const encoder = (plan: ConvertPlan, findUser: FindUser) => {
  const columns = plan.columns.map((column) => ({
    ...column,
    storage: fieldType(column.type)!.storage,
    read: reader(column, plan.timezone, findUser),
  }));
  return (rows: readonly (readonly string[])[]): { readonly bytes: Uint8Array; readonly misfits: number } => {
    let misfits = 0;
    const encoded: Column[] = [];
    for (const { index, fieldId, generation, storage, read } of columns) {
      const set: Cell[] = [];
      let states: Uint8Array | undefined;
      for (let i = 0; i < rows.length; i++) {
        const text = rows[i]![index];
        let cell = text === undefined || text === '' ? null : read(text);
        if (cell === misfit) {
          misfits++;
          cell = null;
        }
        if (cell === null) (states ??= new Uint8Array(rows.length))[i] = 1;
        else set.push(cell);
      }
      if (set.length > 0)
        encoded.push({ fieldId, generation, states: states ?? new Uint8Array(0), cells: wrap(storage, set) });
    }
    return { bytes: ColumnBatch.encode({ columns: encoded }).finish(), misfits };
  };
};

/**
 * An upper estimate of what a row takes when encoded; depends on the row alone, so that chunks are cut alike each time.
 */
const estimate = (row: readonly string[], plans: readonly ColumnPlan[]): number => {
  let bytes = 0;
  for (const { index, type } of plans) {
    const text = row[index];
    if (text === undefined || text === '') continue;
    const lists = type === 'multipleSelect' ? text.split(/[;,\n]/).length : 1;
    bytes += Math.max(lists * 30, text.length > 300 ? Buffer.byteLength(text) + 12 : text.length * 3 + 12);
  }
  return bytes;
};

/**
 * The file's records as they will be taken: without blank rows, the header and what stands above it, and rows left out
 * at the end. Numbered from 1.
 */
export const records = async function* (
  path: string,
  plan: Pick<ConvertPlan, 'dialect' | 'headerRow' | 'rows'>,
): AsyncGenerator<{ readonly cells: readonly string[]; readonly row: number }> {
  let row = -plan.headerRow;
  for await (const group of readRows(path, plan.dialect)) {
    for (const cells of group) {
      if (isBlank(cells) || ++row <= 0) continue;
      if (row > plan.rows) return;
      yield { cells, row };
    }
  }
};

/** The file's records in chunks from `start` on. The same file and plan give the same chunks. Throws FileError. */
export const convert = async function* (
  path: string,
  plan: ConvertPlan,
  start: number,
  findUser: FindUser,
): AsyncGenerator<Batch> {
  const encode = encoder(plan, findUser);
  let row = 0;
  let chunk = 0;
  let rows: (readonly string[])[] = [];
  let bytes = 0;
  const flush = (): Batch | undefined => {
    const taken = rows;
    const number = chunk++;
    rows = [];
    bytes = 0;
    if (number < start) return undefined;
    const encoded = encode(taken);
    if (encoded.bytes.length > bytesAtMost)
      throw new FileError(
        'row_too_large',
        `A row near record ${row - plan.headerRow} holds more than a record may (1 MB).`,
        row - plan.headerRow,
      );
    return { chunk: number, count: taken.length, ...encoded };
  };
  for await (const group of readRows(path, plan.dialect)) {
    for (const cells of group) {
      if (isBlank(cells)) continue;
      row++;
      if (row <= plan.headerRow) continue;
      if (row - plan.headerRow > plan.rows) break;
      const size = estimate(cells, plan.columns);
      if (rows.length >= rowsAtOnce || (bytes + size > bytesAtOnce && rows.length > 0)) {
        const batch = flush();
        if (batch) yield batch;
      }
      rows.push(cells);
      bytes += size;
    }
    if (row - plan.headerRow > plan.rows) break;
  }
  if (rows.length > 0) {
    const batch = flush();
    if (batch) yield batch;
  }
};

/** The first records as they would land: by field id the JSON of the API, and the fields whose texts do not fit. */
export const previewRows = (
  rows: readonly (readonly string[])[],
  plan: ConvertPlan,
  findUser: FindUser,
): readonly { readonly fields: Readonly<Record<string, unknown>>; readonly misfits: readonly string[] }[] => {
  const columns = plan.columns.map((column) => ({
    ...column,
    codec: fieldType(column.type)!,
    read: reader(column, plan.timezone, findUser),
  }));
  return rows.map((row) => {
    const fields: Record<string, unknown> = {};
    const misfits: string[] = [];
    for (const { index, fieldId, props, codec, read } of columns) {
      const text = row[index];
      const cell = text === undefined || text === '' ? null : read(text);
      if (cell === misfit) misfits.push(fieldId);
      else if (cell !== null) fields[fieldId] = codec.toJson(cell, props);
    }
    return { fields, misfits };
  });
};
