import { fold } from '@tessera/kernel';
import type { AggregateFunction, Operand, PageQuery, Predicate, Row, Sort } from '@tessera/kernel';
import type { QueryCore } from '../query/check.ts';
import { satisfies } from '../query/evaluate.ts';
import { compareText, delimiter, fromStored, scaled, toCompared } from '../query/values.ts';
import type { Stored } from '../query/values.ts';
import { gone, live } from './column-cache.ts';
import type { CachedTable, CodeColumn } from './column-cache.ts';

/** The operands that a filter and an order read. */
export const operandsOf = (query: Pick<QueryCore, 'where' | 'allow' | 'sort'>): readonly Operand[] => [
  ...leavesOf(query.where).map(({ left }) => left),
  ...leavesOf(query.allow).map(({ left }) => left),
  ...(query.sort ?? []).map(({ by }) => by),
];

type Leaf = Extract<Predicate, { readonly left: Operand }>;
/** Rows kept of `rows[0..n)`, in place; answers how many. */
type Filter = (rows: Int32Array, n: number) => number;
type Test = (row: number) => boolean;

/** For each place of a dictionary whether a cell with that text satisfies the leaf; place 0 is the empty cell. */
const passes = (column: CodeColumn, leaf: Leaf): Uint8Array => {
  const left: Operand = { ...leaf.left, column: 'c' };
  const moved = { ...leaf, left } as Leaf;
  const row: Row = { id: '', version: 1, deleted: false, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', cells: {} };
  return Uint8Array.from(column.dictionary, (text, place) => {
    const cell = place === 0 ? null : fromStored(left.storage, 0, text);
    return satisfies({ ...row, cells: { c: cell } }, moved) ? 1 : 0;
  });
};

/** A comparison of whole numbers as a range; `inside` false for its complement, `empty` whether empty cells pass. */
type Range = { readonly low: number; readonly high: number; readonly inside: boolean; readonly empty: boolean };

const rangeOf = (leaf: Leaf): Range => {
  const low = -Number.MAX_VALUE;
  const high = Number.MAX_VALUE;
  if (leaf.op === 'empty') return { low: 1, high: 0, inside: true, empty: true };
  if (leaf.op === 'notEmpty') return { low, high, inside: true, empty: false };
  if (!('value' in leaf)) throw new Error(`${leaf.op} does not apply to numbers`);
  let value: number;
  let exact = true;
  if (leaf.left.storage === 'decimal') {
    const cut = scaled(String(leaf.value), leaf.left.scale ?? 0);
    value = Number(cut.whole);
    exact = cut.exact;
  } else value = toCompared(leaf.left, leaf.value) as number;
  const none: Range = { low: 1, high: 0, inside: true, empty: false };
  switch (leaf.op) {
    case 'eq':
      return exact ? { low: value, high: value, inside: true, empty: false } : none;
    case 'ne':
      return exact ? { low: value, high: value, inside: false, empty: true } : { low, high, inside: true, empty: true };
    case 'lt':
      return { low, high: exact ? value - 1 : value, inside: true, empty: false };
    case 'le':
      return { low, high: value, inside: true, empty: false };
    case 'gt':
      return { low: value + 1, high, inside: true, empty: false };
    case 'ge':
      return { low: exact ? value : value + 1, high, inside: true, empty: false };
    default:
      throw new Error(`${leaf.op} does not apply to numbers`);
  }
};

/** Bounds that 64-bit floats do not hold exactly would move the range. */
const safe = ({ low, high }: Range): boolean => [low, high].every((bound) => Number.isSafeInteger(bound) || Math.abs(bound) === Number.MAX_VALUE || Math.abs(bound) > 2 ** 54);

const leafTest = (table: CachedTable, leaf: Leaf): Test => {
  const column = table.columns.get(leaf.left.column)!;
  if (column.type === 'codes') {
    const { codes } = column;
    const pass = passes(column, leaf);
    return (row) => pass[codes[row]!] === 1;
  }
  const { values, empty: none } = column;
  const { low, high, inside, empty } = rangeOf(leaf);
  return (row) => {
    const value = values[row]!;
    return value === none ? empty : (value >= low && value <= high) === inside;
  };
};

const test = (table: CachedTable, predicate: Predicate): Test => {
  switch (predicate.op) {
    case 'and':
    case 'or': {
      const tests = predicate.items.map((item) => test(table, item));
      if (predicate.op === 'and') return (row) => tests.every((one) => one(row));
      return (row) => tests.some((one) => one(row));
    }
    case 'not': {
      const inner = test(table, predicate.item);
      return (row) => !inner(row);
    }
    default:
      return leafTest(table, predicate);
  }
};

const leafFilter = (table: CachedTable, leaf: Leaf): Filter => {
  const column = table.columns.get(leaf.left.column)!;
  if (column.type === 'codes') {
    const { codes } = column;
    const pass = passes(column, leaf);
    return (rows, n) => {
      let kept = 0;
      for (let i = 0; i < n; i++) {
        const row = rows[i]!;
        rows[kept] = row;
        kept += pass[codes[row]!]!;
      }
      return kept;
    };
  }
  const { values, empty: none } = column;
  const { low, high, inside, empty } = rangeOf(leaf);
  if (!inside || empty) {
    const one = leafTest(table, leaf);
    return (rows, n) => keep(rows, n, one);
  }
  // The empty mark lies below every number, so that a lower bound above it leaves empty cells out.
  const least = low === -Number.MAX_VALUE && none !== Number.NEGATIVE_INFINITY ? none + 1 : low;
  return (rows, n) => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      const value = values[row]!;
      if (value >= least && value <= high) rows[kept++] = row;
    }
    return kept;
  };
};

