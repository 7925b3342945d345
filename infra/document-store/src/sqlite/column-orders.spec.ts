import type { Sort } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { random } from '../testing/random.ts';
import type { Random } from '../testing/random.ts';
import { gone, live } from './column-cache.ts';
import type { CachedTable, CodeColumn } from './column-cache.ts';
import { openOrders } from './column-orders.ts';

const empty = Number.NEGATIVE_INFINITY;
const amount = { kind: 'field', column: 'amount', storage: 'decimal' } as const;
const stage = { kind: 'field', column: 'stage', storage: 'option' } as const;

const makeTable = (rows: number, r: Random) => {
  const values = new Float64Array(rows + 5000).fill(empty);
  const codes: CodeColumn = {
    type: 'codes',
    codes: new Uint16Array(rows + 5000),
    dictionary: [''],
    places: new Map(),
    most: 100,
    bytes: 0,
    mostBytes: 1_000_000,
  };
  const table: CachedTable = {
    number: 1,
    position: 1,
    size: rows + 1,
    state: new Uint8Array(rows + 5000),
    columns: new Map<string, CodeColumn | { type: 'numbers'; values: Float64Array; empty: number }>([
      ['amount', { type: 'numbers', values, empty }],
      ['stage', codes],
    ]),
    changes: { dropped: 0, rows: [] },
  };
  const set = (row: number): void => {
    table.state[row] = r.chance(0.1) ? gone : live;
    values[row] = r.chance(0.1) ? empty : r.int(50) - 25;
    const text = r.pick(['', 'lead', 'won', 'lost', `more${r.int(20)}`]);
    if (text !== '' && !codes.places.has(text)) {
      codes.places.set(text, codes.dictionary.length);
      codes.dictionary.push(text);
    }
    codes.codes[row] = codes.places.get(text) ?? 0;
  };
  for (let row = 1; row <= rows; row++) set(row);
  const change = (row: number): void => {
    set(row);
    table.size = Math.max(table.size, row + 1);
    table.changes.rows.push(row);
  };
  const expected = (sort: Sort): number[] => {
    const cells = (row: number): string | number | null => {
      if (sort.by === amount) return values[row] === empty ? null : values[row]!;
      return codes.codes[row] === 0 ? null : codes.dictionary[codes.codes[row]!]!;
    };
    const group = (cell: string | number): number =>
      sort.rank === undefined
        ? 0
        : sort.rank.includes(String(cell))
          ? sort.rank.indexOf(String(cell))
          : sort.rank.length;
    return Array.from({ length: table.size - 1 }, (_, i) => i + 1)
      .filter((row) => table.state[row] === live)
      .sort((a, b) => {
        const x = cells(a);
        const y = cells(b);
        if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0) || a - b;
        const order = group(x) - group(y) || (x < y ? -1 : x > y ? 1 : 0);
        return (sort.order === 'asc' ? order : -order) || a - b;
      });
  };
  return { table, values, codes, change, expected };
};

describe('orders of cached tables', () => {
  it('stay right while rows change, are added, are deleted, few at a time and many', () => {
    const r = random(5);
    const { table, values, codes, change, expected } = makeTable(1500, r);
    const orders = openOrders();
    const passes = (row: number): boolean => table.state[row] === live;
    let walked = 0;
    for (let round = 0; round < 150; round++) {
      const by = r.pick([amount, stage]);
      const sort: Sort = {
        by,
        order: r.pick(['asc', 'desc']),
        ...(by === stage && r.chance(0.5) ? { rank: ['won', 'lead'] } : {}),
      };
      const all = expected(sort);
      const skip = r.int(20);
      const at = r.int(all.length);
      const row = all[at]!;
      const value =
        by === amount
          ? values[row] === empty
            ? null
            : values[row]!
          : codes.codes[row] === 0
            ? null
            : codes.dictionary[codes.codes[row]!]!;
      expect([...(orders.page(table, [sort], passes, undefined, skip, 30) ?? [])]).toEqual(all.slice(skip, skip + 30));
      const after = orders.page(table, [sort], passes, { row, values: [value] }, skip, 30);
      expect([...(after ?? [])]).toEqual(all.slice(at + 1 + skip, at + 1 + skip + 30));
      walked++;
      const changes = r.chance(0.05) ? 1200 : r.int(8);
      for (let i = 0; i < changes; i++) change(r.chance(0.1) ? table.size : 1 + r.int(table.size - 1));
      if (r.chance(0.03)) {
        table.changes.dropped += table.changes.rows.length;
        table.changes.rows.length = 0;
      }
    }
    expect(walked).toBe(150);
    expect(orders.size()).toBeGreaterThan(0);
  });

  it('are not walked to find a few rows among many', () => {
    const { table } = makeTable(3000, random(6));
    const orders = openOrders();
    const sort: Sort[] = [{ by: amount, order: 'asc' }];
    orders.page(table, sort, () => true, undefined, 0, 10);
    expect(orders.page(table, sort, () => true, undefined, 0, 10)).toHaveLength(10);
    expect(orders.page(table, sort, (row) => row > 2999, undefined, 0, 10)).toBeUndefined();
  });
});
