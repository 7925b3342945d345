import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createdPosition, fold } from '@tessera/kernel';
import type { ChangedColumn, Operand, PageQuery, Predicate, Row, RowsPart, SelectedColumn } from '@tessera/kernel';
import type { OpenAdapter, StoreAdapter } from './adapter.ts';

const org = 'o1';
const table = 't1';
const name: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
const price: Operand = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 };
const select: readonly SelectedColumn[] = [
  { column: 'c1_1', storage: 'text', key: 'name' },
  { column: 'c2_1', storage: 'decimal', scale: 2, key: 'price' },
];
const all: Predicate = { op: 'and', items: [] };
const page = (more: Partial<PageQuery> = {}): PageQuery => ({
  table,
  select,
  where: all,
  allow: all,
  sort: [],
  limit: 50,
  ...more,
});
const id = (n: number): string => `01hrecord00000000000000${String(n).padStart(3, '0')}`;

/** What the writer and the readers of a store promise beside the query tree. */
export const modelContract = (adapter: string, open: OpenAdapter, { transactions = true } = {}): void => {
  describe(`${adapter}: documents and records`, () => {
    let store: StoreAdapter;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const makeTable = async (organizationId = org) =>
      store.write(organizationId, [
        {
          op: 'table.create',
          table,
          columns: [
            { column: 'c1_1', kind: 'text', searchable: true },
            { column: 'c2_1', kind: 'decimal', scale: 2 },
          ],
        },
      ]);
    const insert = async (from: number, names: readonly (string | null)[], organizationId = org) =>
      store.write(organizationId, [
        {
          op: 'rows.insert',
          table,
          ids: names.map((_, i) => id(from + i)),
          columns: [{ column: 'c1_1', cells: names }],
        },
      ]);
    const names = async (query: Partial<PageQuery> = {}, organizationId = org) =>
      (await store.records.rows(organizationId, page(query))).rows.map(({ cells }) => cells['c1_1'] ?? null);

    it('puts, replaces, finds and deletes documents of one organization', async () => {
      await store.write(org, [
        { op: 'document.put', collection: 'things', id: 'b', document: { color: 'red', size: 1, ready: true } },
        {
          op: 'document.put',
          collection: 'things',
          id: 'a',
          document: { color: 'red', size: 2, ready: false, more: { x: [1] } },
        },
        { op: 'document.put', collection: 'things', id: 'c', document: { color: 'blue', size: 1 } },
      ]);
      await store.write('o2', [
        { op: 'document.put', collection: 'things', id: 'a', document: { color: 'red', foreign: true } },
      ]);
      expect(await store.documents.get(org, 'things', 'a')).toEqual({
        color: 'red',
        size: 2,
        ready: false,
        more: { x: [1] },
      });
      const found = await store.documents.find<{ size: number }>(org, 'things', { color: 'red' });
      expect(found.map(({ size }) => size)).toEqual([2, 1]);
      expect(await store.documents.find(org, 'things', { color: 'red', size: 1 })).toHaveLength(1);
      expect(await store.documents.find(org, 'things', { ready: false })).toHaveLength(1);
      expect(await store.documents.find(org, 'things', { color: 'red' }, 1)).toHaveLength(1);
      expect(await store.documents.find(org, 'things', {})).toHaveLength(3);
      const sizes = async (limit: number, after: string) =>
        (await store.documents.find<{ size: number }>(org, 'things', {}, limit, after)).map(({ size }) => size);
      expect([await sizes(1, ''), await sizes(1, 'a'), await sizes(9, 'a'), await sizes(9, 'c')]).toEqual([
        [2],
        [1],
        [1, 1],
        [],
      ]);
      await store.write(org, [
        { op: 'document.put', collection: 'things', id: 'b', document: { color: 'blue' } },
        { op: 'document.delete', collection: 'things', id: 'c' },
      ]);
      expect(await store.documents.find(org, 'things', { color: 'blue' })).toEqual([{ color: 'blue' }]);
      expect(await store.documents.get(org, 'things', 'c')).toBeUndefined();
      expect(await store.read(org, { kind: 'document', collection: 'things', id: 'b' })).toEqual({ color: 'blue' });
      expect(
        await store.read(org, { kind: 'documents', collection: 'things', where: { color: 'red' }, limit: 10 }),
      ).toHaveLength(1);
    });

    it('changes lists of links by what is added and removed, and leads back from what they name', async () => {
      const links = { kind: 'field', column: 'c3_1', storage: 'links' } as const;
      const [a, b, c] = [id(901), id(902), id(903)];
      await makeTable();
      await store.write(org, [
        { op: 'table.columns', table, add: [{ column: 'c3_1', kind: 'links', links: 'targets' }] },
        { op: 'table.create', table: 'targets', columns: [{ column: 'c1_1', kind: 'text' }] },
        { op: 'rows.insert', table: 'targets', ids: [a, b, c], columns: [] },
        {
          op: 'rows.insert',
          table,
          ids: [id(1), id(2), id(3)],
          columns: [{ column: 'c3_1', cells: [[a, b], [b], null] }],
        },
      ]);
      const list = async (one: string) =>
        ((await store.read(org, { kind: 'rows', table, ids: [one] })) as Row[])[0]!.cells['c3_1'] ?? null;
      const linking = async (ids: readonly string[], deleted = false) =>
        ((await store.read(org, { kind: 'linking', table, column: 'c3_1', ids, deleted })) as { id: string }[][]).map(
          (rows) => rows.map((row) => row.id),
        );
      const having = async (op: 'hasAny' | 'hasAll' | 'hasNone', values: readonly string[]) =>
        (await store.records.rows(org, page({ where: { op, left: links, values } }))).rows.map((row) => row.id);
      expect(await linking([a, b, c, id(999)])).toEqual([[id(1)], [id(1), id(2)], [], []]);
      const change = (version: number, change: object) => ({
        op: 'rows.update' as const,
        table,
        ids: [id(1)],
        versions: [version],
        columns: [],
        links: [{ column: 'c3_1', changes: [{ added: [], removed: [], order: [], ...change }] }],
      });
      await store.write(org, [change(2, { added: [c], removed: [a] })]);
      expect([await list(id(1)), await linking([a, b, c])]).toEqual([
        [b, c],
        [[], [id(1), id(2)], [id(1)]],
      ]);
      // What was applied already changes nothing.
      await store.write(org, [change(2, { added: [a], removed: [b] })]);
      expect([await list(id(1)), await linking([a])]).toEqual([[b, c], [[]]]);
      await store.write(org, [change(3, { order: [c, a, b] })]);
      expect([await list(id(1)), await linking([a])]).toEqual([[c, a, b], [[id(1)]]]);
      expect([await having('hasAny', [a, b]), await having('hasAll', [a, b]), await having('hasNone', [a])]).toEqual([
        [id(1), id(2)],
        [id(1)],
        [id(2), id(3)],
      ]);
      await store.write(org, [change(4, { removed: [c, a, b] })]);
      expect([await list(id(1)), await linking([b])]).toEqual([null, [[id(2)]]]);
      await store.write(org, [change(5, { added: [a] }), { op: 'rows.delete', table, ids: [id(2)], versions: [2] }]);
      expect([await linking([a, b]), await linking([a, b], true)]).toEqual([
        [[id(1)], []],
        [[id(1)], [id(2)]],
      ]);
      await store.write(org, [{ op: 'rows.erase', table: 'targets', ids: [a] }]);
      expect(await linking([a])).toEqual([[]]);
      await store.write(org, [{ op: 'rows.erase', table, ids: [id(2)] }]);
      expect(await linking([b], true)).toEqual([[]]);
    });

    it('never takes a value of one type for another', async () => {
      await store.write(org, [
        { op: 'document.put', collection: 'things', id: 'text', document: { size: '1', ready: 'true' } },
        { op: 'document.put', collection: 'things', id: 'number', document: { size: 1, ready: 1 } },
        { op: 'document.put', collection: 'things', id: 'boolean', document: { size: true, ready: true } },
      ]);
      for (const value of ['1', 1, true])
        expect(await store.documents.find(org, 'things', { size: value })).toEqual([
          { size: value, ready: value === '1' ? 'true' : value },
        ]);
    });

    it('reads what is not there as empty', async () => {
      expect(await store.documents.get(org, 'nothing', 'x')).toBeUndefined();
      expect(await store.documents.find(org, 'nothing', {})).toEqual([]);
      expect(await store.read(org, { kind: 'rows', table: 'nothing', ids: ['x'] })).toEqual([undefined]);
      expect(await store.read(org, { kind: 'count', table: 'nothing' })).toBe(0);
      expect(await store.read(org, { kind: 'rowsWhere', table: 'nothing', column: 'c1_1', keys: ['x'] })).toEqual([
        undefined,
      ]);
      expect(await store.read(org, { kind: 'changedSince', table: 'nothing', ids: ['x'], position: 0 })).toEqual([[]]);
      expect(
        await store.read(org, {
          kind: 'changedAfter',
          table: 'nothing',
          records: [{ id: 'x', after: 1, through: 2 }],
        }),
      ).toEqual([[]]);
      expect(await store.versions(org, 'nothing', ['x', 'y'])).toEqual([0, 0]);
      expect(await store.history(org, 'nothing', 'x', { limit: 5 })).toEqual([]);
      expect(await store.records.one(org, 'nothing', 'x', select)).toBeUndefined();
      expect(await store.records.page(org, page())).toBe('{"records":[]}');
      expect(await store.records.count(org, page())).toBe(0);
      expect(await store.records.placeOf(org, page(), 'x')).toBeUndefined();
      expect(
        await store.records.aggregate(org, page(), [
          { of: price, function: 'sum' },
          { of: price, function: 'count' },
        ]),
      ).toEqual([null, 0]);
    });

    it('answers another organization as if the table were not there', async () => {
      await makeTable();
      await insert(1, ['secret']);
      expect(await store.records.one('o2', table, id(1), select)).toBeUndefined();
      expect(await names({}, 'o2')).toEqual([]);
      expect(await store.versions('o2', table, [id(1)])).toEqual([0]);
      expect(await store.read('o2', { kind: 'rows', table, ids: [id(1)] })).toEqual([undefined]);
      await makeTable('o2');
      expect(await names({}, 'o2')).toEqual([]);
    });

    it('shows a write to the very next read, also where the same read was answered before', async () => {
      await makeTable();
      for (let i = 1; i <= 20; i++) {
        await insert(i, [`n${i}`]);
        expect(await store.records.count(org, page())).toBe(i);
        expect(await names({ sort: [{ by: name, order: 'asc' }] })).toHaveLength(i);
        expect(await store.records.one(org, table, id(i), select)).toContain(`"n${i}"`);
      }
    });

    it('updates cells one by one, leaves the untouched, empties the null', async () => {
      await makeTable();
      await store.write(
        org,
        [
          {
            op: 'rows.insert',
            table,
            ids: [id(1), id(2)],
            columns: [
              { column: 'c1_1', cells: ['a', 'b'] },
              { column: 'c2_1', cells: ['1.5', '2'] },
            ],
          },
        ],
        { time: 5_000, actorId: 'ann' },
      );
      await store.write(
        org,
        [
          {
            op: 'rows.update',
            table,
            ids: [id(1), id(2)],
            versions: [2, 2],
            columns: [
              { column: 'c1_1', cells: ['A', undefined] },
              { column: 'c2_1', cells: [undefined, null] },
            ],
          },
        ],
        { time: 6_000, actorId: 'bob' },
      );
      expect(await store.read(org, { kind: 'rows', table, ids: [id(2), 'missing', id(1)] })).toEqual([
        {
          id: id(2),
          version: 2,
          deleted: false,
          createdAt: 5_000,
          createdBy: 'ann',
          updatedAt: 6_000,
          updatedBy: 'bob',
          cells: { c1_1: 'b' },
        },
        undefined,
        {
          id: id(1),
          version: 2,
          deleted: false,
          createdAt: 5_000,
          createdBy: 'ann',
          updatedAt: 6_000,
          updatedBy: 'bob',
          cells: { c1_1: 'A', c2_1: '1.5' },
        },
      ] satisfies (Row | undefined)[]);
      expect(await store.records.one(org, table, id(1), select)).toBe(
        `{"id":"${id(1)}","version":2,"fields":{"name":"A","price":1.5},"createdAt":"1970-01-01T00:00:05.000Z","updatedAt":"1970-01-01T00:00:06.000Z"}`,
      );
    });

    it('takes an op twice as once, and an older version not at all', async () => {
      await makeTable();
      const at = { position: 10, time: 9_000 };
      const insertion = {
        op: 'rows.insert',
        table,
        ids: [id(1)],
        columns: [{ column: 'c1_1', cells: ['a'] }],
      } as const;
      const change = {
        op: 'rows.update',
        table,
        ids: [id(1)],
        versions: [2],
        columns: [{ column: 'c1_1', cells: ['b'] }],
      } as const;
      await store.write(org, [insertion], at);
      await store.write(org, [change], { position: 11 });
      const before = await store.dump();
      await store.write(org, [insertion], at);
      await store.write(org, [change], { position: 11 });
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(1)], versions: [1] }], { position: 12 });
      expect(await store.dump()).toEqual(before);
    });

    it('deletes and restores with a version each, and keeps the deleted readable as such', async () => {
      await makeTable();
      await insert(1, ['a', 'b', 'c']);
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(2)], versions: [2] }]);
      expect(await names()).toEqual(['a', 'c']);
      expect(await names({ deleted: true })).toEqual(['b']);
      expect(await store.records.one(org, table, id(2), select)).toBeUndefined();
      expect(await store.versions(org, table, [id(2), id(1), 'x'])).toEqual([2, 1, 0]);
      expect((await store.read(org, { kind: 'rows', table, ids: [id(2)] })) as Row[]).toMatchObject([
        { deleted: true, version: 2 },
      ]);
      await store.write(org, [{ op: 'rows.restore', table, ids: [id(2)], versions: [3] }]);
      expect(await names()).toEqual(['a', 'b', 'c']);
    });

    it('finds live rows by folded key, one a key, in the order of the keys', async () => {
      await makeTable();
      await insert(1, ['São Paulo', 'Rio', 'rio', null]);
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(2)], versions: [2] }]);
      const rows = (await store.read(org, {
        kind: 'rowsWhere',
        table,
        column: 'c1_1',
        keys: ['rio', 'nowhere', 'sao paulo'],
      })) as (Row | undefined)[];
      expect(rows.map((row) => row?.id)).toEqual([id(3), undefined, id(1)]);
      const prices = ['92233720368547758.07', '12.5', '12.5'];
      await store.write(org, [
        { op: 'rows.insert', table, ids: [id(5), id(6), id(7)], columns: [{ column: 'c2_1', cells: prices }] },
      ]);
      const priced = (await store.read(org, {
        kind: 'rowsWhere',
        table,
        column: 'c2_1',
        keys: ['12.5', '92233720368547758.07', '1'],
      })) as (Row | undefined)[];
      expect(priced.map((row) => row?.id)).toEqual([id(6), id(5), undefined]);
    });

    it('knows which columns later commits wrote, and the history of a record', async () => {
      await makeTable();
      await store.write(
        org,
        [{ op: 'rows.insert', table, ids: [id(1), id(2)], columns: [{ column: 'c1_1', cells: ['a', 'b'] }] }],
        { position: 10 },
      );
      await store.write(
        org,
        [{ op: 'rows.update', table, ids: [id(1)], versions: [2], columns: [{ column: 'c2_1', cells: ['1'] }] }],
        { position: 20 },
      );
      await store.write(
        org,
        [
          {
            op: 'rows.update',
            table,
            ids: [id(1)],
            versions: [3],
            columns: [
              { column: 'c1_1', cells: ['x'] },
              { column: 'c2_1', cells: ['2'] },
            ],
          },
        ],
        { position: 30 },
      );
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(2)], versions: [2] }], { position: 40 });
      expect(await store.read(org, { kind: 'count', table }), 'live rows').toBe(1);
      const since = async (position: number) =>
        (
          (await store.read(org, { kind: 'changedSince', table, ids: [id(1), id(2), 'x'], position })) as string[][]
        ).map((columns) => [...columns].sort());
      expect(await since(10)).toEqual([['c1_1', 'c2_1'], ['*'], []]);
      expect(await since(20)).toEqual([['c1_1', 'c2_1'], ['*'], []]);
      expect(await since(30)).toEqual([[], ['*'], []]);
      expect(await since(40)).toEqual([[], [], []]);
      const made = (position: number) =>
        store.records.count(org, {
          table,
          where: { op: 'le', left: { kind: 'field', column: createdPosition, storage: 'instant' }, value: position },
          allow: all,
          sort: [],
        });
      expect([await made(9), await made(10)], 'records by the commit that made them').toEqual([0, 1]);
      const after = async (...records: { id: string; after: number; through: number }[]) =>
        ((await store.read(org, { kind: 'changedAfter', table, records })) as ChangedColumn[][]).map((changed) =>
          changed.map(({ column, position }) => `${column}@${position}`).sort(),
        );
      expect(
        await after({ id: id(1), after: 1, through: 3 }, { id: id(2), after: 1, through: 2 }),
        'the first commit that wrote a column counts',
      ).toEqual([['c1_1@30', 'c2_1@20'], ['*@40']]);
      expect(await after({ id: id(1), after: 2, through: 3 })).toEqual([['c1_1@30', 'c2_1@30']]);
      expect(await after({ id: id(1), after: 3, through: 3 })).toEqual([[]]);
      expect(await store.history(org, table, id(1), { limit: 10 })).toEqual([30, 20, 10]);
      expect(await store.history(org, table, id(1), { limit: 1, before: 30 })).toEqual([20]);
    });

    it.runIf(transactions)('forgets a transaction that did not happen, tables and documents too', async () => {
      await store.write(org, [{ op: 'document.put', collection: 'things', id: 'a', document: { color: 'red' } }]);
      await store.writeAndFail!(org, [
        { op: 'table.create', table, columns: [{ column: 'c1_1', kind: 'text' }] },
        { op: 'rows.insert', table, ids: [id(1)], columns: [{ column: 'c1_1', cells: ['a'] }] },
        { op: 'document.put', collection: 'things', id: 'a', document: { color: 'blue' } },
      ]);
      expect(await store.versions(org, table, [id(1)])).toEqual([0]);
      expect(await store.documents.get(org, 'things', 'a')).toEqual({ color: 'red' });
      await makeTable();
      await insert(1, ['b']);
      expect(await names()).toEqual(['b']);
    });

    it('adds columns to a table with rows; they are empty there', async () => {
      await makeTable();
      await insert(1, ['a']);
      expect(await names()).toEqual(['a']);
      await store.write(org, [
        {
          op: 'table.columns',
          table,
          add: [
            { column: 'c3_1', kind: 'options' },
            { column: 'c1_2', kind: 'text' },
          ],
        },
      ]);
      await store.write(org, [
        { op: 'rows.insert', table, ids: [id(2)], columns: [{ column: 'c3_1', cells: [['x', 'y']] }] },
      ]);
      const wide = page({
        select: [
          { column: 'c3_1', storage: 'options', key: 'tags' },
          { column: 'c1_2', storage: 'text', key: 'new' },
        ],
      });
      const { rows } = await store.records.rows(org, wide);
      expect(rows.map(({ cells }) => cells)).toEqual([{}, { c3_1: ['x', 'y'] }]);
      expect(JSON.parse((await store.records.one(org, table, id(2), wide.select))!)).toMatchObject({
        fields: { tags: ['x', 'y'] },
      });
    });

    it('keeps decimals exact to the last of 19 digits, and refuses more', async () => {
      await makeTable();
      const values = ['92233720368547758.07', '-92233720368547758.07', '90071992547409.93', '0.01', '-0.01'];
      await store.write(org, [
        { op: 'rows.insert', table, ids: values.map((_, i) => id(i)), columns: [{ column: 'c2_1', cells: values }] },
      ]);
      const { rows } = await store.records.rows(org, page());
      expect(rows.map(({ cells }) => cells['c2_1'])).toEqual(values);
      expect(await store.records.page(org, page())).toContain('"price":"92233720368547758.07"');
      expect(
        await store.records.aggregate(org, page(), [
          { of: price, function: 'max' },
          { of: price, function: 'sum' },
        ]),
      ).toEqual(['92233720368547758.07', '90071992547409.93']);
      await expect(
        store.write(org, [
          { op: 'rows.insert', table, ids: [id(9)], columns: [{ column: 'c2_1', cells: ['92233720368547758.08'] }] },
        ]),
      ).rejects.toMatchObject({ code: 'records.number_overflow' });
      expect(await store.records.count(org, page())).toBe(5);
    });

    it('finds a text at once, before and after it is in the search index, changed or deleted', async () => {
      await makeTable();
      const hits = async (text: string) => names({ search: { text, columns: [name] } });
      await insert(1, ['The quick brown fox', 'Über alles', 'QUICK silver']);
      for (const settled of [false, true]) {
        if (settled) await store.settle();
        expect(await hits('quick')).toEqual(['The quick brown fox', 'QUICK silver']);
        expect(await hits('fox quick')).toEqual(['The quick brown fox']);
        expect(await hits('uber')).toEqual(['Über alles']);
        expect(await hits('ü')).toEqual(['The quick brown fox', 'Über alles', 'QUICK silver']);
        expect(await hits('quick " OR *')).toEqual([]);
        expect(await hits('   ')).toHaveLength(3);
        expect(await store.records.count(org, page({ search: { text: 'quick', columns: [name] } }))).toBe(2);
      }
      await store.write(org, [
        {
          op: 'rows.update',
          table,
          ids: [id(1)],
          versions: [2],
          columns: [{ column: 'c1_1', cells: ['A slow brown fox'] }],
        },
      ]);
      await insert(4, ['quicksand']);
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(3)], versions: [2] }]);
      for (const settled of [false, true]) {
        if (settled) await store.settle();
        expect(await hits('quick')).toEqual(['quicksand']);
        expect(await hits('slow')).toEqual(['A slow brown fox']);
        expect(await names({ search: { text: 'quick', columns: [name] }, deleted: true })).toEqual(['QUICK silver']);
        expect(await hits('brown')).toEqual(['A slow brown fox']);
      }
    });

    it('searches only the columns asked for', async () => {
      await makeTable();
      await store.write(org, [
        { op: 'table.columns', table, add: [{ column: 'c4_1', kind: 'text', searchable: true }] },
      ]);
      await store.write(org, [
        {
          op: 'rows.insert',
          table,
          ids: [id(1)],
          columns: [
            { column: 'c1_1', cells: ['open'] },
            { column: 'c4_1', cells: ['confidential'] },
          ],
        },
      ]);
      for (const settled of [false, true]) {
        if (settled) await store.settle();
        expect(await names({ search: { text: 'confidential', columns: [name] } })).toEqual([]);
        expect(
          await names({
            search: { text: 'confidential', columns: [{ kind: 'field', column: 'c4_1', storage: 'text' }] },
          }),
        ).toEqual(['open']);
        expect(await names({ search: { text: 'confidential', columns: [] } })).toEqual([]);
      }
    });

    it('never drops the row predicate', async () => {
      await makeTable();
      await insert(1, ['mine', 'theirs']);
      const allow: Predicate = { op: 'eq', left: name, value: 'mine' };
      expect(
        await names({ allow, where: { op: 'or', items: [all, { op: 'eq', left: name, value: 'theirs' }] } }),
      ).toEqual(['mine']);
      expect(await store.records.one(org, table, id(2), select, allow)).toBeUndefined();
      expect(await store.records.one(org, table, id(1), select, allow)).toContain('mine');
      expect(await store.records.placeOf(org, page({ allow }), id(2))).toBeUndefined();
    });

    it('refuses what is not a query of this table', async () => {
      await makeTable();
      await insert(1, ['a', 'b', 'c']);
      const refused = async (more: Partial<PageQuery>, code: string) =>
        expect(store.records.page(org, page(more))).rejects.toMatchObject({ kind: 'invalid', code });
      const sorted = page({ limit: 1, sort: [{ by: name, order: 'asc' }] });
      const { next } = await store.records.rows(org, sorted);
      for (const after of [
        '',
        'x',
        'bm90IGpzb24',
        Buffer.from('[1]').toString('base64url'),
        Buffer.from('["1",-1]').toString('base64url'),
        next!,
      ])
        await refused({ after }, 'query.invalid_cursor');
      await refused({ after: next!, sort: [{ by: name, order: 'desc' }] }, 'query.invalid_cursor');
      await refused({ after: next!, sort: [{ by: price, order: 'asc' }] }, 'query.invalid_cursor');
      const column = { ...name, column: 'c1_1) OR (1=1' };
      await refused({ where: { op: 'empty', left: column } }, 'query.unknown_column');
      await refused({ sort: [{ by: { ...name, column: '_id' }, order: 'asc' }] }, 'query.unknown_column');
      await refused({ select: [{ ...name, key: 'k', column: 'c9_9' }] }, 'query.unknown_column');
      await refused({ where: { op: 'eq', left: { ...name, storage: 'instant' }, value: 1 } }, 'query.unknown_column');
      await refused({ where: { op: 'hasAny', left: name, values: [] } }, 'query.unsupported_operator');
      await refused({ where: { op: 'contains', left: price, value: '1' } }, 'query.unsupported_operator');
      await refused({ where: { op: 'eq', left: price, value: '1e5' } }, 'query.invalid_value');
      await refused({ limit: -1 }, 'query.invalid_limit');
      await refused({ offset: 10_000_001 }, 'query.invalid_offset');
      let deep: Predicate = all;
      for (let i = 0; i < 30; i++) deep = { op: 'not', item: deep };
      await refused({ where: deep }, 'query.too_deep');
      await expect(store.records.aggregate(org, page(), [{ of: name, function: 'sum' }])).rejects.toMatchObject({
        code: 'query.unsupported_aggregate',
      });
    });

    it('carries a cursor over texts that are too long for it', async () => {
      await makeTable();
      const long = Array.from({ length: 5 }, (_, i) => `${'x'.repeat(5000)}${i}`);
      await insert(1, long.toReversed());
      const got: unknown[] = [];
      let after: string | undefined;
      do {
        const { rows, next }: { readonly rows: readonly Row[]; readonly next?: string } = await store.records.rows(
          org,
          page({ limit: 2, sort: [{ by: name, order: 'asc' }], ...(after === undefined ? {} : { after }) }),
        );
        got.push(...rows.map(({ cells }) => cells['c1_1']));
        after = next;
        expect(after?.length ?? 0).toBeLessThan(2500);
      } while (after !== undefined);
      expect(got).toEqual(long);
    });

    it('stops a read that is cancelled or comes too late', async () => {
      await makeTable();
      await insert(1, ['a']);
      await expect(store.records.page(org, page(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'query.cancelled',
      });
      const controller = new AbortController();
      const asked = store.records.page(org, page({ limit: 7 }), { signal: controller.signal });
      const other = store.records.page(org, page({ limit: 7 }));
      controller.abort();
      await expect(asked).rejects.toMatchObject({ code: 'query.cancelled' });
      expect(JSON.parse(await other)).toMatchObject({ records: [{}] });
      await expect(store.records.page(org, page({ limit: 8 }), { deadlineMs: -1 })).rejects.toMatchObject({
        kind: 'unavailable',
      });
      expect(await names()).toEqual(['a']);
    });

    it('answers the same with indexes as without', async () => {
      await makeTable();
      await store.write(org, [
        {
          op: 'rows.insert',
          table,
          ids: Array.from({ length: 100 }, (_, i) => id(i)),
          columns: [
            { column: 'c1_1', cells: Array.from({ length: 100 }, (_, i) => (i % 7 === 0 ? null : `n${i % 5}`)) },
            { column: 'c2_1', cells: Array.from({ length: 100 }, (_, i) => (i % 3 === 0 ? null : String(i % 11))) },
          ],
        },
      ]);
      const asked = (['asc', 'desc'] as const).map((order) =>
        page({ where: { op: 'eq', left: name, value: 'N3' }, sort: [{ by: price, order }], limit: 5 }),
      );
      const before = await Promise.all(asked.map((query) => store.records.page(org, query)));
      await store.write(org, [
        {
          op: 'table.indexes',
          table,
          indexes: [{ columns: ['c1_1', 'c2_1'] }, { columns: ['c2_1'] }, { columns: ['_created_at', 'c1_1'] }],
        },
      ]);
      await store.settle();
      await insert(200, ['n3']);
      await store.write(org, [{ op: 'rows.delete', table, ids: [id(200)], versions: [2] }]);
      expect(await Promise.all(asked.map((query) => store.records.page(org, query)))).toEqual(before);
    });

    describe('rows that are heavy', () => {
      const long = 'é'.repeat(30_000);
      const heavy = async (count = 200) => {
        await makeTable();
        for (let from = 0; from < count; from += 10)
          await insert(
            from,
            Array.from({ length: 10 }, (_, i) => `${String((from + i) % 7)} ${long}`),
          );
        await store.settle();
      };
      /** Every page of a query, and how many bytes the longest had. */
      const walk = async (query: Partial<PageQuery>) => {
        const ids: string[] = [];
        let longest = 0;
        for (let after: string | undefined; ;) {
          const text = await store.records.page(org, page({ ...query, ...(after !== undefined && { after }) }));
          const { records, next } = JSON.parse(text) as { records: { id: string }[]; next?: string };
          longest = Math.max(longest, Buffer.byteLength(text));
          ids.push(...records.map((one) => one.id));
          if (next === undefined) return { ids, longest };
          expect(records.length).toBeGreaterThan(0);
          after = next;
        }
      };

      it('come in pages of some 4 MB, whatever is asked for, and none is left out', async () => {
        await heavy();
        const every = Array.from({ length: 200 }, (_, i) => id(i));
        for (const query of [
          {},
          { sort: [{ by: name, order: 'asc' as const }] },
          { sort: [{ by: price, order: 'desc' as const }] },
          { where: { op: 'startsWith', left: name, value: '3' } as Predicate },
          { search: { text: '5', columns: [name] } },
          { bytes: 300_000, limit: 20 },
        ]) {
          const { ids, longest } = await walk({ limit: 1000, ...query });
          expect(longest).toBeLessThan(4_100_000);
          const wanted = 'where' in query ? 3 : 'search' in query ? 5 : undefined;
          expect(ids.toSorted()).toEqual(every.filter((_, i) => wanted === undefined || i % 7 === wanted));
        }
        const { rows, next } = await store.records.rows(org, page({ limit: 1000 }));
        expect(rows.length).toBeLessThan(80);
        expect(next).toBeDefined();
      });

      it('come short where their reader asks for it, and say so', async () => {
        await makeTable();
        const pair = '\u{1f600}';
        await insert(1, [
          'short',
          `${'a'.repeat(499)}${pair}${pair}`,
          null,
          `${'b'.repeat(500)}`,
          `${'c'.repeat(501)}`,
        ]);
        const cut = [{ ...select[0]!, cut: 500 }, select[1]!];
        const text = await store.records.page(org, page({ select: cut }));
        const { records } = JSON.parse(text) as { records: { fields: { name?: string }; cut?: string[] }[] };
        expect(records.map((record) => [record.fields.name, record.cut])).toEqual([
          ['short', undefined],
          ['a'.repeat(499), ['name']],
          [undefined, undefined],
          ['b'.repeat(500), undefined],
          ['c'.repeat(500), ['name']],
        ]);
        expect(JSON.parse((await store.records.one(org, table, id(2), cut))!)).toEqual(records[1]);
        const sorted = page({ select: cut, sort: [{ by: name, order: 'desc' }], limit: 2 });
        const first = JSON.parse(await store.records.page(org, sorted)) as { records: { id: string }[]; next: string };
        const second = await store.records.page(org, { ...sorted, after: first.next });
        expect([...first.records, ...(JSON.parse(second) as typeof first).records].map((one) => one.id)).toEqual(
          [1, 5, 4, 2].map(id),
        );
      });

      it('tell what they weigh, of whatever columns they are read', async () => {
        await heavy(10);
        const weigh = async (part: RowsPart) => {
          const rows = await store.read(org, { kind: 'rows', table, ids: [id(1), id(2)], ...part });
          return (rows as readonly Row[]).map((row) => row.bytes);
        };
        const whole = Buffer.byteLength(`1 ${long}`);
        expect(await weigh({ columns: [], weighed: true })).toEqual([whole, whole]);
        expect(await weigh({ columns: ['c1_1'], bytes: 1, weighed: true })).toEqual([whole]);
        expect(await weigh({ columns: [] })).toEqual([undefined, undefined]);
        // Each of these letters has a folded key of 18.
        await insert(30, ['\ufdfa'.repeat(1000)]);
        await store.settle();
        const [folded] = (await store.read(org, {
          kind: 'rows',
          table,
          ids: [id(30)],
          columns: [],
          weighed: true,
        })) as readonly Row[];
        expect(folded!.bytes).toBe(Math.floor(Buffer.byteLength(fold('\ufdfa'.repeat(1000))) / 2));
        expect(folded!.bytes).toBeGreaterThan(15_000);
      });

      it('are read for a decision by their columns, and up to a bound', async () => {
        await heavy(40);
        const ids = Array.from({ length: 40 }, (_, i) => id(i));
        const read = (part: RowsPart) =>
          store.read(org, { kind: 'rows', table, ids, ...part }) as Promise<readonly Row[]>;
        const bare = await read({ columns: ['c2_1', 'c9_9'] });
        expect(bare.map((row) => row.id)).toEqual(ids);
        expect(bare.every((row) => Object.keys(row.cells).length === 0 && row.version === 1)).toBe(true);
        const some = await read({ bytes: 300_000 });
        expect(some.map((row) => row.id)).toEqual(ids.slice(0, some.length));
        expect(some).toHaveLength(5);
        const short = await read({ cut: 10, bytes: 300_000 });
        expect(short).toHaveLength(40);
        expect(short[0]!.cells['c1_1']).toBe(`0 ${long}`.slice(0, 11));
      });
    });
  });
};