const keep = (rows: Int32Array, n: number, one: Test): number => {
  let kept = 0;
  for (let i = 0; i < n; i++) {
    const row = rows[i]!;
    if (one(row)) rows[kept++] = row;
  }
  return kept;
};

const filters = (table: CachedTable, predicate: Predicate): readonly Filter[] => {
  if ('left' in predicate) return [leafFilter(table, predicate)];
  if (predicate.op === 'and') return predicate.items.flatMap((item) => filters(table, item));
  const one = test(table, predicate);
  return [(rows, n) => keep(rows, n, one)];
};

const leavesOf = (predicate: Predicate): readonly Leaf[] =>
  'left' in predicate ? [predicate] : 'items' in predicate ? predicate.items.flatMap(leavesOf) : leavesOf(predicate.item);

/** Whether arrays answer this filter exactly. */
export const answerable = (table: CachedTable, query: Pick<QueryCore, 'where' | 'allow'>): boolean =>
  [...leavesOf(query.where), ...leavesOf(query.allow)].every((leaf) => table.columns.get(leaf.left.column)?.type === 'codes' || safe(rangeOf(leaf)));

let scratch = new Int32Array(0);

/** Rows of a filter in the order of their creation, in a buffer that the next call uses again. */
export const matching = (table: CachedTable, query: Pick<QueryCore, 'where' | 'allow' | 'deleted'>): { readonly rows: Int32Array; readonly n: number } => {
  const { state, size } = table;
  if (scratch.length < size) scratch = new Int32Array(Math.ceil(size * 1.2));
  const rows = scratch;
  const wanted = query.deleted === true ? gone : live;
  let n = 0;
  for (let row = 1; row < size; row++) {
    rows[n] = row;
    n += state[row] === wanted ? 1 : 0;
  }
  for (const filter of [...filters(table, query.allow), ...filters(table, query.where)]) n = filter(rows, n);
  return { rows, n };
};

/** One sort as a number for each row, rising in the order asked for, empty cells last; `keyOf` gives it for a cursor's stored value. */
type Key = { fill(rows: Int32Array, n: number, into: Float64Array): void; keyOf(values: readonly Stored[]): number };

