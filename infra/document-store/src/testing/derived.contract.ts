import type { PageQuery, Row } from '@tessera/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';

const org = 'o1';
const table = 't1';
const id = (n: number): string => `01hrecord00000000000000${String(n).padStart(3, '0')}`;
const page = (more: Pick<PageQuery, 'select'>): PageQuery => ({
  table,
  where: { op: 'and', items: [] },
  allow: { op: 'and', items: [] },
  sort: [],
  limit: 50,
  ...more,
});

/** What the stores promise of columns that no event carries. */
export const derivedContract = (adapter: string, open: OpenAdapter): void => {
  describe(`${adapter}: derived columns`, () => {
    let store: StoreAdapter;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const makeTable = () =>
      store.write(org, [{ op: 'table.create', table, columns: [{ column: 'c1_1', kind: 'text', searchable: true }] }]);
    const insert = (from: number, names: readonly string[]) =>
      store.write(org, [
        {
          op: 'rows.insert',
          table,
          ids: names.map((_, i) => id(from + i)),
          columns: [{ column: 'c1_1', cells: names }],
        },
      ]);
    const twice = { column: 'c3_1', kind: 'decimal', scale: 2 } as const;
    const why = { column: 'c3_2', kind: 'text' } as const;
    const compute = (rows: readonly Row[]) => [
      { column: 'c3_1', cells: rows.map(({ cells }) => (cells['c1_1'] === 'b' ? null : '2.5')) },
      { column: 'c3_2', cells: rows.map(({ cells }) => (cells['c1_1'] === 'b' ? 'lost' : null)) },
    ];
    const reads = new Set(['c1_1']);
    const shown = async () =>
      JSON.parse(
        await store.records.page(
          org,
          page({
            select: [
              { ...twice, storage: 'decimal', key: 'x' },
              { ...why, storage: 'text', key: 'x', failure: true },
            ],
          }),
        ),
      ).records.map(({ fields }: { fields: { x?: unknown } }) => fields.x);

    it('are filled a few rows at a time, told with what came in the place of a value, and left to later versions', async () => {
      await makeTable();
      await insert(0, ['a', 'b', 'c']);
      await store.write(org, [{ op: 'table.derived', table, columns: [twice, why] }]);
      expect(await shown()).toEqual([undefined, undefined, undefined]);
      expect(await store.fillRows(reads, compute)).toBe(2);
      await store.write(org, [
        {
          op: 'rows.insert',
          table,
          ids: [id(9)],
          columns: [
            { column: 'c1_1', cells: ['z'] },
            { column: 'c3_1', cells: ['7'] },
          ],
        },
      ]);
      while ((await store.fillRows(reads, compute)) > 0);
      expect((await shown()).slice(0, 3)).toEqual([2.5, { error: 'lost' }, 2.5]);
      const versions = await store.versions(org, table, [id(0), id(1)]);
      expect(versions).toEqual([1, 1]);
      const derive = (version: number) =>
        store.write(org, [
          {
            op: 'rows.derive',
            table,
            ids: [id(1)],
            versions: [version],
            columns: [
              { column: 'c3_1', cells: ['4'] },
              { column: 'c3_2', cells: [null] },
            ],
          },
        ]);
      await derive(2);
      expect((await shown())[1]).toEqual({ error: 'lost' });
      await derive(1);
      expect((await shown())[1]).toBe(4);
      expect(await store.history(org, table, id(1), { limit: 9 })).toHaveLength(1);
    });

    it('are no part of the dump once they are derived no more, and are filled anew when they come back', async () => {
      await makeTable();
      await insert(0, ['a']);
      const before = await store.dump();
      await store.write(org, [{ op: 'table.derived', table, columns: [twice, why] }]);
      await store.write(org, [{ op: 'table.derived', table, columns: [] }]);
      expect(await store.fillRows(reads, compute)).toBe(0);
      expect(await store.dump()).toEqual(before);
      await store.write(org, [{ op: 'table.derived', table, columns: [twice, why] }]);
      while ((await store.fillRows(reads, compute)) > 0);
      expect(await shown()).toEqual([2.5]);
    });
  });
};
