import { bounded, type PageQuery } from '@tessera/kernel';
import type { Stored } from '../query/values.ts';
import { keyColumn, recordTable, type TableInfo } from './catalog.ts';
import type { Connection } from './connection.ts';
import { emptyEntry } from './index-tables.ts';

/** Rows of one table in the ascending order of a text: those that have one, then those that have none. */
type Order = {
  rows: Int32Array;
  filled: number;
  /** The largest number among them. */
  newest: number;
  /** True as of this position of the table. */
  position: number;
  readonly erased: number;
};

/** Changed rows that are put in their places one by one; with more an order is made anew. */
const mostChanged = 5_000;

/**
 * So often the first rows of a large table are looked for alone, a seventh of what its whole order takes: by then its
 * index is there, or the order is kept.
 */
const firstRows = { askings: 4, fromTable: 50_000 } as const;

/**
 * Keeps the orders of tables by texts that are too many to be kept themselves, 4 bytes a row: any page of such an order
 * is found without walking to it. Making one sorts the table, or reads an index where there is one; afterwards it
 * follows the table by the positions of its rows. Texts are compared where they stand.
 */
export const openTextOrders = (
  connection: Connection,
  capacity: number,
  firstRowsFrom: number = firstRows.fromTable,
) => {
  const orders = new Map<string, Order>();
  /** How often the first rows in an order were looked for alone. */
  const alone = bounded<string, number>(1000);

  const list = (sql: string): readonly number[] =>
    JSON.parse((connection.arrays(`SELECT json_group_array(_row) FROM (${sql})`).get() as unknown as [string])[0]);

  const make = (table: TableInfo, column: string): Order => {
    const key = keyColumn(column);
    const rows = recordTable(table.number);
    const index = table.indexes.find(
      ({ beside, columns }) => beside !== undefined && columns[0] === key && columns[1] === column,
    );
    const ticking = '((_row & 1023) <> 0 OR tick())';
    const order = `ORDER BY ${key}, ${column}, _row`;
    const [filled, empty] =
      index === undefined
        ? [
            list(`SELECT _row FROM ${rows} WHERE _deleted = 0 AND ${column} IS NOT NULL AND ${ticking} ${order}`),
            list(`SELECT _row FROM ${rows} WHERE _deleted = 0 AND ${column} IS NULL AND ${ticking} ORDER BY _row`),
          ]
        : [
            list(`SELECT _row FROM ${index.beside} WHERE ${key} < ${emptyEntry} AND ${ticking} ${order}`),
            list(`SELECT _row FROM ${index.beside} WHERE ${key} = ${emptyEntry} AND ${ticking} ORDER BY _row`),
          ];
    const all = new Int32Array(filled.length + empty.length);
    all.set(filled);
    all.set(empty, filled.length);
    let newest = 0;
    for (let i = 0; i < all.length; i++) newest = Math.max(newest, all[i]!);
    return { rows: all, filled: filled.length, newest, position: table.position, erased: table.erased };
  };

  /** First place of `from` to `to` that a test holds at, which holds at all behind it as well. */
  const firstOf = (from: number, to: number, test: (place: number) => boolean): number => {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (test(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const asks = (sql: string): ((...params: Stored[]) => boolean) => {
    const statement = connection.arrays(sql);
    return (...params) => (statement.get(...params) as unknown as [number])[0] === 1;
  };

  /** Brings an order up to its table; false where so much has changed that it must be made anew. */
  const follow = (order: Order, table: TableInfo, column: string): boolean => {
    if (order.erased !== table.erased || order.position > table.position) return false;
    if (order.position === table.position) return true;
    const key = keyColumn(column);
    const name = recordTable(table.number);
    const changed = connection
      .arrays(
        `SELECT _row, CASE WHEN _deleted = 1 THEN 0 WHEN ${column} IS NULL THEN 1 ELSE 2 END FROM ${name} WHERE _moved_position > ? LIMIT ${mostChanged + 1}`,
      )
      .all(order.position) as unknown as [number, number][];
    if (changed.length > mostChanged) return false;
    for (const [row] of changed) order.newest = Math.max(order.newest, row);
    const gone = new Uint8Array(order.newest + 1);
    for (const [row] of changed) gone[row] = 1;
    // What stays, in its order, at the beginning of the new one.
    const rows = new Int32Array(order.rows.length + changed.length);
    let filled = 0;
    for (let i = 0; i < order.filled; i++) {
      const row = order.rows[i]!;
      if (gone[row] === 0) rows[filled++] = row;
    }
    const empty = order.rows.subarray(order.filled).filter((row) => gone[row] === 0);
    const added = list(
      `SELECT value AS _row FROM json_each('[${changed.flatMap(([row, state]) => (state === 2 ? [row] : [])).join(',')}]') JOIN ${name} AS r ON r._row = value ORDER BY r.${key}, r.${column}, r._row`,
    );
    const before = asks(
      `SELECT (a.${key}, a.${column}, a._row) < (b.${key}, b.${column}, b._row) FROM ${name} AS a, ${name} AS b WHERE a._row = ? AND b._row = ?`,
    );
    const stays = filled;
    const places = added.map((row) => firstOf(0, stays, (place) => before(row, rows[place]!)));
    // From the end, so that nothing is overwritten before it has moved.
    let to = stays + added.length;
    filled = to;
    let from = stays;
    for (let i = added.length - 1; i >= 0; i--) {
      const place = places[i]!;
      rows.copyWithin(to - (from - place), place, from);
      to -= from - place;
      from = place;
      rows[--to] = added[i]!;
    }
    const emptied = changed.flatMap(([row, state]) => (state === 1 ? [row] : []));
    const without = Int32Array.from([...empty, ...emptied]).sort();
    rows.set(without, filled);
    order.rows = rows.subarray(0, filled + without.length);
    order.filled = filled;
    order.position = table.position;
    return true;
  };

  const orderOf = (table: TableInfo, column: string): Order | undefined => {
    // While one is made its numbers stand in memory as text and as a list as well.
    if (table.live * 8 > capacity) return undefined;
    const key = `${table.number} ${column}`;
    const known = orders.get(key);
    orders.delete(key);
    const order = known !== undefined && follow(known, table, column) ? known : make(table, column);
    orders.set(key, order);
    let bytes = 0;
    for (const one of orders.values()) bytes += one.rows.byteLength;
    for (const [oldest, one] of orders) {
      if (bytes <= capacity || one === order) break;
      orders.delete(oldest);
      bytes -= one.rows.byteLength;
    }
    return order;
  };

  return {
    /**
     * Rows `skip` to `skip + take` of all live rows in the order of a text, from a cursor on; undefined where the table
     * is too large for its order to be kept.
     */
    page(
      table: TableInfo,
      [sort]: PageQuery['sort'],
      cursor: { readonly row: number; readonly values: readonly Stored[] } | undefined,
      skip: number,
      take: number,
    ): readonly number[] | undefined {
      const { column } = sort!.by;
      const order = orderOf(table, column);
      if (order === undefined) return undefined;
      const { rows, filled } = order;
      const key = keyColumn(column);
      const name = recordTable(table.number);
      const descending = sort!.order === 'desc';
      let at = skip;
      if (cursor !== undefined) {
        const [wantedKey, wanted] = cursor.values as [Stored, Stored];
        if (wantedKey === null) at += firstOf(filled, rows.length, (place) => rows[place]! > cursor.row);
        else if (descending) {
          // The rows of one text stand in the order of their creation in both directions.
          const reached = asks(`SELECT (${key}, ${column}) >= (?, ?) FROM ${name} WHERE _row = ?`);
          const passed = asks(`SELECT (${key}, ${column}) > (?, ?) FROM ${name} WHERE _row = ?`);
          const first = firstOf(0, filled, (place) => reached(wantedKey, wanted, rows[place]!));
          const end = firstOf(first, filled, (place) => passed(wantedKey, wanted, rows[place]!));
          at += filled - end + firstOf(first, end, (place) => rows[place]! > cursor.row) - first;
        } else {
          const passed = asks(`SELECT (${key}, ${column}, _row) > (?, ?, ?) FROM ${name} WHERE _row = ?`);
          at += firstOf(0, filled, (place) => passed(wantedKey, wanted, cursor.row, rows[place]!));
        }
      }
      const found: number[] = [];
      if (descending) {
        const less = asks(
          `SELECT (a.${key}, a.${column}) < (b.${key}, b.${column}) FROM ${name} AS a, ${name} AS b WHERE a._row = ? AND b._row = ?`,
        );
        while (found.length < take && at < filled) {
          const last = filled - 1 - at;
          // The rows of one text, of which the last may be the one asked for.
          const alone = (place: number, next: number): boolean =>
            next < 0 || next >= filled || less(rows[Math.min(place, next)]!, rows[Math.max(place, next)]!);
          const first = alone(last, last - 1) ? last : firstOf(0, last, (place) => !less(rows[place]!, rows[last]!));
          const end = alone(last, last + 1)
            ? last + 1
            : firstOf(last + 1, filled, (place) => less(rows[last]!, rows[place]!));
          for (let i = first + at - (filled - end); i < end && found.length < take; i++, at++) found.push(rows[i]!);
        }
      }
      for (; found.length < take && at < rows.length; at++) found.push(rows[at]!);
      return found;
    },
    /** Whether the first rows in an order that is not there are looked for without making it. */
    spares: ({ number, live }: TableInfo, column: string): boolean => {
      const key = `${number} ${column}`;
      return live >= firstRowsFrom && (alone.get(key) ?? 0) < firstRows.askings && !orders.has(key);
    },
    /** Counts that once it is done: a long read begins again. */
    spared: ({ number }: TableInfo, column: string): void => {
      const key = `${number} ${column}`;
      alone.set(key, (alone.get(key) ?? 0) + 1);
    },
    /** Memory that orders take, in bytes. */
    size: (): number => [...orders.values()].reduce((sum, { rows }) => sum + rows.byteLength, 0),
  };
};
