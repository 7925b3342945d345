import { randomUUID } from 'node:crypto';
import type { ModelOp, PageQuery, Predicate } from '@tessera/kernel';
import type { Db } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongoServer } from '../testing/mongo-server.ts';
import { openMongoModel } from './model.ts';
import { openMongoReaders } from './readers.ts';
import type { UsefulIndex } from './readers.ts';

const organizationId = 'org1';
const count = 6_000;
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;
const texts = Array.from({ length: 10 }, (_, i) => `c${i + 1}_1`);
const name = { kind: 'field', column: 'c1_1', storage: 'text' } as const;
const everyone = { op: 'and', items: [] } as const;

describe('indexes by use on MongoDB', () => {
  const client = mongoServer();
  let db: Db;
  let now: number;
  let position: number;
  let told: UsefulIndex[];
  let model: Awaited<ReturnType<typeof openMongoModel>>;
  let readers: ReturnType<typeof openMongoReaders>;
  const open = () => openMongoModel({ db, collections: [], clock: () => now });
  const apply = (op: ModelOp): Promise<void> => {
    position += 1;
    return model.apply([
      {
        organizationId,
        op,
        context: {
          organizationId,
          commitId: `c${position}`,
          position,
          index: 0,
          time: 1_700_000_000_000,
          actorId: 'someone',
          origin: 'api',
          advances: [],
        },
      },
    ]);
  };
  const rows = async () => {
    const [found] = (await db.listCollections({}, { nameOnly: true }).toArray()).filter((one) =>
      one.name.startsWith('r_'),
    );
    return db.collection(found!.name);
  };
  /** The leading columns of all indexes but the base ones, each once. */
  const leading = async (): Promise<readonly string[]> =>
    [
      ...new Set(
        (await (await rows()).listIndexes().toArray())
          .filter((one) => String((one as { name: string }).name).startsWith('x_'))
          .map(({ key }) => Object.keys(key as object)[1]!.replace('_k', '')),
      ),
    ].toSorted();
  beforeEach(async () => {
    db = client().db(`indexes_${randomUUID().slice(0, 8)}`);
    [now, position, told] = [1_000_000_000_000, 0, []];
    model = await open();
    readers = openMongoReaders({ db, collections: [], onUsefulIndex: (wish) => told.push(wish) });
    await apply({
      op: 'table.create',
      table: 't',
      columns: texts.map((column) => ({ column, kind: 'text' })),
    });
    for (let from = 0; from < count; from += 1000) {
      const ids = Array.from({ length: 1000 }, (_, i) => idOf(from + i));
      await apply({
        op: 'rows.insert',
        table: 't',
        ids,
        columns: [{ column: 'c1_1', cells: ids.map((_, i) => `Name ${((from + i) * 7919) % count}`) }],
      });
    }
  });
  afterEach(async () => {
    readers.close();
    await model.close();
    await db.dropDatabase();
  });
  const page = (more: Partial<PageQuery>): PageQuery => ({
    table: 't',
    select: [{ ...name, key: 'name' }],
    limit: 20,
    where: everyone,
    allow: everyone,
    sort: [],
    ...more,
  });
  const condition = (op: 'eq' | 'startsWith' | 'contains' | 'endsWith', value: string): Predicate => ({
    op,
    left: name,
    value,
  });

  it('are made for what a table is sorted by and for texts that are asked for, and lead to the rows', async () => {
    const asked = [
      page({ where: condition('eq', 'name 4711') }),
      page({ where: condition('startsWith', 'NAME 59') }),
      page({ sort: [{ by: name, order: 'asc' }], offset: 3000 }),
      page({ sort: [{ by: name, order: 'desc' }] }),
    ];
    const before = await Promise.all(asked.map((one) => readers.records.page(organizationId, one)));
    expect(told, 'once for the same').toEqual([{ organizationId, table: 't', columns: ['c1_1'] }]);
    expect(await leading()).toEqual([]);
    await model.useIndex(organizationId, 't', told[0]!.columns);
    await model.settled();
    expect(await leading()).toEqual(['c1_1']);
    for (const [i, one] of asked.entries()) expect(await readers.records.page(organizationId, one)).toBe(before[i]);
    // Both directions of what ends each order, behind the flag that each query fixes.
    const found = await rows();
    const keys = (await found.listIndexes().toArray()).map(({ name: index, key }) => ({ index, key }));
    for (const last of [1, -1] as const)
      expect(keys.map(({ key }) => JSON.stringify(key))).toContain(
        JSON.stringify({ _deleted: 1, c1_1_k: 1, c1_1: 1, _row: last }),
      );
    for (const filter of [{ $eq: 'name 4711' }, { $gte: 'name 59', $lt: 'name 5:' }])
      expect(JSON.stringify(await found.find({ _deleted: false, c1_1_k: filter }).explain())).toContain('"IXSCAN"');
  });

  it('are not wished for parts of texts, which are looked for in the records, with what an index of the text leads to', async () => {
    const inside = page({ where: condition('contains', 'AME 4711') });
    const end = page({ where: condition('endsWith', ' 4711') });
    const found = await readers.records.page(organizationId, inside);
    expect(JSON.parse(found)).toMatchObject({ records: [{ fields: { name: 'Name 4711' } }] });
    expect(await readers.records.page(organizationId, end)).toBe(found);
    expect(told).toEqual([]);
    await model.useIndex(organizationId, 't', ['c1_1']);
    await model.settled();
    const sorted = { sort: [{ by: name, order: 'desc' as const }] };
    for (const one of [inside, end, { ...inside, ...sorted }])
      expect(await readers.records.page(organizationId, one)).toBe(found);
  });

  it('are left where a table is small or declares them, and stand over a declaration of others', async () => {
    await apply({ op: 'table.create', table: 'small', columns: [{ column: 'c1_1', kind: 'text' }] });
    await model.useIndex(organizationId, 'small', ['c1_1']);
    await model.useIndex(organizationId, 'absent', ['c1_1']);
    await model.useIndex(organizationId, 't', ['c1_1']);
    await apply({ op: 'table.indexes', table: 't', indexes: [{ columns: ['c2_1'] }] });
    await model.settled();
    expect(await db.collection('tables').countDocuments({ used: { $exists: true } })).toBe(1);
    expect(await leading()).toEqual(['c1_1', 'c2_1']);
    await model.useIndex(organizationId, 't', ['c2_1']);
    await apply({ op: 'table.indexes', table: 't', indexes: [] });
    await model.settled();
    expect(await leading()).toEqual(['c1_1']);
  });

  it('are wished for by name: each wish is its own and its latest counts, the lowest rank comes first', async () => {
    const wish = (columns: readonly string[], of?: { readonly name: string; readonly rank: number }) =>
      apply({
        op: 'table.indexes',
        table: 't',
        indexes: columns.map((column) => ({ columns: [column] })),
        ...(of !== undefined && { of }),
      });
    await wish(['c2_1']);
    await wish(['c1_1'], { name: 'one', rank: 2 });
    await wish(texts.slice(2, 9), { name: 'two', rank: 1 });
    await model.settled();
    expect(await leading()).toEqual(['c2_1', ...texts.slice(2, 9)].toSorted());
    await wish([texts[3]!], { name: 'two', rank: 1 });
    await model.settled();
    expect(await leading()).toEqual(['c1_1', 'c2_1', texts[3]!].toSorted());
    await wish([]);
    await wish([], { name: 'two', rank: 1 });
    await model.settled();
    expect(await leading()).toEqual(['c1_1']);
  });

  it('are eight with those that are declared; the one that was of no use for longest goes for another', async () => {
    await apply({ op: 'table.indexes', table: 't', indexes: [{ columns: ['c10_1'] }] });
    const use = async (column: string): Promise<void> => {
      now += 60_000;
      await model.useIndex(organizationId, 't', [column]);
    };
    for (const column of texts.slice(0, 7)) await use(column);
    await use('c1_1');
    await use('c9_1');
    await model.settled();
    expect(await leading(), 'all were of use a moment ago').toEqual(['c10_1', ...texts.slice(0, 7)].toSorted());
    now += 300_000;
    await use('c9_1');
    // Another replica builds what was wished where the first one ended.
    await model.close();
    model = await open();
    await model.settled();
    expect(await leading()).toEqual(['c10_1', 'c1_1', ...texts.slice(2, 7), 'c9_1'].toSorted());
  });
});
