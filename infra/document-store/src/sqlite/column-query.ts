import { compareText, fold } from '@tessera/kernel';
import type { AggregateFunction, Operand, PageQuery, Predicate, Row } from '@tessera/kernel';
import { satisfies } from '../query/evaluate.ts';
import { scaled } from '../query/scaled.ts';
import { fromStored, isKeyed, storeKinds, toCompared, type Stored } from '../query/values.ts';
import { gone, live } from './column-cache.ts';
import type { CachedTable, CodeColumn } from './column-cache.ts';
import { openOrders, type Bounds } from './column-orders.ts';
import type { Answered } from './aggregates.ts';
import { middle } from './median.ts';
import { cursorKeys, keyOfSort, keyed, leading, radix } from './column-sort.ts';
import type { Key, Ordered } from './column-sort.ts';

/**
 * Rows that satisfy a condition, 1 by their number: those of records that were named, which `of` tells, or those that a
 * search index knows, which are checked afterwards.
 */
type Hits = { readonly op: 'hits'; readonly rows: Uint8Array; readonly of?: readonly string[] };
/** A filter over columns in memory. */
export type Condition =
  | Leaf
  | Hits
  | { readonly op: 'and' | 'or'; readonly items: readonly Condition[] }
  | { readonly op: 'not'; readonly item: Condition };
export type Conditions = {
  readonly where: Condition;
  readonly allow: Condition;
  readonly sort?: PageQuery['sort'];
  readonly deleted?: boolean;
};

