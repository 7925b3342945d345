import type { Sort } from '@tessera/kernel';
import { storeKinds, widthOf, type Stored } from './values.ts';
import { invalid } from '../refusals.ts';

/**
 * Where a page ended: the stored values of its sorts (text as key and text) and the place in the order of creation.
 * `values` is absent when they are too long to carry; the store then reads them from the row.
 */
export type Cursor = { readonly row: number; readonly values?: readonly Stored[] };

const maxCarried = 1500;

/**
 * Names the order that a cursor belongs to; a cursor of another order is refused. FNV-1a over columns, directions and
 * ranks.
 */
const shapeOf = (sort: readonly Sort[]): string => {
  let hash = 0x811c9dc5;
  for (const { by, order, rank } of sort) {
    for (const part of [by.column, order, String(by.scale ?? 0), ...(rank ?? ['-'])]) {
      for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
      hash = Math.imul(hash ^ 0x1f, 0x01000193);
    }
  }
  return (hash >>> 0).toString(36);
};

/** How many stored values each sort contributes. */
const widthOfAll = (sort: readonly Sort[]): number => sort.reduce((width, { by }) => width + widthOf(by.storage), 0);

export const encodeCursor = (sort: readonly Sort[], cursor: Cursor): string => {
  const values = cursor.values?.map((value) => (typeof value === 'bigint' ? { n: String(value) } : value));
  const full = JSON.stringify([shapeOf(sort), cursor.row, ...(values ?? [])]);
  const text = full.length > maxCarried ? JSON.stringify([shapeOf(sort), cursor.row]) : full;
  return Buffer.from(text).toString('base64url');
};

/** Reads a cursor of this order. Throws `query.invalid_cursor`. */
export const decodeCursor = (sort: readonly Sort[], text: string): Cursor => {
  const refuse = () => invalid('query.invalid_cursor', 'The cursor does not belong to this query');
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw refuse();
  }
  if (!Array.isArray(parsed)) throw refuse();
  const [shape, row, ...rest] = parsed as unknown[];
  if (shape !== shapeOf(sort) || typeof row !== 'number' || !Number.isSafeInteger(row) || row < 0) throw refuse();
  if (rest.length === 0) return sort.length === 0 ? { row, values: [] } : { row };
  if (rest.length !== widthOfAll(sort)) throw refuse();
  const values: Stored[] = [];
  let at = 0;
  for (const { by } of sort) {
    const isText = storeKinds[by.storage].affinity === 'TEXT';
    const width = widthOf(by.storage);
    for (let i = 0; i < width; i++) {
      const value = rest[at++];
      if (value === null) values.push(null);
      else if (isText && typeof value === 'string') values.push(value);
      else if (!isText && typeof value === 'number' && Number.isSafeInteger(value)) values.push(value);
      else if (
        !isText &&
        typeof value === 'object' &&
        'n' in value &&
        typeof value.n === 'string' &&
        /^-?\d{1,19}$/.test(value.n)
      )
        values.push(BigInt(value.n));
      else throw refuse();
    }
    if (width === 2 && (values.at(-1) === null) !== (values.at(-2) === null)) throw refuse();
  }
  return { row, values };
};
