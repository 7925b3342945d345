import { fold, isParts, type Cell, type Row } from '@tessera/kernel';
import type { Cells } from '@tessera/proto/cells';
import type { RowError } from './parse.ts';

/**
 * What all values of one record hold at most, in bytes: so that each fits a page, and with its folded keys a document
 * of MongoDB (16 MB). A text whose key is more than twice as long counts half of the key.
 */
export const maxRecord = 4_000_000;

/** Texts up to here are not counted when they are written: 500 of them, keys included, are far from a document's end. */
const light = 100;
/** A character weighs at most this: one of three bytes may have a key of 33. */
const heaviestCharacter = 17;

const weightOfText = (text: string): number =>
  Math.max(Buffer.byteLength(text), Math.floor(Buffer.byteLength(fold(text)) / 2));

/** What a cell counts in its record, as `Row.bytes` does. */
export const weightOf = (cell: Cell | null | undefined): number => {
  if (isParts(cell)) return Object.values(cell).reduce<number>((sum, part) => sum + weightOf(part), 0);
  if (typeof cell === 'string') return weightOfText(cell);
  return Array.isArray(cell) && cell.length > 0 ? cell.reduce((sum: number, id: string) => sum + id.length + 1, 1) : 0;
};

/** Whether a write may make a record too large: then its rows are read with what they weigh. */
export const growsRecords = (columns: Iterable<Cells>): boolean => {
  for (const cells of columns)
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (isParts(cell) && weightOf(cell) > light) return true;
      if ((typeof cell === 'string' || Array.isArray(cell)) && cell.length > light) return true;
    }
  return false;
};

export const recordTooLarge = (index: number): RowError => ({
  index,
  code: 'records.record_too_large',
  message: 'A record holds at most 4 MB of values.',
  params: { limit: maxRecord },
});

/** Whether a change makes the record larger than it may be. One that makes it smaller always passes. */
export const outgrows = (
  { bytes }: Row,
  changes: readonly { readonly before: Cells; readonly after: Cells }[],
  place: number,
): boolean => {
  if (bytes === undefined) return false;
  let more = 0;
  for (const { before, after } of changes)
    if (after[place] !== undefined) more += weightOf(after[place]) - weightOf(before[place]);
  return more > 0 && bytes + more > maxRecord;
};

/** New records that are larger than a record may be, by their place. */
export const tooLargeRows = (columns: readonly Cells[], count: number): readonly number[] => {
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    let characters = 0;
    for (const cells of columns) {
      const cell = cells[i];
      if (typeof cell === 'string') characters += cell.length;
    }
    if (characters * heaviestCharacter <= maxRecord) continue;
    if (columns.reduce((sum, cells) => sum + weightOf(cells[i]), 0) > maxRecord) found.push(i);
  }
  return found;
};