const places = (column: CodeColumn, { by, rank }: Sort): { readonly ranks: Float64Array; readonly rankOf: (text: string) => number } => {
  const list = by.storage === 'options' || by.storage === 'users';
  const first = (text: string): string => (list ? text.slice(1, text.indexOf(delimiter, 1)) : text);
  const ranked = rank !== undefined && rank.length > 0 && by.storage !== 'text';
  const group = (text: string): number => {
    const place = ranked ? rank.indexOf(first(text)) : 0;
    return place < 0 ? rank!.length : place;
  };
  const folded = by.storage === 'text' ? new Map(column.dictionary.map((text) => [text, fold(text)])) : undefined;
  const keyed = (text: string): string => folded?.get(text) ?? (folded ? fold(text) : text);
  const compare = (a: string, b: string): number => group(a) - group(b) || compareText(keyed(a), keyed(b)) || compareText(a, b);
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

const keyOfSort = (table: CachedTable, sort: Sort): Key => {
  const column = table.columns.get(sort.by.column)!;
  const sign = sort.order === 'asc' ? 1 : -1;
  if (column.type === 'numbers') {
    const { values, empty } = column;
    return {
      fill: (rows, n, into) => {
        for (let i = 0; i < n; i++) {
          const value = values[rows[i]!]!;
          into[i] = value === empty ? Number.POSITIVE_INFINITY : value * sign;
        }
      },
      keyOf: ([value]) => (value === null ? Number.POSITIVE_INFINITY : Number(value) * sign),
    };
  }
  const { codes } = column;
  const { ranks, rankOf } = places(column, sort);
  const keys = ranks.map((rank, place) => (place === 0 ? Number.POSITIVE_INFINITY : rank * sign));
  return {
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
type Ordered = { readonly rows: Int32Array; readonly n: number; readonly keys: readonly Float64Array[] };

const ordered = (table: CachedTable, query: QueryCore): Ordered & { readonly makers: readonly Key[] } => {
  const { rows, n } = matching(table, query);
  const makers = (query.sort ?? []).map((sort) => keyOfSort(table, sort));
  const keys = makers.map((maker) => {
    const into = new Float64Array(n);
    maker.fill(rows, n, into);
    return into;
  });
  return { rows, n, keys, makers };
};

/** Stored values of a cursor, sort by sort. */
const cursorKeys = (sort: readonly Sort[], makers: readonly Key[], values: readonly Stored[]): readonly number[] => {
  let at = 0;
  return sort.map(({ by }, i) => {
    const width = by.storage === 'text' ? 2 : 1;
    const own = values.slice(at, at + width);
    at += width;
    return makers[i]!.keyOf(own);
  });
};

/** The first `take` places of the order beyond a cursor: a heap whose top is the last of those kept. */
const leading = ({ rows, n, keys }: Ordered, take: number, beyond: { readonly keys: readonly number[]; readonly row: number } | undefined): Int32Array => {
  if (keys.length === 0) {
    const kept: number[] = [];
    for (let i = 0; i < n && kept.length < take; i++) if (beyond === undefined || rows[i]! > beyond.row) kept.push(rows[i]!);
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
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!less(heap[parent]!, heap[child]!)) break;
        [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
        child = parent;
      }
    } else if (take > 0 && less(i, heap[0]!)) {
      heap[0] = i;
      for (let parent = 0; ; ) {
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

/** Stable sort of places by keys that rise: least significant digits first, 16 bits a pass, passes without difference left out. */
const radix = ({ rows, n, keys }: Ordered): Int32Array => {
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

/** Above so many rows to step over, the whole order is made and kept instead. */
const farOffset = 4096;
const keptOrders = 4;

/** Answers queries over cached columns. Rows are numbers of creation (`_row`). */
export const openColumnQueries = () => {
  const orders = new Map<string, { readonly table: CachedTable; readonly position: number; readonly rows: Int32Array }>();

  const whole = (table: CachedTable, query: QueryCore): Int32Array => {
    const key = JSON.stringify([table.number, query.where, query.allow, query.sort ?? [], query.deleted ?? false]);
    const known = orders.get(key);
    orders.delete(key);
    const made = known?.table === table && known.position === table.position ? known : { table, position: table.position, rows: radix(ordered(table, query)) };
    orders.set(key, made);
    for (const oldest of orders.keys()) {
      if (orders.size <= keptOrders) break;
      orders.delete(oldest);
    }
    return made.rows;
  };

  return {
    page(table: CachedTable, query: QueryCore & Pick<PageQuery, 'sort'>, cursor: { readonly row: number; readonly values: readonly Stored[] } | undefined, skip: number, take: number): Int32Array {
      if (skip > farOffset && cursor === undefined) return whole(table, query).slice(skip, skip + take);
      const found = ordered(table, query);
      const beyond = cursor && { row: cursor.row, keys: cursorKeys(query.sort, found.makers, cursor.values) };
      return leading(found, skip + take, beyond).slice(skip);
    },
    count: (table: CachedTable, query: QueryCore): number => matching(table, query).n,
    /** Place of a row in the order; the row must match. */
    placeOf(table: CachedTable, query: QueryCore, row: number): number {
      const { rows, n, keys } = ordered(table, query);
      const at = rows.subarray(0, n).indexOf(row);
      if (at < 0) throw new Error('the row does not match');
      let before = 0;
      next: for (let i = 0; i < n; i++) {
        for (const key of keys) {
          if (key[i] === key[at]) continue;
          if (key[i]! < key[at]!) before++;
          continue next;
        }
        if (i < at) before++;
      }
      return before;
    },
    /** One aggregate over a filter, exact, as the three values that SQL gives for it (the first half of a sum is 0). */
    aggregate(table: CachedTable, found: { readonly rows: Int32Array; readonly n: number }, of: Operand, fn: AggregateFunction): readonly (bigint | null)[] {
      const { rows, n } = found;
      if (fn === 'count') return [BigInt(n)];
      const column = table.columns.get(of.column)!;
      const [cells, empty] = column.type === 'numbers' ? [column.values, column.empty] : [column.codes, 0];
      let filled = 0;
      // Two sums of safe size stand for one that may be larger than 2^53.
      const unit = 2 ** 26;
      let high = 0;
      let low = 0;
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      const seen = new Set<number>();
      for (let i = 0; i < n; i++) {
        const value = cells[rows[i]!]!;
        if (value === empty) continue;
        filled++;
        if (fn === 'distinct') seen.add(value);
        else {
          const part = Math.floor(value / unit);
          high += part;
          low += value - part * unit;
          if (value < min) min = value;
          if (value > max) max = value;
        }
      }
      switch (fn) {
        case 'filled':
          return [BigInt(filled)];
        case 'empty':
          return [BigInt(n - filled)];
        case 'distinct':
          if (column.type === 'codes' && of.storage === 'text') return [BigInt(new Set([...seen].map((code) => fold(column.dictionary[code]!))).size)];
          return [BigInt(seen.size)];
        case 'checked':
          return [BigInt(low)];
        case 'sum':
        case 'average':
          return filled === 0 ? [null, null, 0n] : [0n, BigInt(high) * BigInt(unit) + BigInt(low), BigInt(filled)];
        case 'min':
          return [filled === 0 ? null : BigInt(min)];
        case 'max':
          return [filled === 0 ? null : BigInt(max)];
      }
    },
  };
};
