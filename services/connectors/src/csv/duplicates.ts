import { isText } from '@tessera/kernel/kinds';
import { fieldType } from '@tessera/fields';
import { fold, type Cell } from '@tessera/kernel';
import { records, reader, type ConvertPlan, type FindUser } from './convert.ts';

/**
 * Values that stand more than once in the column that is to tell records apart; `row` counts records from 1, as misfits
 * do.
 */
export type Duplicates = {
  /** Records whose value stood in an earlier one. */
  readonly repeated: number;
  /** Records without a value: they are imported, and no value tells them apart. */
  readonly empty: number;
  /** The first of the values, with the first records that have them. */
  readonly values: readonly { readonly value: string; readonly count: number; readonly rows: readonly number[] }[];
};

const maxValues = 100;
const maxRows = 10;

/** 53 bits of a text: two that differ share one once in nine thousand million million. */
export const hashOf = (text: string): number => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
};

/** The key of a cell, by the same rule as the table's own claims: text without case, marks and spare blanks. */
export const keyOf = (cell: Cell | null, text: boolean): string | undefined =>
  cell === null ? undefined : text ? fold(cell as string) || undefined : String(cell);

/**
 * Looks for values that stand more than once in the one column of `plan`, at 8 bytes a record whatever the column
 * holds: the first pass keeps hashes, a second one, where some repeat, finds their values and rows.
 */
export const findDuplicates = async (path: string, plan: ConvertPlan, findUser: FindUser): Promise<Duplicates> => {
  const column = plan.columns[0]!;
  const text = isText(fieldType(column.type)!.storage);
  const read = reader(column, plan.timezone, findUser);
  const keyIn = (cells: readonly string[]): string | undefined => {
    const value = cells[column.index];
    const cell = value === undefined || value === '' ? null : read(value);
    return typeof cell === 'symbol' ? undefined : keyOf(cell, text);
  };
  const hashes = new Float64Array(plan.rows);
  let count = 0;
  let empty = 0;
  for await (const { cells } of records(path, plan)) {
    const key = keyIn(cells);
    if (key === undefined) empty++;
    else hashes[count++] = hashOf(key);
  }
  const sorted = hashes.subarray(0, count).sort();
  const twice = new Set<number>();
  let repeated = 0;
  for (let i = 1; i < count; i++) {
    if (sorted[i] !== sorted[i - 1]) continue;
    repeated++;
    // More values than will be shown, so that the first of the file are among them in all but absurd files.
    if (twice.size < 200_000) twice.add(sorted[i]!);
  }
  if (repeated === 0) return { repeated, empty, values: [] };
  const found = new Map<string, { value: string; count: number; rows: number[] }>();
  for await (const { cells, row } of records(path, plan)) {
    const key = keyIn(cells);
    if (key === undefined) continue;
    const known = found.get(key);
    if (known === undefined && (found.size >= maxValues || !twice.has(hashOf(key)))) continue;
    const value = known ?? { value: cells[column.index]!.trim().slice(0, 200), count: 0, rows: [] };
    if (known === undefined) found.set(key, value);
    value.count++;
    if (value.rows.length < maxRows) value.rows.push(row);
  }
  return { repeated, empty, values: [...found.values()].filter((one) => one.count > 1) };
};
