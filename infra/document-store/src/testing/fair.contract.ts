import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operand, PageQuery, Predicate } from '@tessera/kernel';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';

const everyone: Predicate = { op: 'and', items: [] };
const text: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
const select: PageQuery['select'] = [{ ...text, key: 'text' }];

/** Reads of one person do not hold up those of others. */
export const fairContract = (name: string, open: OpenAdapter, rows: number): void => {
  describe(`${name}: reads are fair`, { timeout: 120_000 }, () => {
    let store: StoreAdapter;
    const controller = new AbortController();
    beforeAll(async () => {
      store = await open();
      const ids = (from: number, count: number) =>
        Array.from({ length: count }, (_, i) => `01hrow${String(from + i).padStart(20, '0')}`);
      const insert = (table: string, names: readonly string[]) => ({
        op: 'rows.insert' as const,
        table,
        ids: names,
        columns: [{ column: 'c1_1', cells: names.map((id) => `${id} ${'words that are long '.repeat(20)}`) }],
      });
      const columns = [{ column: 'c1_1', kind: 'text' as const }];
      for (const table of ['large', 'small']) await store.write('org1', [{ op: 'table.create', table, columns }]);
      for (let from = 0; from < rows; from += 1000) await store.write('org1', [insert('large', ids(from, 1000))]);
      await store.write('org1', [insert('small', ids(0, 20))]);
      await store.settle();
    }, 120_000);
    afterAll(() => store.close());

    /** No two alike, and none that finds anything: each looks through all texts several times, longer than a short read may. */
    const scan = (i: number, asker: string): Promise<unknown> =>
      store.records.page(
        'org1',
        {
          table: 'large',
          select,
          where: {
            op: 'or',
            items: Array.from({ length: 3 }, (_, k) => ({ op: 'contains', left: text, value: `no such words ${k}` })),
          },
          allow: { op: 'ne', left: text, value: `nobody ${i}` },
          sort: [],
          limit: 50,
        },
        { asker, deadlineMs: 60_000, signal: controller.signal },
      );
    const page = (): Promise<unknown> =>
      store.records.page(
        'org1',
        { table: 'small', select, where: everyone, allow: everyone, sort: [], limit: 10 },
        { asker: 'bob', deadlineMs: 60_000 },
      );

    it('a page is answered while the scans of somebody else wait, and they all are in the end', async () => {
      let done = 0;
      const scans = Array.from({ length: 30 }, (_, i) => scan(i, 'ada').then(() => done++));
      const ended = Promise.allSettled(scans);
      await page();
      const meanwhile = done;
      await ended;
      expect(meanwhile).toBeLessThan(scans.length - 5);
      expect(done).toBe(scans.length);
    });

    it('scans whose asker left are given up, and their places are free', async () => {
      const scans = Array.from({ length: 30 }, (_, i) => scan(100 + i, 'ada'));
      const ended = Promise.allSettled(scans);
      await Promise.race(scans);
      controller.abort();
      const left = (await ended).filter(({ status }) => status === 'rejected');
      expect(left.length).toBeGreaterThan(5);
      expect(left).toEqual(
        left.map(() => expect.objectContaining({ reason: expect.objectContaining({ code: 'query.cancelled' }) })),
      );
      await page();
    });
  });
};
