import { bounded, type Sort } from '@tessera/kernel';
import type { Stored } from '../query/values.ts';
import type { CachedColumn, CachedTable } from './column-cache.ts';
import { cursorKeys, keyOfSort, keyed, radix } from './column-sort.ts';
import type { Key } from './column-sort.ts';

/** All rows of a table in one order. */
type Order = {
  readonly table: CachedTable;
  /** The arrays that it was made from: others in their place mean another order. */
  readonly columns: readonly CachedColumn[];
  /** In order, but for those that are `stale`. */
  readonly rows: Int32Array;
  /** By row, 1 where it was changed since: its place is in `moved`. */
  stale: Uint8Array;
  /** Rows changed or added since, in order. */
  moved: Int32Array;
  /** How many of the table's changes it knows. */
  seen: number;
};

/** Keys of the leading sort that can match, as they rise in the order asked for. */
export type Bounds = { readonly low: number; readonly high: number };

/** Orders kept at most, and the memory that they take together. */
const most = 8;
const mostBytes = 24 * 1024 * 1024;
/** An order of up to so many rows is made at once when it is asked for again; a larger one between reads. */
const atOnce = 200_000;
const leastMoved = 1000;
const movedShare = 1 / 64;
/** Share of the rows that may be looked at in their order before reading all of them in a row is faster. */
const walkShare = 1 / 6;
const leastWalk = 2000;

const bytesOf = ({ rows, stale, moved }: Order): number => rows.byteLength + stale.byteLength + moved.byteLength;

const compare =
  (makers: readonly Key[]) =>
  (a: number, b: number): number => {
    for (const maker of makers) {
      const x = maker.at(a);
      const y = maker.at(b);
      if (x !== y) return x < y ? -1 : 1;
    }
    return a - b;
  };

/** The first place in `rows` that `after` holds for; rows that are skipped have no place. */
const firstAfter = (rows: Int32Array, skipped: Uint8Array | undefined, after: (row: number) => boolean): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at < high && skipped?.[rows[at]!] === 1) at++;
    if (at === high || after(rows[at]!)) high = middle;
    else low = at + 1;
  }
  return low;
};

const make = (table: CachedTable, columns: readonly CachedColumn[], makers: readonly Key[]): Order => {
  const { state, size, changes } = table;
  const rows = new Int32Array(size);
  let n = 0;
  for (let row = 1; row < size; row++) {
    rows[n] = row;
    n += state[row] === 0 ? 0 : 1;
  }
  return {
    table,
    columns,
    rows: radix(keyed(rows, n, makers)),
    stale: new Uint8Array(size),
    moved: new Int32Array(0),
    seen: changes.dropped + changes.rows.length,
  };
};

/** Brings an order up to its table; false if so much has changed that it must be made anew. */
const follow = (order: Order, makers: readonly Key[]): boolean => {
  const { changes, size } = order.table;
  const all = changes.dropped + changes.rows.length;
  if (order.seen === all) return true;
  if (order.seen < changes.dropped) return false;
  const fresh = new Set(changes.rows.slice(order.seen - changes.dropped));
  if (order.moved.length + fresh.size > Math.max(leastMoved, order.rows.length * movedShare)) return false;
  if (order.stale.length < size) {
    const stale = new Uint8Array(Math.ceil(size * 1.1));
    stale.set(order.stale);
    order.stale = stale;
  }
  for (const row of fresh) order.stale[row] = 1;
  const inOrder = compare(makers);
  const added = [...fresh].sort(inOrder);
  const moved = new Int32Array(order.moved.length + added.length);
  let n = 0;
  let next = 0;
  for (const row of order.moved) {
    if (fresh.has(row)) continue;
    while (next < added.length && inOrder(added[next]!, row) < 0) moved[n++] = added[next++]!;
    moved[n++] = row;
  }
  while (next < added.length) moved[n++] = added[next++]!;
  order.moved = moved.subarray(0, n);
  order.seen = all;
  return true;
};

/**
 * Keeps the orders that are asked for again and again, so that a sorted page is a walk from the place where it begins
 * instead of a pass over the table. Rows that change meanwhile stand beside the order until they are so many that it is
 * made anew.
 */
