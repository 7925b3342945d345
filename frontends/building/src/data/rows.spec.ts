import type { ShownRecord } from './cut-text.ts';
import { describe, expect, it } from 'vitest';
import { createRows, type RowSource } from './rows.ts';

const record = (n: number, version = 1): ShownRecord => ({
  id: `r${n}`,
  version,
  fields: { a: n },
  createdAt: '',
  updatedAt: '',
});

/** A table in memory; it notes what it was asked. */
const table = (count: number, most = Number.POSITIVE_INFINITY) => {
  const asked: string[] = [];
  let size = count;
  let slice = (from: number, to: number): readonly ShownRecord[] =>
    Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, n) => record(from + n));
  const source: RowSource = {
    page: async ({ offset, limit: wanted, after }) => {
      const limit = Math.min(wanted, most);
      asked.push(after === undefined ? `offset ${offset}` : `after ${after}`);
      const from = after === undefined ? offset : Number(after);
      const records = slice(from, from + limit);
      return { records, ...(from + limit < size ? { next: String(from + limit) } : {}) };
    },
    count: async () => ({ total: size }),
  };
  const replace = (next: readonly ShownRecord[]): void => {
    size = next.length;
    slice = (from, to) => next.slice(from, to);
  };
  return { source, asked, replace };
};

const settle = async (rows: { busy: () => boolean }): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
  if (rows.busy()) await settle(rows);
};

const rowsOf = (count: number, keep = 12_000, most?: number) => {
  const memory = table(count, most);
  const errors: unknown[] = [];
  const rows = createRows(memory.source, {
    onChange: () => undefined,
    onError: (error) => errors.push(error),
    block: 100,
    keep,
  });
  return { rows, errors, ...memory };
};

