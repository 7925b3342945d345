import { wrapCells } from '@tessera/proto/cells';
import { isList, isNumber } from '@tessera/kernel/kinds';
import { FieldError, fieldType, fitsScale, linkTexts, type FieldProps, type ReadContext } from '@tessera/fields';
import { isBroken, meansEmpty, showBroken } from '@tessera/fields/infer';
import type { Cell } from '@tessera/kernel';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import type { Column } from '@tessera/proto/tables/v1/values';
import { FileError, isBlank, type Dialect } from './reader.ts';
import { readSource } from './source.ts';

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
  /** Of links: the records that texts of the file mean. */
  readonly records?: ReadonlyMap<string, readonly string[]>;
  /** Of a field that is there: what the table asks of it beside its type. */
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly hasDefault?: boolean;
  /** Decimals that the table keeps, where they are more than the field shows. */
  readonly keptScale?: number | undefined;
};
export type ConvertPlan = {
  readonly dialect: Dialect;
  readonly headerRow: number;
  /** Records to take; later ones (a row of totals) are left out. */
  readonly rows: number;
  readonly timezone: string;
  readonly columns: readonly ColumnPlan[];
  /** Records whose required fields would be empty are left out. */
  readonly leaveOut?: boolean;
  /** A value that does not fit and that nobody decided about is a FileError `misfit`. */
  readonly refuseMisfits?: boolean;
};
export type Batch = {
  readonly chunk: number;
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly misfits: number;
  /** Records of the chunk that are left out; `count` are in `bytes`. */
  readonly leftOut: number;
};

/** Rises when the same file and plan would give other chunks: imports of another version do not resume. */
export const parserVersion = 5;

/**
 * As many as a commit may hold: what a commit costs beside its rows is paid half as often. It holds an embedded writer
 * for about 10 ms, of the 20 that an operation may.
 */
const rowsAtOnce = 1_000;
/** Estimated bytes of a chunk; the limit on what is encoded is a megabyte (docs/events.md 2). */
const bytesAtOnce = 700_000;
const bytesAtMost = 1_000_000;

/** A text that does not fit. */
export const misfit: unique symbol = Symbol('misfit');
/** A text that does not fit and that a person chose to leave empty. */
export const emptied: unique symbol = Symbol('emptied');
export type Outcome = Cell | null | typeof misfit | typeof emptied;
type Read = (text: string) => Outcome;
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
    findRecords: (text) => plan.records?.get(text) ?? [],
    strict: true,
  };
  const scale = Math.max(type.scale?.(plan.props) ?? 0, plan.keptScale ?? 0);
  const check = (cell: Cell | null): Outcome => {
    if (cell === null || !isNumber(type.storage)) return cell;
    return fitsScale(cell as string, scale) ? cell : misfit;
  };
  const read: Read = (text) => {
    try {
      return check(type.fromText(text, plan.props, context));
    } catch (error) {
      if (error instanceof FieldError) return misfit;
      throw error;
    }
  };
  const replaced = new Map<string, Outcome>(
    plan.replacements.map(({ value, text }) => [value, text === '' ? emptied : read(text)]),
  );
  const full: Read = (text) => {
    const broken = isBroken(text);
    const cell = broken ? misfit : read(text);
    if (cell !== misfit) return cell;
    const instead = replaced.size > 0 ? replaced.get(showBroken(text.trim())) : undefined;
    return instead !== undefined ? instead : !broken && meansEmpty(text) ? null : misfit;
  };
  const known = new Map<string, Outcome>();
  let asked = 0;
  let hits = 0;
  let remember = type.family !== 'text';
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

const isNone = (outcome: Outcome): outcome is typeof misfit | typeof emptied =>
  outcome === misfit || outcome === emptied;

export const cellOf = (outcome: Outcome): Cell | null => (isNone(outcome) ? null : outcome);

/** Whether a required field is left without a value; one that has a default gets it where the file has none. */
export const isMissing = (column: ColumnPlan, outcome: Outcome): boolean =>
  column.required === true && (isNone(outcome) || (outcome === null && column.hasDefault !== true));

const untouched = 2;