/** The operands that a filter and an order read. */
export const operandsOf = (query: Conditions): readonly Operand[] => [
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
  const row: Row = {
    id: '',
    version: 1,
    deleted: false,
    createdAt: 0,
    createdBy: '',
    updatedAt: 0,
    updatedBy: '',
    cells: {},
  };
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
  if (storeKinds[leaf.left.storage].scaled) {
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
const safe = ({ low, high }: Range): boolean =>
  [low, high].every(
    (bound) => Number.isSafeInteger(bound) || Math.abs(bound) === Number.MAX_VALUE || Math.abs(bound) > 2 ** 54,
  );

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

const test = (table: CachedTable, predicate: Condition): Test => {
  switch (predicate.op) {
    case 'hits': {
      const { rows } = predicate;
      return (row) => rows[row] === 1;
    }
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

/** Arrays of filters that are done: as many as stood in each other at one time. */
const spare: { readonly marks: Uint8Array; readonly left: Int32Array }[] = [];

/** Rows of any of several filters: each goes over its own column by itself, which is faster than all at each row. */
const anyFilter =
  (table: CachedTable, parts: readonly (readonly Filter[])[]): Filter =>
  (rows, n) => {
    // Used again by the next one: arrays of a large table that each query makes anew are gone later than they come.
    const { marks, left } = spare.pop() ?? { marks: new Uint8Array(0), left: new Int32Array(0) };
    const own = {
      marks: marks.length < table.size ? new Uint8Array(Math.ceil(table.size * 1.2)) : marks.fill(0, 0, table.size),
      left: left.length < n ? new Int32Array(Math.ceil(n * 1.2)) : left,
    };
    for (const part of parts) {
      own.left.set(rows.subarray(0, n));
      let found = n;
      for (const filter of part) found = filter(own.left, found);
      for (let i = 0; i < found; i++) own.marks[own.left[i]!] = 1;
    }
    const kept = marked(own.marks)(rows, n);
    spare.push(own);
    return kept;
  };

const marked =
  (marks: Uint8Array): Filter =>
  (rows, n) => {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      rows[kept] = row;
      kept += marks[row] === 1 ? 1 : 0;
    }
    return kept;
  };

const filters = (table: CachedTable, predicate: Condition): readonly Filter[] => {
  if ('left' in predicate) return [leafFilter(table, predicate)];
  if (predicate.op === 'and') return predicate.items.flatMap((item) => filters(table, item));
  if (predicate.op === 'hits') return [marked(predicate.rows)];
  if (predicate.op === 'or')
    return [
      anyFilter(
        table,
        predicate.items.map((item) => filters(table, item)),
      ),
    ];
  const one = test(table, predicate);
  return [(rows, n) => keep(rows, n, one)];
};

const leavesOf = (predicate: Condition): readonly Leaf[] =>
  'left' in predicate
    ? [predicate]
    : 'items' in predicate
      ? predicate.items.flatMap(leavesOf)
      : predicate.op === 'hits'
        ? []
        : leavesOf(predicate.item);

/** Whether arrays answer this filter exactly. */
export const answerable = (table: CachedTable, query: Conditions): boolean =>
  [...leavesOf(query.where), ...leavesOf(query.allow)].every(
    (leaf) => table.columns.get(leaf.left.column)?.type === 'codes' || safe(rangeOf(leaf)),
  );

/** A query's filter on one row. */
export const passing = (table: CachedTable, query: Conditions): Test => {
  const { state } = table;
  const wanted = query.deleted === true ? gone : live;
  const tests = [query.allow, query.where]
    .flatMap((one) => (one.op === 'and' ? one.items : [one]))
    .map((one) => test(table, one));
  return (row) => {
    if (state[row] !== wanted) return false;
    for (const one of tests) if (!one(row)) return false;
    return true;
  };
};

/** The range of the leading sort's keys that a filter leaves, in the order asked for; the whole one mostly. */
const boundsOf = (table: CachedTable, query: Conditions): Bounds | undefined => {
  const [sort] = query.sort ?? [];
  if (sort === undefined || table.columns.get(sort.by.column)?.type !== 'numbers') return undefined;
  let low = -Number.MAX_VALUE;
  let high = Number.MAX_VALUE;
  const narrow = (condition: Condition): void => {
    if (condition.op === 'and') for (const item of condition.items) narrow(item);
    if (!('left' in condition) || condition.left.column !== sort.by.column) return;
    const range = rangeOf(condition);
    if (!range.inside || range.empty) return;
    low = Math.max(low, range.low);
    high = Math.min(high, range.high);
  };
  narrow(query.allow);
  narrow(query.where);
  if (low === -Number.MAX_VALUE && high === Number.MAX_VALUE) return undefined;
  return sort.order === 'asc' ? { low, high } : { low: -high, high: -low };
};

let scratch = new Int32Array(0);

/** Rows of a filter in the order of their creation, in a buffer that the next call uses again. */
export const matching = (table: CachedTable, query: Conditions): { readonly rows: Int32Array; readonly n: number } => {
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

const ordered = (table: CachedTable, query: Conditions): Ordered & { readonly makers: readonly Key[] } => {
  const { rows, n } = matching(table, query);
  const makers = (query.sort ?? []).map((sort) => keyOfSort(table, sort));
  return { ...keyed(rows, n, makers), makers };
};

/** Above so many rows to step over, the whole order is made and kept instead. */
const farOffset = 4096;
const keptOrders = 4;

/** Rows looked at one by one, in the order of their creation, before all of them are gone over column by column. */
const earlyRows = 8192;
const early = (
  table: CachedTable,
  query: Conditions,
  after: number,
  skip: number,
  take: number,
): Int32Array | undefined => {
  const passes = passing(table, query);
  const found = new Int32Array(take);
  const end = Math.min(table.size, after + 1 + earlyRows);
  let left = skip;
  let n = 0;
  for (let row = after + 1; row < end && n < take; row++) {
    if (!passes(row)) continue;
    if (left > 0) left--;
    else found[n++] = row;
  }
  return n === take || end === table.size ? found.subarray(0, n) : undefined;
};

/** Answers queries over cached columns. Rows are numbers of creation (`_row`). */
/** The least or greatest text among places of a dictionary. */
const extremeText = (dictionary: readonly string[], seen: ReadonlySet<number>, fn: 'min' | 'max'): string =>
  [...seen]
    .map((code) => dictionary[code]!)
    .reduce((best, text) => (compareText(text, best) < 0 === (fn === 'min') ? text : best));

export const openColumnQueries = () => {
  const kept = openOrders();
  const orders = new Map<
    string,
    { readonly table: CachedTable; readonly position: number; readonly rows: Int32Array }
  >();

  const whole = (table: CachedTable, query: Conditions): Int32Array => {
    const key = JSON.stringify(
      [table.number, query.where, query.allow, query.sort ?? [], query.deleted ?? false],
      (_name, value: unknown) => (value instanceof Uint8Array ? undefined : value),
    );
    const known = orders.get(key);
    orders.delete(key);
    const made =
      known?.table === table && known.position === table.position
        ? known
        : { table, position: table.position, rows: radix(ordered(table, query)) };
    orders.set(key, made);
    for (const oldest of orders.keys()) {
      if (orders.size <= keptOrders) break;
      orders.delete(oldest);
    }
    return made.rows;
  };

  return {
    page(
      table: CachedTable,
      query: Conditions & Pick<PageQuery, 'sort'>,
      cursor: { readonly row: number; readonly values: readonly Stored[] } | undefined,
      skip: number,
      take: number,
    ): Int32Array {
      if (skip > farOffset && cursor === undefined) return whole(table, query).slice(skip, skip + take);
      const walked =
        query.sort.length === 0
          ? early(table, query, cursor?.row ?? 0, skip, take)
          : kept.page(table, query.sort, passing(table, query), cursor, skip, take, boundsOf(table, query));
      if (walked !== undefined) return walked;
      const found = ordered(table, query);
      const beyond = cursor && { row: cursor.row, keys: cursorKeys(query.sort, found.makers, cursor.values) };
      return leading(found, skip + take, beyond).slice(skip);
    },
    /** Makes an order that is wanted; true while more is left. Called between reads. */
    work: kept.work,
    count: (table: CachedTable, query: Conditions): number => matching(table, query).n,
    /** Place of a row in the order; the row must match. */
    placeOf(table: CachedTable, query: Conditions, row: number): number {
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
    aggregate(
      table: CachedTable,
      found: { readonly rows: Int32Array; readonly n: number },
      of: Operand,
      fn: AggregateFunction,
    ): readonly Answered[] {
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
      const texts = column.type === 'codes' && (fn === 'min' || fn === 'max');
      const values = fn === 'median' ? new Float64Array(n) : undefined;
      for (let i = 0; i < n; i++) {
        const value = cells[rows[i]!]!;
        if (value === empty) continue;
        if (values !== undefined) values[filled] = value;
        filled++;
        if (fn === 'distinct' || texts) seen.add(value);
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
        case 'percentFilled':
          return [BigInt(filled), BigInt(n)];
        case 'median':
          return [filled === 0 ? null : middle(values!.subarray(0, filled).sort()).join(' ')];
        case 'range':
          return filled === 0 ? [null] : [BigInt(min), BigInt(max)];
        case 'distinct':
          if (column.type === 'codes' && isKeyed(of.storage))
            return [BigInt(new Set([...seen].map((code) => fold(column.dictionary[code]!))).size)];
          return [BigInt(seen.size)];
        case 'checked':
          return [BigInt(low)];
        case 'sum':
        case 'average':
          return filled === 0 ? [null, null, 0n] : [0n, BigInt(high) * BigInt(unit) + BigInt(low), BigInt(filled)];
        case 'min':
        case 'max':
          if (filled === 0) return [null];
          return [texts ? extremeText(column.dictionary, seen, fn) : BigInt(fn === 'min' ? min : max)];
      }
    },
  };
};