export const openOrders = () => {
  const orders = new Map<string, Order>();
  /** How often an order was asked for before it was made. */
  const asked = bounded<string, number>(1000);
  const wanted = new Map<string, { readonly table: CachedTable; readonly sort: readonly Sort[] }>();

  const columnsOf = (table: CachedTable, sort: readonly Sort[]): readonly CachedColumn[] | undefined => {
    const columns: CachedColumn[] = [];
    for (const { by } of sort) {
      const column = table.columns.get(by.column);
      if (column === undefined) return undefined;
      columns.push(column);
    }
    return columns;
  };

  const keep = (key: string, order: Order): Order => {
    orders.delete(key);
    orders.set(key, order);
    let bytes = 0;
    for (const one of orders.values()) bytes += bytesOf(one);
    for (const [oldest, one] of orders) {
      if (orders.size <= most && bytes <= mostBytes) break;
      if (one === order) break;
      orders.delete(oldest);
      bytes -= bytesOf(one);
    }
    return order;
  };

  const orderOf = (table: CachedTable, sort: readonly Sort[], makers: readonly Key[]): Order | undefined => {
    const key = `${table.number} ${JSON.stringify(sort)}`;
    const columns = columnsOf(table, sort)!;
    const known = orders.get(key);
    if (
      known !== undefined &&
      known.table === table &&
      known.columns.every((column, i) => column === columns[i]) &&
      follow(known, makers)
    ) {
      if (orders.size > 1) keep(key, known);
      return known;
    }
    if (known === undefined) {
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      if (times === 1 && table.size > leastWalk) return undefined;
    }
    if (table.size > atOnce) {
      wanted.set(key, { table, sort });
      return undefined;
    }
    return keep(key, make(table, columns, makers));
  };

  return {
    /**
     * Rows `skip` to `skip + take` of those in the order that `passes` lets through, from a cursor on; undefined where
     * going over the whole table is the better way. `bounds` tells where in the order the rows stand that can pass.
     */
    page(
      table: CachedTable,
      sort: readonly Sort[],
      passes: (row: number) => boolean,
      cursor: { readonly row: number; readonly values: readonly Stored[] } | undefined,
      skip: number,
      take: number,
      bounds?: Bounds,
    ): Int32Array | undefined {
      const makers = sort.map((one) => keyOfSort(table, one));
      const order = orderOf(table, sort, makers);
      if (order === undefined) return undefined;
      const { rows, stale, moved } = order;
      let i = 0;
      let j = 0;
      if (cursor !== undefined) {
        const keys = cursorKeys(sort, makers, cursor.values);
        const after = (row: number): boolean => {
          for (const [k, maker] of makers.entries()) {
            const key = maker.at(row);
            if (key !== keys[k]) return key > keys[k]!;
          }
          return row > cursor.row;
        };
        i = firstAfter(rows, stale, after);
        j = firstAfter(moved, undefined, after);
      }
      const [lead] = makers as [Key];
      if (bounds !== undefined) {
        const within = (row: number): boolean => lead.at(row) >= bounds.low;
        i = Math.max(i, firstAfter(rows, stale, within));
        j = Math.max(j, firstAfter(moved, undefined, within));
      }
      const inOrder = compare(makers);
      const found = new Int32Array(take);
      let n = 0;
      let left = skip;
      let looks = Math.max(leastWalk, rows.length * walkShare);
      while (n < take) {
        while (i < rows.length && stale[rows[i]!] === 1) i++;
        let row: number;
        if (i < rows.length && (j === moved.length || inOrder(rows[i]!, moved[j]!) < 0)) row = rows[i++]!;
        else if (j < moved.length) row = moved[j++]!;
        else break;
        if (bounds !== undefined && lead.at(row) > bounds.high) break;
        if (looks-- < 0) return undefined;
        if (!passes(row)) continue;
        if (left > 0) left--;
        else found[n++] = row;
      }
      return found.subarray(0, n);
    },

    /** Makes one order that is wanted; true while more is left. */
    work(): boolean {
      for (const [key, { table, sort }] of wanted) {
        wanted.delete(key);
        const columns = columnsOf(table, sort);
        if (columns !== undefined)
          keep(
            key,
            make(
              table,
              columns,
              sort.map((one) => keyOfSort(table, one)),
            ),
          );
        return wanted.size > 0;
      }
      return false;
    },
    /** Memory that orders take, in bytes. */
    size: (): number => [...orders.values()].reduce((sum, order) => sum + bytesOf(order), 0),
  };
};