const cutText = (text: string): string => showBroken(text.trim().slice(0, 80));

/**
 * Rows to encoded RecordChanges; counts the cells left empty because their text does not fit, and the rows that are
 * left out.
 */
const encoder = (plan: ConvertPlan, findUser: FindUser) => {
  const columns = plan.columns.map((column) => ({
    ...column,
    storage: fieldType(column.type)!.storage,
    parts: fieldType(column.type)!.parts,
    read: reader(column, plan.timezone, findUser),
  }));
  const needed = plan.leaveOut === true ? columns.filter((column) => column.required) : [];
  const read = (row: readonly string[], column: (typeof columns)[number]): Outcome => {
    const text = row[column.index];
    return text === undefined || text === '' ? null : column.read(text);
  };
  return (
    rows: readonly (readonly string[])[],
  ): { readonly bytes: Uint8Array; readonly misfits: number; readonly count: number; readonly leftOut: number } => {
    const taken =
      needed.length === 0 ? rows : rows.filter((row) => !needed.some((column) => isMissing(column, read(row, column))));
    let misfits = 0;
    const encoded: Column[] = [];
    for (const column of columns) {
      const { fieldId, generation, storage, parts } = column;
      const set: Cell[] = [];
      let states: Uint8Array | undefined;
      let emptied = false;
      for (let i = 0; i < taken.length; i++) {
        let cell = read(taken[i]!, column);
        const none = cell === null;
        if (isNone(cell)) {
          if (cell === misfit && plan.refuseMisfits === true)
            throw new FileError('misfit', `"${cutText(taken[i]![column.index]!)}" does not fit its field.`);
          misfits++;
          cell = null;
        }
        if (cell === null) {
          // What the file does not say gets the field's default; what it says wrongly does not.
          (states ??= new Uint8Array(taken.length))[i] = none && column.hasDefault === true ? untouched : 1;
          emptied ||= !none && column.hasDefault === true;
        } else set.push(cell);
      }
      if (set.length > 0 || emptied)
        encoded.push({
          fieldId,
          generation,
          states: states ?? new Uint8Array(0),
          cells: wrapCells(storage, set, parts),
        });
    }
    const { length: count } = taken;
    const create = { count, recordIds: [], versions: [], columns: encoded };
    const bytes = RecordChanges.encode({ create, update: undefined, delete: undefined }).finish();
    return { bytes, misfits, count, leftOut: rows.length - taken.length };
  };
};

/**
 * An upper estimate of what a row takes when encoded; depends on the row alone, so that chunks are cut alike each time.
 */
const estimate = (row: readonly string[], plans: readonly ColumnPlan[], listed: ReadonlySet<ColumnPlan>): number => {
  let bytes = 0;
  for (const plan of plans) {
    const text = row[plan.index];
    if (text === undefined || text === '') continue;
    const lists = listed.has(plan) ? text.split(/[;,\n]/).length : 1;
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
  for await (const group of readSource(path, plan.dialect)) {
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
  const listed = new Set(plan.columns.filter(({ type }) => isList(fieldType(type)?.storage)));
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
    return { chunk: number, ...encoded };
  };
  for await (const group of readSource(path, plan.dialect)) {
    for (const cells of group) {
      if (isBlank(cells)) continue;
      row++;
      if (row <= plan.headerRow) continue;
      if (row - plan.headerRow > plan.rows) break;
      const size = estimate(cells, plan.columns, listed);
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

/** Links as lists of records have them, called as the text calls them. */
const linked = (cell: Cell, text: string, records: ColumnPlan['records']) => {
  const names = new Map(linkTexts(text).map((one) => [records?.get(one)?.[0], one]));
  return (cell as readonly string[]).map((id) => ({ id, label: names.get(id) ?? id }));
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
    for (const { index, fieldId, props, codec, read, records: known } of columns) {
      const text = row[index];
      const cell = text === undefined || text === '' ? null : read(text);
      if (isNone(cell)) misfits.push(fieldId);
      else if (cell !== null)
        fields[fieldId] = codec.links === undefined ? codec.toJson(cell, props) : linked(cell, text!, known);
    }
    return { fields, misfits };
  });
};
