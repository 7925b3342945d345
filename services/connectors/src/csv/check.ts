import { isNumber, isText } from '@tessera/kernel/kinds';
import { fieldType, numberShape, placesOf, FieldError, type Alteration, type ReadContext } from '@tessera/fields';
import { isBroken, joinsLines, showBroken, type Fit, type Misfit } from '@tessera/fields/infer';
import { keyOf, hashOf } from './duplicates.ts';
import {
  cellOf,
  isMissing,
  misfit,
  reader,
  records,
  type ColumnPlan,
  type ConvertPlan,
  type FindUser,
  type Outcome,
} from './convert.ts';

/** Records that a rule of the table keeps out; `rows` are the first of them, counted from 1. */
export type Refused = { readonly fieldId: string; readonly count: number; readonly rows: readonly number[] };
/** What a whole file would come to in a table that is there, by the very code that imports it. */
export type Check = {
  /** How the values of each column of the plan fit, in its order, as the file has them: before replacements. */
  readonly fits: readonly Fit[];
  /** By the same columns, values that would be left empty and that nobody decided about, in the records that are taken. */
  readonly emptied: readonly number[];
  readonly required: readonly Refused[];
  /** Records whose value of a unique field stands in an earlier record of the file. */
  readonly repeated: readonly Refused[];
  /** Records that one of the two keeps out. */
  readonly leftOut: number;
};
/** Values that would be claimed: `rows` and `keys` side by side. */
export type Keys = { readonly fieldId: string; readonly rows: readonly number[]; readonly keys: readonly string[] };

const maxKinds = 2_000;
const maxShown = 100;
const maxRows = 10;
/** As many keys as the table is asked for at once. */
const keysAtOnce = 1_000;

type Seen = { value: string; row: number; count: number };

/** Hashes of texts, 8 bytes each beside the heap; `add` is false for one that is there. */
const hashSet = (most: number): { add(text: string): boolean } => {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(8, most * 2)));
  const table = new Float64Array(slots);
  return {
    add: (text) => {
      const hash = hashOf(text) || 1;
      for (let at = hash % slots; ; at = (at + 1) % slots) {
        if (table[at] === hash) return false;
        if (table[at] !== 0) continue;
        table[at] = hash;
        return true;
      }
    },
  };
};

const tally = () => {
  const all = new Map<string, { count: number; rows: number[] }>();
  return {
    add: (fieldId: string, row: number): void => {
      const one = all.get(fieldId) ?? { count: 0, rows: [] };
      all.set(fieldId, one);
      one.count++;
      if (one.rows.length < maxRows) one.rows.push(row);
    },
    list: (): readonly Refused[] => [...all].map(([fieldId, one]) => ({ fieldId, ...one })),
  };
};

/** Whether a number has more decimals than its field keeps. */
const rounds = (text: string, column: ColumnPlan, scale: number): boolean => {
  const shape = numberShape(text.trim());
  const written = column.decimal === ',' ? shape?.comma : shape?.dot;
  return written !== undefined && placesOf(written) > scale;
};

