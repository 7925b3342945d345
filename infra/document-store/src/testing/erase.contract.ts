import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelOp, Operand, PageQuery } from '@tessera/kernel';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';
import { cell, columns } from './cases.ts';
import { random } from './random.ts';

const org = 'org1';
const table = 'table1';
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
const everyone = { op: 'and', items: [] } as const;

/** What `rows.erase` leaves: a store that answers everything as one in which the rows were never made. */
export const eraseContract = (name: string, open: OpenAdapter): void => {
  describe(`${name}: erased rows`, () => {
    let store: StoreAdapter;
    let never: StoreAdapter;
    let position: number;
    const rows = 60;
    const gone = new Set([0, 7, 8, 31, rows - 1]);
    const erased = [...gone].map(idOf);

    beforeEach(async () => {
      [store, never] = await Promise.all([open(), open()]);
      position = 0;
    });
    afterEach(() => Promise.all([store.close(), never.close()]));

    /** The op in both stores, without the rows to be erased in the second. */
    const write = async (op: ModelOp): Promise<void> => {
      position += 1;
      await store.write(org, [op], { position });
      if (!('ids' in op)) return never.write(org, [op], { position });
      const keep = op.ids.map((id) => !erased.includes(id));
      const kept = <T>(values: readonly T[]): T[] => values.filter((_, i) => keep[i]);
      const rest = {
        ...op,
        ids: kept(op.ids),
        ...('versions' in op && { versions: kept(op.versions) }),
        ...('columns' in op && { columns: op.columns.map((c) => ({ ...c, cells: kept(c.cells) })) }),
      };
      await never.write(org, rest.ids.length === 0 ? [] : [rest as ModelOp], { position });
    };
    const fill = async (): Promise<void> => {
      const r = random(3);
      await write({ op: 'table.create', table, columns });
      await write({ op: 'table.indexes', table, indexes: [{ columns: ['c1_1'] }, { columns: ['c6_1', 'c2_1'] }] });
      const ids = Array.from({ length: rows }, (_, i) => idOf(i));
      await write({
        op: 'rows.insert',
        table,
        ids,
        columns: columns.map((spec) => ({ column: spec.column, cells: ids.map(() => cell(r, spec)) })),
      });
      await write({
        op: 'rows.update',
        table,
        ids,
        versions: ids.map(() => 2),
        columns: [{ column: 'c1_1', cells: ids.map((_, i) => `word${i % 4} 検索語彙`) }],
      });
      await write({ op: 'rows.delete', table, ids: ids.slice(5, 9), versions: [3, 3, 3, 3] });
    };
    const erase = async (): Promise<void> => {
      position += 1;
      await store.write(org, [{ op: 'rows.erase', table, ids: [...erased, 'never made'] }], { position });
    };
    const text: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
    const number: Operand = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 };
    const base: PageQuery = {
      table,
      select: columns.map(({ column, kind, scale }) => ({
        column,
        storage: kind,
        key: column,
        ...(scale !== undefined && { scale }),
      })),
      where: everyone,
      allow: everyone,
      sort: [],
      limit: 500,
    };
    const asked: readonly PageQuery[] = [
      base,
      { ...base, deleted: true },
      { ...base, sort: [{ by: text, order: 'desc' }] },
      { ...base, where: { op: 'ge', left: number, value: '0' }, sort: [{ by: number, order: 'asc' }] },
      { ...base, search: { text: 'word3', columns: [text] } },
      { ...base, search: { text: '検索語 word1', columns: [text] }, sort: [{ by: number, order: 'desc' }] },
      { ...base, where: { op: 'eq', left: text, value: 'word2 検索語彙' } },
    ];
    const answers = async (of: StoreAdapter) => {
      const all: unknown[] = [];
      for (const query of asked) {
        all.push(await of.records.page(org, query), await of.records.count(org, query));
        all.push(
          await of.records.aggregate(org, query, [
            { of: number, function: 'sum' },
            { of: text, function: 'distinct' },
          ]),
        );
        for (const n of [1, 30, 58]) all.push(await of.records.placeOf(org, query, idOf(n)));
      }
      return all;
    };

    it('are in no answer, as if they had never been made, whether they were indexed or not', async () => {
      await fill();
      await store.settle();
      await never.settle();
      // What readers keep in memory is warm with them.
      await answers(store);
      await answers(store);
      await erase();
      expect(await answers(store)).toEqual(await answers(never));
      await store.settle();
      expect(await answers(store)).toEqual(await answers(never));
      expect(await store.read(org, { kind: 'rows', table, ids: erased })).toEqual(erased.map(() => undefined));
      expect(await store.versions(org, table, erased)).toEqual(erased.map(() => 0));
      for (const id of erased) expect(await store.history(org, table, id, { limit: 10 })).toEqual([]);
      expect(await store.records.one(org, table, erased[0]!, base.select)).toBeUndefined();
      expect(await store.history(org, table, idOf(6), { limit: 10 })).toEqual([5, 4, 3]);
    });

    it('leave the others and what comes after them in the same order, in the dump as well', async () => {
      await fill();
      await erase();
      await erase();
      const ids = [idOf(100), idOf(101)];
      await write({
        op: 'rows.insert',
        table,
        ids,
        columns: [{ column: 'c1_1', cells: ['word3 later', 'word1 later'] }],
      });
      await write({
        op: 'rows.update',
        table,
        ids: [idOf(3)],
        versions: [3],
        columns: [{ column: 'c1_1', cells: ['word3 changed'] }],
      });
      expect(await answers(store)).toEqual(await answers(never));
      await store.settle();
      await never.settle();
      expect(await answers(store)).toEqual(await answers(never));
      expect(await store.dump()).toEqual(await never.dump());
    });

    it('of another organization or of no table are nobody', async () => {
      await fill();
      await store.write('org2', [{ op: 'rows.erase', table, ids: [idOf(1)] }]);
      await store.write(org, [{ op: 'rows.erase', table: 'nowhere', ids: [idOf(1)] }]);
      expect(await store.versions(org, table, [idOf(1)])).toEqual([2]);
    });
  });
};