describe('rows of a query', () => {
  it('shows the first block before the count is known, with room for more', async () => {
    const { rows } = rowsOf(1000);
    rows.want(0, 20);
    await settle(rows);
    expect(rows.at(7)?.id).toBe('r7');
    expect(rows.total()).toBeNull();
    expect(rows.size()).toBe(200);
    await rows.count();
    expect(rows.size()).toBe(1000);
  });

  it('goes on from a cursor and jumps by offset', async () => {
    const { rows, asked } = rowsOf(1_000_000);
    rows.want(0, 20);
    await settle(rows);
    await rows.count();
    rows.want(90, 110);
    await settle(rows);
    rows.want(700_010, 700_040);
    await settle(rows);
    expect(asked).toEqual(['offset 0', 'after 100', 'offset 700000']);
    expect(rows.at(700_020)?.id).toBe('r700020');
    expect(rows.at(5000)).toBeUndefined();
  });

  it('does not ask for blocks that were only passed', async () => {
    const { rows, asked } = rowsOf(1_000_000);
    rows.want(0, 20);
    await settle(rows);
    await rows.count();
    asked.length = 0;
    for (let i = 1; i <= 200; i++) rows.want(i * 4000, i * 4000 + 30);
    await settle(rows);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(rows.at(800_000)?.id).toBe('r800000');
  });

  it('knows the total of a table that fits into its first block', async () => {
    const { rows } = rowsOf(3);
    rows.want(0, 20);
    await settle(rows);
    expect(rows.size()).toBe(3);
    const empty = rowsOf(0);
    empty.rows.want(0, 20);
    await settle(empty.rows);
    expect(empty.rows.started()).toBe(true);
    expect(empty.rows.size()).toBe(0);
  });

  it('keeps memory bounded while scrolling', async () => {
    const { rows } = rowsOf(100_000, 1000);
    rows.want(0, 20);
    await settle(rows);
    await rows.count();
    for (let at = 0; at < 20_000; at += 100) {
      rows.want(at, at + 30);
      await settle(rows);
    }
    expect(rows.at(10)).toBeUndefined();
    expect(rows.at(19_910)?.id).toBe('r19910');
    expect(rows.loadedIds(0, 100_000).length).toBeLessThanOrEqual(1000);
  });

  it('closes the gap when rows leave and opens one for new rows', async () => {
    const { rows } = rowsOf(1000);
    rows.want(0, 150);
    await settle(rows);
    await rows.count();
    expect(rows.remove(['r1', 'r5', 'r900'])).toEqual([1, 5]);
    expect([0, 1, 2, 3, 4, 5].map((at) => rows.at(at)?.id)).toEqual(['r0', 'r2', 'r3', 'r4', 'r6', 'r7']);
    expect(rows.placeOf('r7')).toBe(5);
    expect(rows.size()).toBe(998);
    rows.insert(2, [record(5000)]);
    expect(rows.at(2)?.id).toBe('r5000');
    expect(rows.at(3)?.id).toBe('r3');
    expect(rows.size()).toBe(999);
  });

  it('keeps what is shown while it is asked for again', async () => {
    const { rows, replace } = rowsOf(500);
    rows.want(0, 20);
    await settle(rows);
    await rows.count();
    replace([record(9999), ...Array.from({ length: 400 }, (_, n) => record(n, 2))]);
    rows.refresh();
    expect(rows.at(0)?.id).toBe('r0');
    await settle(rows);
    expect(rows.at(0)?.id).toBe('r9999');
    expect(rows.at(1)).toMatchObject({ id: 'r0', version: 2 });
    expect(rows.size()).toBe(401);
  });

  it('never goes back to an older version of a record', async () => {
    const { rows } = rowsOf(10);
    rows.want(0, 5);
    await settle(rows);
    expect(rows.put([record(3, 4), record(77, 9)])).toEqual(['r3']);
    expect(rows.put([record(3, 2)])).toEqual([]);
    expect(rows.record('r3')?.version).toBe(4);
  });

  it('stops asking after a failure until it is told to try again', async () => {
    let broken = true;
    let calls = 0;
    const { source } = table(50);
    const errors: unknown[] = [];
    const rows = createRows(
      {
        ...source,
        page: async (request, signal) => {
          calls += 1;
          if (broken) throw new Error('down');
          return source.page(request, signal);
        },
      },
      { onChange: () => undefined, onError: (error) => errors.push(error), block: 100 },
    );
    rows.want(0, 5);
    await settle(rows);
    rows.want(0, 6);
    await settle(rows);
    expect(calls).toBe(1);
    expect(rows.failed()).toBe(true);
    broken = false;
    rows.retry();
    await settle(rows);
    expect(rows.at(0)?.id).toBe('r0');
  });

  it('goes on where a page holds fewer rows than it was asked for', async () => {
    const { rows, asked, replace } = rowsOf(0, 12_000, 30);
    replace(Array.from({ length: 250 }, (_, n) => record(n)));
    rows.want(0, 20);
    await settle(rows);
    expect(asked).toEqual(['offset 0', 'after 30', 'after 60', 'after 90']);
    expect([rows.at(29)?.id, rows.at(30)?.id, rows.at(99)?.id, rows.total()]).toEqual(['r29', 'r30', 'r99', null]);
    await rows.count();
    rows.want(150, 249);
    await settle(rows);
    expect(rows.loadedIds(0, 300).length).toBe(250);
    expect([rows.at(249)?.id, rows.size()]).toEqual(['r249', 250]);
    rows.want(0, 249);
    replace([record(9999), ...Array.from({ length: 250 }, (_, n) => record(n))]);
    rows.refresh();
    await settle(rows);
    expect(Array.from({ length: 251 }, (_, at) => rows.at(at)?.id)).toEqual([
      'r9999',
      ...Array.from({ length: 250 }, (_, n) => `r${n}`),
    ]);
  });

  it('shows what came before a failure and goes on from there', async () => {
    const { source, asked } = table(80, 30);
    let broken = false;
    const rows = createRows(
      {
        ...source,
        page: async (request, signal) => {
          if (broken) throw new Error('503');
          broken = true;
          return source.page(request, signal);
        },
      },
      { onChange: () => undefined, onError: () => undefined, block: 100 },
    );
    rows.want(0, 20);
    await settle(rows);
    expect([rows.failed(), rows.at(29)?.id, rows.at(30)]).toEqual([true, 'r29', undefined]);
    for (let tries = 0; tries < 2; tries++) {
      broken = false;
      rows.retry();
      await settle(rows);
    }
    expect([asked, rows.at(79)?.id, rows.total()]).toEqual([['offset 0', 'after 30', 'after 60'], 'r79', 80]);
  });

  it('forgets answers of an earlier query', async () => {
    const { rows, source } = rowsOf(300);
    rows.want(0, 5);
    const other = table(2);
    other.replace([record(41), record(42)]);
    rows.reset(other.source);
    await settle(rows);
    expect([rows.at(0)?.id, rows.at(1)?.id, rows.at(2)?.id, rows.size()]).toEqual(['r41', 'r42', undefined, 2]);
    expect(source).toBeDefined();
  });

  it('keeps a row that is written in where a newer answer no longer has it, and counts with it', async () => {
    const memory = table(30);
    const held: string[] = [];
    const rows = createRows(memory.source, {
      onChange: () => undefined,
      onError: () => expect.fail(),
      pinned: () => ['r7', 'new'],
      onHeld: (id) => held.push(id),
      block: 100,
    });
    rows.want(0, 20);
    void rows.count();
    await settle(rows);
    rows.insert(rows.size(), [{ ...record(99), id: 'new' }]);
    rows.settle(['new'], 5);
    memory.replace(Array.from({ length: 29 }, (_, n) => record(n < 7 ? n : n + 1)));
    rows.refresh();
    await settle(rows);
    expect([rows.at(7)?.id, rows.at(8)?.id, rows.at(30)?.id, rows.size()]).toEqual(['r7', 'r8', 'new', 31]);
    expect(held).toEqual(['r7', 'new']);
    // What the person took out themselves is gone.
    rows.remove(['r7']);
    rows.refresh();
    await settle(rows);
    expect([rows.at(7)?.id, rows.placeOf('r7'), rows.size()]).toEqual(['r8', undefined, 30]);
  });
});