const watch = (column: ColumnPlan, plan: ConvertPlan, findUser: FindUser) => {
  const type = fieldType(column.type)!;
  const raw = reader({ ...column, replacements: [] }, plan.timezone, findUser);
  const full = column.replacements.length === 0 ? raw : reader(column, plan.timezone, findUser);
  const scale = isNumber(type.storage) ? (type.scale?.(column.props) ?? 0) : undefined;
  const bad = new Map<string, Seen>();
  const none = new Map<string, number>();
  let [total, empty, matched, rounded, joined, altered, beyond, meantEmpty] = [0, 0, 0, 0, 0, 0, 0, 0];
  const alterations = new Map<string, { row: number; count: number; readonly found: Alteration }>();
  const { decimal, dayFirst, serialDates, props } = column;
  const context: ReadContext = {
    decimal,
    dayFirst,
    serialDates,
    timezone: plan.timezone,
    findUser,
    findRecords: (text) => column.records?.get(text) ?? [],
    strict: true,
  };
  const reasonOf = (value: string): Pick<Misfit, 'reason' | 'message'> => {
    if (isBroken(value))
      return { reason: 'text.broken', message: 'Some bytes are no text in the encoding of the file' };
    try {
      type.fromText(value, props, context);
    } catch (error) {
      if (error instanceof FieldError) return { reason: error.code, message: error.message };
      throw error;
    }
    return { reason: 'number.too_large', message: 'This number is too large for the field' };
  };
  return {
    column,
    text: isText(type.storage),
    read: (cells: readonly string[], row: number): Outcome => {
      total++;
      const value = cells[column.index] ?? '';
      if (value.trim() === '') {
        empty++;
        return null;
      }
      const cell = raw(value);
      if (cell === null) {
        const word = value.trim();
        meantEmpty++;
        if (none.has(word) || none.size < maxShown) none.set(word, (none.get(word) ?? 0) + 1);
        return cell;
      }
      if (cell !== misfit) {
        matched++;
        if (scale !== undefined && rounds(value, column, scale)) rounded++;
        if (joinsLines(type.id, value.trim())) joined++;
        const found = type.alters?.(value, props, context);
        if (found !== undefined) {
          altered++;
          const known = alterations.get(value.trim());
          if (known !== undefined) known.count++;
          else if (alterations.size < maxShown) alterations.set(value.trim(), { row, count: 1, found });
        }
        return cell;
      }
      const key = value.trim();
      const seen = bad.get(key);
      if (seen !== undefined) seen.count++;
      else if (bad.size < maxKinds) bad.set(key, { value: key, row, count: 1 });
      else beyond++;
      return full(value);
    },
    fit: (): Fit => {
      const kinds = [...bad.values()].sort((a, b) => b.count - a.count || a.row - b.row);
      const unlisted = kinds.slice(maxShown).reduce((sum, one) => sum + one.count, beyond);
      const misfits = kinds
        .slice(0, maxShown)
        .map((one) => ({ ...one, ...reasonOf(one.value), value: showBroken(one.value) }));
      const words = [...none].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
      const changed = [...alterations]
        .map(
          ([
            value,
            {
              row,
              count,
              found: { code, message, becomes },
            },
          ]) => ({
            row,
            value,
            count,
            reason: code,
            message,
            becomes,
          }),
        )
        .sort((a, b) => b.count - a.count || a.row - b.row);
      return {
        total,
        empty,
        matched,
        rounded,
        joined,
        altered,
        unlisted,
        misfits,
        meantEmpty,
        words,
        alterations: changed.slice(0, 20),
      };
    },
  };
};

/**
 * Reads a whole file as its import would, without writing: what fits, and which records the required and unique fields
 * of the table keep out. `onKeys` gets what the others would claim, for the table to say what it has already. Throws
 * FileError.
 */
export const check = async (
  path: string,
  plan: ConvertPlan,
  findUser: FindUser,
  onKeys: (keys: Keys) => void,
): Promise<Check> => {
  const columns = plan.columns.map((column) => watch(column, plan, findUser));
  const unique = columns.flatMap(({ column, text }, at) =>
    column.unique === true
      ? [{ at, text, fieldId: column.fieldId, known: hashSet(plan.rows), rows: [] as number[], keys: [] as string[] }]
      : [],
  );
  const [required, repeated] = [tally(), tally()];
  const emptied = columns.map(() => 0);
  let leftOut = 0;
  const send = (one: (typeof unique)[number]): void => {
    if (one.keys.length === 0) return;
    onKeys({ fieldId: one.fieldId, rows: one.rows, keys: one.keys });
    one.rows = [];
    one.keys = [];
  };
  for await (const { cells, row } of records(path, plan)) {
    const read = columns.map((column) => column.read(cells, row));
    const missing = columns.filter(({ column }, at) => isMissing(column, read[at]!));
    for (const { column } of missing) required.add(column.fieldId, row);
    if (missing.length > 0) {
      leftOut++;
      continue;
    }
    const wanted = unique.flatMap((one) => {
      const key = keyOf(cellOf(read[one.at]!), one.text);
      return key === undefined ? [] : [{ one, key }];
    });
    const twice = wanted.filter(({ one, key }) => !one.known.add(key));
    for (const { one } of twice) repeated.add(one.fieldId, row);
    if (twice.length > 0) {
      leftOut++;
      continue;
    }
    read.forEach((outcome, at) => {
      if (outcome === misfit) emptied[at]!++;
    });
    for (const { one, key } of wanted) {
      one.rows.push(row);
      if (one.keys.push(key) === keysAtOnce) send(one);
    }
  }
  unique.forEach(send);
  return {
    fits: columns.map((column) => column.fit()),
    emptied,
    required: required.list(),
    repeated: repeated.list(),
    leftOut,
  };
};
