import { compareText, fold, isOfIds } from '@tessera/kernel';
import type { Sort } from '@tessera/kernel';
import { emptiesFirst, firstId, isJoined, isKeyed, widthOf, type Stored } from '../query/values.ts';
import type { CachedTable, CodeColumn } from './column-cache.ts';

/**
 * One sort as a number for each row, rising in the order asked for, empty cells below or above all others; `keyOf`
 * gives it for a cursor's stored value.
 */
export type Key = {
  at(row: number): number;
  fill(rows: Int32Array, n: number, into: Float64Array): void;
  keyOf(values: readonly Stored[]): number;
};

type Places = { readonly ranks: Float64Array; readonly rankOf: (text: string) => number };
/** Places of a dictionary's texts by the order that they were asked for in; right until the dictionary grows. */
const remembered = new WeakMap<CodeColumn, Map<string, { readonly size: number; readonly places: Places }>>();

const places = (column: CodeColumn, sort: Sort): Places => {
  let known = remembered.get(column);
  if (known === undefined) remembered.set(column, (known = new Map()));
  const key = `${sort.by.storage}\n${(sort.rank ?? []).join('\n')}`;
  const size = column.dictionary.length;
  let found = known.get(key);
  if (found?.size !== size) {
    if (known.size >= 8) known.clear();
    known.set(key, (found = { size, places: makePlaces(column, sort) }));
  }
  return found.places;
};

const makePlaces = (column: CodeColumn, { by, rank }: Sort): Places => {
  const first = isJoined(by.storage) ? firstId : (text: string): string => text;
  const ranked = rank !== undefined && rank.length > 0 && isOfIds(by.storage);
  const group = (text: string): number => {
    const place = ranked ? rank.indexOf(first(text)) : 0;
    return place < 0 ? rank!.length : place;
  };
  const folded = isKeyed(by.storage) ? new Map(column.dictionary.map((text) => [text, fold(text)])) : undefined;
  const keyed = (text: string): string => folded?.get(text) ?? (folded ? fold(text) : text);
  const compare = (a: string, b: string): number =>
    group(a) - group(b) || compareText(keyed(a), keyed(b)) || compareText(a, b);
  const order = column.dictionary.slice(1).toSorted(compare);
  const ranks = new Float64Array(column.dictionary.length);
  order.forEach((text, i) => (ranks[column.places.get(text)!] = i));
  return {
    ranks,
    // A text that no row has any more lies between two that are there.
    rankOf: (text) => {
      const place = column.places.get(text);
      return place === undefined ? order.filter((other) => compare(other, text) < 0).length - 0.5 : ranks[place]!;
    },
  };
};

export const keyOfSort = (table: CachedTable, sort: Sort): Key => {
  const column = table.columns.get(sort.by.column)!;
  const sign = sort.order === 'asc' ? 1 : -1;
  const none = emptiesFirst(sort) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (column.type === 'numbers') {
    const { values, empty } = column;
    return {
      at: (row) => (values[row] === empty ? none : values[row]! * sign),
      fill: (rows, n, into) => {
        for (let i = 0; i < n; i++) {
          const value = values[rows[i]!]!;
          into[i] = value === empty ? none : value * sign;
        }
      },
      keyOf: ([value]) => (value === null ? none : Number(value) * sign),
    };
  }
  const { codes } = column;
  const { ranks, rankOf } = places(column, sort);
  const keys = ranks.map((rank, place) => (place === 0 ? Number.POSITIVE_INFINITY : rank * sign));
  return {
    at: (row) => keys[codes[row]!]!,
    fill: (rows, n, into) => {
      for (let i = 0; i < n; i++) into[i] = keys[codes[rows[i]!]!]!;
    },
    keyOf: (values) => {
      const text = values.at(-1);
      return text === null || text === undefined ? Number.POSITIVE_INFINITY : rankOf(text as string) * sign;
    },
  };
};

/** The rows of a filter in an order: positions in `rows`, with the keys by which they compare. */
export type Ordered = { readonly rows: Int32Array; readonly n: number; readonly keys: readonly Float64Array[] };

