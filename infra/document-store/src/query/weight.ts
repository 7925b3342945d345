import type { SelectedColumn } from '@tessera/kernel';
import { isKeyed, type Stored } from './values.ts';

/** A page ends with the record that passes so many bytes, where its query names no other bound. */
export const pageBytes = 4_000_000;

/**
 * What one statement may bring into memory at once, however full its rows are: with their JSON, and two bytes a
 * character, four times as much.
 */
const statementBytes = 16_000_000;
/** The longest text that a cell holds (docs/events.md 2), and about the longest value of any other kind. */
const textBytes = 100_000;
const otherBytes = 200;
/** A character takes four bytes at most. */
const characterBytes = 4;

/** How many rows of these columns one statement may read without looking at their sizes first: one at least. */
export const rowsAtOnce = (columns: readonly Pick<SelectedColumn, 'storage' | 'cut'>[]): number => {
  let row = otherBytes;
  for (const { storage, cut } of columns)
    row += isKeyed(storage) ? Math.min(textBytes, (cut ?? textBytes) * characterBytes) : otherBytes;
  return Math.max(1, Math.floor(statementBytes / row));
};

/** Short texts are counted by their characters: exact enough, and their bytes need not be looked at. */
const short = 1_000;

/** The bytes of a text, about. */
export const bytesOfText = (text: string): number => (text.length < short ? text.length : Buffer.byteLength(text));

/** The bytes of stored values, about. */
export const bytesOf = (values: readonly Stored[]): number => {
  let bytes = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    bytes += typeof value === 'string' ? bytesOfText(value) : 8;
  }
  return bytes;
};

/** How many of these come before the bound is passed, the one that passes it included. */
export const withinBytes = <T>(list: readonly T[], bytes: number, size: (one: T) => number): number => {
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    sum += size(list[i]!);
    if (sum > bytes) return i + 1;
  }
  return list.length;
};