/** Rows with their keys by each sort. */
export const keyed = (rows: Int32Array, n: number, makers: readonly Key[]): Ordered => ({
  rows,
  n,
  keys: makers.map((maker) => {
    const into = new Float64Array(n);
    maker.fill(rows, n, into);
    return into;
  }),
});

/** Stored values of a cursor, sort by sort. */
export const cursorKeys = (
  sort: readonly Sort[],
  makers: readonly Key[],
  values: readonly Stored[],
): readonly number[] => {
  let at = 0;
  return sort.map(({ by }, i) => {
    const width = widthOf(by.storage);
    const own = values.slice(at, at + width);
    at += width;
    return makers[i]!.keyOf(own);
  });
};

/** The first `take` places of the order beyond a cursor: a heap whose top is the last of those kept. */
export const leading = (
  { rows, n, keys }: Ordered,
  take: number,
  beyond: { readonly keys: readonly number[]; readonly row: number } | undefined,
): Int32Array => {
  if (keys.length === 0) {
    const kept: number[] = [];
    for (let i = 0; i < n && kept.length < take; i++)
      if (beyond === undefined || rows[i]! > beyond.row) kept.push(rows[i]!);
    return Int32Array.from(kept);
  }
  const [lead] = keys as [Float64Array];
  const less = (a: number, b: number): boolean => {
    for (const key of keys) if (key[a] !== key[b]) return key[a]! < key[b]!;
    return a < b;
  };
  const after = (i: number): boolean => {
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k]![i]!;
      if (key !== beyond!.keys[k]) return key > beyond!.keys[k]!;
    }
    return rows[i]! > beyond!.row;
  };
  const heap: number[] = [];
  const least = beyond?.keys[0] ?? Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const key = lead[i]!;
    if (key < least) continue;
    if (heap.length === take && key > lead[heap[0]!]!) continue;
    if (beyond !== undefined && !after(i)) continue;
    if (heap.length < take) {
      heap.push(i);
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (!less(heap[parent]!, heap[child]!)) break;
        [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
        child = parent;
      }
    } else if (take > 0 && less(i, heap[0]!)) {
      heap[0] = i;
      for (let parent = 0; ;) {
        let child = 2 * parent + 1;
        if (child >= take) break;
        if (child + 1 < take && less(heap[child]!, heap[child + 1]!)) child++;
        if (!less(heap[parent]!, heap[child]!)) break;
        [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
        parent = child;
      }
    }
  }
  heap.sort((a, b) => (less(a, b) ? -1 : 1));
  return Int32Array.from(heap, (i) => rows[i]!);
};

/**
 * Stable sort of places by keys that rise: least significant digits first, 16 bits a pass, passes without difference
 * left out.
 */
export const radix = ({ rows, n, keys }: Ordered): Int32Array => {
  let order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  let other = new Int32Array(n);
  const counts = new Uint32Array(65_536);
  for (const key of keys.toReversed()) {
    // Floats order like their bits once negative ones are flipped and the sign is turned.
    const bits = new Uint32Array(Float64Array.from(key).buffer);
    for (let i = 0; i < n; i++) {
      const high = bits[2 * i + 1]!;
      if (high === 0x80000000 && bits[2 * i] === 0) bits[2 * i + 1] = 0x80000000;
      else if (high >= 0x80000000) {
        bits[2 * i] = ~bits[2 * i]!;
        bits[2 * i + 1] = ~high;
      } else bits[2 * i + 1] = high | 0x80000000;
    }
    for (let pass = 0; pass < 4; pass++) {
      const word = pass >> 1;
      const shift = (pass & 1) * 16;
      counts.fill(0);
      for (let i = 0; i < n; i++) counts[(bits[2 * i + word]! >>> shift) & 0xffff]!++;
      if (n > 0 && counts[(bits[word]! >>> shift) & 0xffff] === n) continue;
      let sum = 0;
      for (let digit = 0; digit < 65_536; digit++) {
        const count = counts[digit]!;
        counts[digit] = sum;
        sum += count;
      }
      for (let i = 0; i < n; i++) {
        const place = order[i]!;
        other[counts[(bits[2 * place + word]! >>> shift) & 0xffff]!++] = place;
      }
      [order, other] = [other, order];
    }
  }
  for (let i = 0; i < n; i++) order[i] = rows[order[i]!]!;
  return order;
};
