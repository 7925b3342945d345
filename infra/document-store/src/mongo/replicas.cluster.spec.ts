import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventContext, ModelOp, Operand, PageQuery, Predicate, Row } from '@tessera/kernel';
import { MongoClient } from 'mongodb';
import type { Db } from 'mongodb';
import { startMongo } from '@tessera/engines/testing';
import { openModelWriter } from '../sqlite/model-writer.ts';
import { cell, columns } from '../testing/cases.ts';
import { random } from '../testing/random.ts';
import type { Random } from '../testing/random.ts';
import { openMongoModel } from './model.ts';
import { openMongoReaders } from './readers.ts';

const org = 'o1';
const collections = [
  { name: 'things', indexes: ['color'] },
  { name: 'plain', indexes: [] },
] as const;
const everyone: Predicate = { op: 'and', items: [] };

type Commit = { readonly position: number; readonly ops: readonly ModelOp[]; readonly records: readonly string[] };

const contextOf = (position: number, organizationId = org): EventContext => ({
  organizationId,
  commitId: `c${position}`,
  position,
  index: 0,
  time: 1_700_000_000_000 + position,
  actorId: `u${position % 3}`,
  origin: 'api',
  advances: [],
});

/**
 * A log as services write it: tables first, then records made, changed, deleted and restored, and documents put and
 * deleted.
 */
const makeLog = (r: Random, length: number): readonly Commit[] => {
  const commits: Commit[] = [
    {
      position: 1,
      records: ['*'],
      ops: [
        { op: 'table.create', table: 't1', columns: columns.slice(0, 5) },
        { op: 'table.create', table: 't2', columns: columns.slice(0, 3) },
      ],
    },
    {
      position: 2,
      records: ['*'],
      ops: [
        { op: 'table.columns', table: 't1', add: columns.slice(5) },
        { op: 'table.indexes', table: 't1', indexes: [{ columns: ['c1_1', 'c2_1'] }] },
      ],
    },
  ];
  const versions = { t1: new Map<string, number>(), t2: new Map<string, number>() };
  for (let position = 3; position < length; position++) {
    const table = r.pick(['t1', 't1', 't2'] as const);
    const own = versions[table];
    const specs = table === 't1' ? columns : columns.slice(0, 3);
    const ops: ModelOp[] = [];
    const records: string[] = [];
    const some = [...new Set(Array.from({ length: 1 + r.int(4) }, () => r.int(own.size)))]
      .map((n) => [...own.keys()][n]!)
      .filter((id) => id !== undefined);
    const next = (ids: readonly string[]): number[] =>
      ids.map((id) => {
        own.set(id, own.get(id)! + 1);
        return own.get(id)!;
      });
    const kind = r.int(10);
    if (kind < 3 || own.size === 0) {
      const ids = Array.from({ length: 1 + r.int(5) }, () => `${table}.${randomLetters(r)}`);
      for (const id of ids) own.set(id, 1);
      records.push(...ids);
      ops.push({
        op: 'rows.insert',
        table,
        ids,
        columns: specs.map((spec) => ({ column: spec.column, cells: ids.map(() => cell(r, spec)) })),
      });
      // A second insertion of the same commit stands behind the first.
      if (r.chance(0.3)) {
        const more = [`${table}.${randomLetters(r)}`];
        own.set(more[0]!, 1);
        records.push(...more);
        ops.push({ op: 'rows.insert', table, ids: more, columns: [] });
      }
    } else if (kind < 7) {
      records.push(...some);
      for (let times = r.chance(0.2) ? 2 : 1; times > 0; times--) {
        const given = specs
          .filter(() => r.chance(0.4))
          .map((spec) => ({ column: spec.column, cells: some.map(() => (r.chance(0.3) ? undefined : cell(r, spec))) }));
        ops.push({ op: 'rows.update', table, ids: some, versions: next(some), columns: given });
      }
    } else if (kind < 8) {
      records.push(...some);
      ops.push({ op: r.pick(['rows.delete', 'rows.restore'] as const), table, ids: some, versions: next(some) });
    }
    if (kind > 6) {
      const collection = r.pick(['things', 'plain']);
      const id = `d${r.int(6)}`;
      ops.push(
        r.chance(0.3)
          ? { op: 'document.delete', collection, id }
          : {
              op: 'document.put',
              collection,
              id,
              document: { color: r.pick(['red', '$blue', 'a.b']), n: position, $set: { 'x.y': 1 } },
            },
      );
    }
    commits.push({ position, ops, records: records.map((id) => `${table}/${id}`) });
  }
  return commits;
};
const randomLetters = (r: Random): string => Array.from({ length: 12 }, () => 'abcdefghijklmnop.$'[r.int(18)]).join('');

/**
 * Commits in an order in which replicas may come to apply them: a record's in the order of its versions, everything
 * else as it falls.
 */
const mixed = (r: Random, log: readonly Commit[]): readonly Commit[] => {
  const order: Commit[] = [];
  const waiting = [...log];
  while (waiting.length > 0) {
    const window = waiting.slice(0, 6);
    const free = window.filter(
      (commit, i) =>
        !window
          .slice(0, i)
          .some(
            (earlier) => earlier.records.includes('*') || earlier.records.some((id) => commit.records.includes(id)),
          ),
    );
    const next = r.pick(free);
    order.push(next);
    waiting.splice(waiting.indexOf(next), 1);
    // What was applied already comes again, from a replica that did not know.
    if (r.chance(0.4)) order.push(r.pick(order));
  }
  return order;
};

const embeddedDump = (
  log: readonly Commit[],
  snapshots: readonly { readonly stream: string; readonly version: number; readonly state: unknown }[],
): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-dump-'));
  const writer = openModelWriter({ path: join(folder, 'model.db'), collections });
  try {
    for (const { position, ops } of log) {
      writer.begin();
      for (const op of ops) writer.apply(org, op, contextOf(position));
      writer.commit();
    }
    writer.begin();
    for (const { stream, version, state } of snapshots)
      writer.apply(
        org,
        { op: 'document.put', collection: '$snapshots', id: stream, document: { version, state } },
        contextOf(log.length),
      );
    writer.commit();
    const lines: string[] = [];
    writer.dump((line) => lines.push(line));
    return lines;
  } finally {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('replicas on one MongoDB', () => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  let client: MongoClient;
  let db: Db;
  const opened: { close(): Promise<void> }[] = [];
  const open = async (
    declared:
      typeof collections | readonly { readonly name: string; readonly indexes: readonly string[] }[] = collections,
  ) => {
    const model = await openMongoModel({ db, collections: declared });
    opened.push(model);
    return model;
  };
  const read = () => openMongoReaders({ db, collections });
  const dumpOf = async (model: Awaited<ReturnType<typeof open>>): Promise<string[]> => {
    const lines: string[] = [];
    await model.dump((line) => lines.push(line));
    return lines;
  };

  beforeAll(async () => {
    server = await startMongo();
    client = await new MongoClient(server.url).connect();
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });
  beforeEach(() => {
    db = client.db(`replicas_${randomUUID().slice(0, 8)}`);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await db.dropDatabase();
  });

  it.each(everyVariant ? [1, 2, 3] : [1])(
    'seed %i: hold what the embedded store holds, whoever applies what, late, twice or mixed',
    async (seed) => {
      const r = random(seed * 77);
      const log = makeLog(r, 120);
      const snapshots = [
        { stream: 'table:t1', version: 3, state: { name: 'a.b', $x: [1, null] } },
        { stream: 'table:t2', version: 1, state: undefined },
      ];
      const replicas = [await open(), await open()];
      const order = mixed(r, log);
      for (let from = 0; from < order.length;) {
        const group = order.slice(from, from + 1 + r.int(4));
        from += group.length;
        const replica = r.pick(replicas);
        await replica.apply(
          group.flatMap(({ position, ops }) =>
            ops.map((op) => ({ organizationId: org, op, context: contextOf(position) })),
          ),
        );
      }
      for (const replica of replicas) await replica.putSnapshots(org, snapshots);
      await replicas[0]!.putSnapshots(org, [{ stream: 'table:t1', version: 2, state: 'older' }]);
      const expected = embeddedDump(log, snapshots);
      expect(expected.length).toBeGreaterThan(100);
      expect(await dumpOf(replicas[1]!)).toEqual(expected);
      // A rebuild gives the same again.
      await replicas[0]!.drop();
      expect(await dumpOf(replicas[0]!)).toEqual([]);
      const all = log.flatMap(({ position, ops }) =>
        ops.map((op) => ({ organizationId: org, op, context: contextOf(position) })),
      );
      for (let from = 0; from < all.length; from += 40) await replicas[0]!.apply(all.slice(from, from + 40));
      await replicas[0]!.putSnapshots(org, snapshots);
      expect(await dumpOf(replicas[0]!)).toEqual(expected);
    },
  );

  it('keep a deleted document deleted when an older put comes late', async () => {
    const [a, b] = [await open(), await open()];
    const put = (position: number, color: string) => ({
      organizationId: org,
      op: { op: 'document.put', collection: 'things', id: 'x', document: { color } } as const,
      context: contextOf(position),
    });
    await a.apply([put(5, 'red')]);
    await a.apply([
      { organizationId: org, op: { op: 'document.delete', collection: 'things', id: 'x' }, context: contextOf(10) },
    ]);
    await b.apply([put(8, 'blue')]);
    expect(await b.read(org, { kind: 'document', collection: 'things', id: 'x' })).toBeUndefined();
    expect(await b.read(org, { kind: 'documents', collection: 'things', where: {}, limit: 10 })).toEqual([]);
    await b.apply([put(12, 'green')]);
    expect(
      await a.read(org, { kind: 'documents', collection: 'things', where: { color: 'green' }, limit: 10 }),
    ).toEqual([{ color: 'green' }]);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => [a, b][i % 2]!.apply([put(20 + ((i * 7) % 20), `c${20 + ((i * 7) % 20)}`)])),
    );
    expect(await a.read(org, { kind: 'document', collection: 'things', id: 'x' })).toEqual({ color: 'c39' });
  });

  it('may make a table, its columns and its indexes all at once, and each sees what the other added', async () => {
    const replicas = await Promise.all(Array.from({ length: 3 }, () => open()));
    await Promise.all(
      replicas.map((replica) =>
        replica.apply([
          {
            organizationId: org,
            op: { op: 'table.create', table: 't', columns: columns.slice(0, 2) },
            context: contextOf(1),
          },
          {
            organizationId: org,
            op: { op: 'table.indexes', table: 't', indexes: [{ columns: ['c1_1'] }, { columns: ['c2_1', 'c1_1'] }] },
            context: contextOf(1),
          },
          {
            organizationId: org,
            op: { op: 'rows.insert', table: 't', ids: ['r1'], columns: [{ column: 'c1_1', cells: ['one'] }] },
            context: contextOf(1),
          },
        ]),
      ),
    );
    await Promise.all(replicas.map((replica) => replica.settled()));
    const [a, b] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
    const readers = read();
    const query = (select: PageQuery['select']): PageQuery => ({
      table: 't',
      select,
      where: everyone,
      allow: everyone,
      sort: [],
      limit: 10,
    });
    expect(
      (await readers.records.rows(org, query([{ column: 'c1_1', storage: 'text', key: 'a' }]))).rows.map(
        ({ cells }) => cells,
      ),
    ).toEqual([{ c1_1: 'one' }]);
    await a.apply([
      { organizationId: org, op: { op: 'table.columns', table: 't', add: [columns[2]!] }, context: contextOf(2) },
    ]);
    await a.apply([
      {
        organizationId: org,
        op: { op: 'rows.update', table: 't', ids: ['r1'], versions: [2], columns: [{ column: 'c3_1', cells: [true] }] },
        context: contextOf(3),
      },
    ]);
    expect((await b.read(org, { kind: 'rows', table: 't', ids: ['r1'] })) as Row[]).toMatchObject([
      { version: 2, cells: { c1_1: 'one', c3_1: true } },
    ]);
    expect(
      (await readers.records.rows(org, query([{ column: 'c3_1', storage: 'boolean', key: 'a' }]))).rows.map(
        ({ cells }) => cells,
      ),
    ).toEqual([{ c3_1: true }]);
    await b.apply([
      {
        organizationId: org,
        op: { op: 'rows.update', table: 't', ids: ['r1'], versions: [3], columns: [{ column: 'c3_1', cells: [null] }] },
        context: contextOf(4),
      },
    ]);
    expect((await dumpOf(a)).filter((line) => line.startsWith('["table"'))).toHaveLength(1);
    // An index that nobody wishes any more goes; an older wish that comes late changes nothing.
    await b.apply([
      {
        organizationId: org,
        op: { op: 'table.indexes', table: 't', indexes: [{ columns: ['c2_1'] }] },
        context: contextOf(5),
      },
    ]);
    await a.apply([
      {
        organizationId: org,
        op: { op: 'table.indexes', table: 't', indexes: [{ columns: ['c1_1'] }] },
        context: contextOf(1),
      },
    ]);
    await Promise.all([a.settled(), b.settled()]);
    const rows = (await db.listCollections({}, { nameOnly: true }).toArray()).find(({ name }) =>
      name.startsWith('r_'),
    )!.name;
    const keys = (await db.collection(rows).listIndexes().toArray()).map(({ key }) =>
      Object.keys(key as object).join(','),
    );
    expect(keys.toSorted()).toEqual(['_deleted,_row', '_deleted,c2_1,_row', '_deleted,c2_1,_row', '_id']);
  });

  it('find documents by a field that was declared after they were written', async () => {
    const old = await open([{ name: 'things', indexes: [] }]);
    await old.apply(
      ['a', 'b'].map((id) => ({
        organizationId: org,
        op: { op: 'document.put', collection: 'things', id, document: { color: id } },
        context: contextOf(1),
      })),
    );
    const now = await open();
    expect(await now.read(org, { kind: 'documents', collection: 'things', where: { color: 'b' }, limit: 5 })).toEqual([
      { color: 'b' },
    ]);
    await old.apply([
      {
        organizationId: org,
        op: { op: 'document.put', collection: 'things', id: 'c', document: { color: 'b', late: true } },
        context: contextOf(2),
      },
    ]);
    const next = await open();
    expect(
      await next.read(org, { kind: 'documents', collection: 'things', where: { color: 'b' }, limit: 5 }),
    ).toHaveLength(2);
  });

  it('take nothing that a user wrote for an operator, a path or a pattern', async () => {
    const model = await open();
    const readers = read();
    const text: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
    const option: Operand = { kind: 'field', column: 'c6_1', storage: 'option' };
    const list: Operand = { kind: 'field', column: 'c7_1', storage: 'options' };
    const nasty = [
      '$c1_1',
      '$$ROOT',
      '{"$gt":""}',
      '.*',
      '^a',
      'a$',
      '(a+)+$',
      '[a',
      '\\',
      'a\u0000b',
      'x.y',
      '$where',
      '/a/i',
      '#c',
      '😀',
      "it's",
      'a-b|c',
      '\u007f',
    ];
    const ids = nasty.map((_, i) => `$id.${i}`);
    await model.apply([
      { organizationId: '$o.1', op: { op: 'table.create', table: '$t.1', columns }, context: contextOf(1) },
      {
        organizationId: '$o.1',
        context: contextOf(2),
        op: {
          op: 'rows.insert',
          table: '$t.1',
          ids,
          columns: [
            { column: 'c1_1', cells: nasty },
            { column: 'c6_1', cells: nasty },
            { column: 'c7_1', cells: nasty.map((one) => [one, 'other']) },
          ],
        },
      },
      {
        organizationId: '$o.1',
        op: {
          op: 'rows.update',
          table: '$t.1',
          ids,
          versions: ids.map(() => 2),
          columns: [{ column: 'c12_1', cells: nasty }],
        },
        context: contextOf(3),
      },
    ]);
    const found = async (where: Predicate, more: Partial<PageQuery> = {}) =>
      (
        await readers.records.rows('$o.1', {
          table: '$t.1',
          select: [],
          where,
          allow: everyone,
          sort: [],
          limit: 100,
          ...more,
        })
      ).rows.map(({ id }) => id);
    for (const [i, one] of nasty.entries()) {
      const just = [ids[i]];
      expect(await found({ op: 'eq', left: option, value: one }), one).toEqual(just);
      expect(await found({ op: 'in', left: option, values: [one] }), one).toEqual(just);
      expect(await found({ op: 'hasAll', left: list, values: [one, 'other'] }), one).toEqual(just);
      expect(await found({ op: 'eq', left: text, value: one }), one).toEqual(just);
      for (const op of ['contains', 'startsWith', 'endsWith'] as const)
        expect(await found({ op, left: text, value: one }), `${op} ${one}`).toEqual(just);
      expect(await found(everyone, { search: { text: one, columns: [text] } }), one).toEqual(just);
      expect((await found(everyone, { sort: [{ by: option, order: 'asc', rank: [one] }] }))[0], one).toBe(ids[i]);
      expect(await model.historyPositions('$o.1', '$t.1', ids[i]!, { limit: 5 })).toEqual([3, 2]);
      expect(
        JSON.parse(
          (await readers.records.one('$o.1', '$t.1', ids[i]!, [{ column: 'c12_1', storage: 'text', key: '$k.' }]))!,
        ),
      ).toMatchObject({ fields: { '$k.': one } });
    }
    // What no type lets through, as if a check before had failed.
    const object = { $ne: null } as unknown as string;
    await expect(found({ op: 'eq', left: text, value: object })).rejects.toMatchObject({ code: 'query.invalid_value' });
    await expect(found({ op: 'eq', left: option, value: object })).rejects.toMatchObject({
      code: 'query.invalid_value',
    });
    expect(await found({ op: 'in', left: option, values: [object] })).toEqual([]);
    await expect(found({ op: 'empty', left: { ...text, column: '$where' } })).rejects.toMatchObject({
      code: 'query.unknown_column',
    });
    expect(await model.read('$o.1', { kind: 'rows', table: '$t.1', ids: [object] })).toEqual([undefined]);
    expect(await readers.records.one('$o.1', '$t.1', object, [])).toBeUndefined();
    await expect(readers.documents.find(org, 'things', { color: object })).rejects.toThrow(/no text/);
    await expect(readers.documents.find(org, 'things', { $where: 'true' })).rejects.toThrow(/no index/);
    expect(await readers.documents.get(org, 'things', object)).toBeUndefined();
    const document = JSON.parse('{"$set":{"a.b":1},"__proto__":{"x":1},"a.b":{"$gt":""},"color":"$$ROOT"}') as object;
    await model.apply([
      {
        organizationId: org,
        op: { op: 'document.put', collection: 'things', id: '$id.$', document },
        context: contextOf(4),
      },
    ]);
    expect(JSON.stringify(await readers.documents.get(org, 'things', '$id.$'))).toBe(JSON.stringify(document));
    expect(await readers.documents.find(org, 'things', { color: '$$ROOT' })).toHaveLength(1);
    const rows = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    for (const name of rows) expect(name).toMatch(/^[a-z0-9_]+$/);
  });

  it('count a large table without walking it, and right whatever is made, deleted and restored meanwhile', async () => {
    const model = await open();
    let now = 0;
    const readers = openMongoReaders({ db, collections, liveCount: { from: 0, now: () => now } });
    const plain = read();
    const r = random(9);
    const query: PageQuery = { table: 't', select: [], where: everyone, allow: everyone, sort: [], limit: 10 };
    await model.apply([
      { organizationId: org, op: { op: 'table.create', table: 't', columns: [] }, context: contextOf(1) },
    ]);
    const deleted = new Map<string, boolean>();
    const versions = new Map<string, number>();
    for (let position = 2; position < 60; position++) {
      now += r.int(40_000);
      const known = [...deleted.keys()];
      if (known.length < 5 || r.chance(0.5)) {
        const ids = Array.from({ length: 1 + r.int(5) }, (_, i) => `r${position}.${i}`);
        for (const id of ids) deleted.set(id, false);
        await model.apply([
          {
            organizationId: org,
            op: { op: 'rows.insert', table: 't', ids, columns: [] },
            context: contextOf(position),
          },
        ]);
      } else {
        const ids = [...new Set([r.pick(known), r.pick(known)])];
        const gone = r.chance(0.6);
        for (const id of ids) {
          deleted.set(id, gone);
          versions.set(id, (versions.get(id) ?? 1) + 1);
        }
        await model.apply([
          {
            organizationId: org,
            op: {
              op: gone ? 'rows.delete' : 'rows.restore',
              table: 't',
              ids,
              versions: ids.map((id) => versions.get(id)!),
            },
            context: contextOf(position),
          },
        ]);
      }
      const truth = [...deleted.values()].filter((one) => !one).length;
      expect(await readers.records.count(org, query), `position ${position}`).toBe(truth);
      expect(await plain.records.count(org, query)).toBe(truth);
    }
    const [first] = [...deleted].find(([, gone]) => !gone)!;
    deleted.delete(first);
    await model.apply([
      { organizationId: org, op: { op: 'rows.erase', table: 't', ids: [first] }, context: contextOf(60) },
    ]);
    expect(await readers.records.count(org, query)).toBe([...deleted.values()].filter((one) => !one).length);
    // One that comes later than any should is counted after a while.
    await model.apply([
      { organizationId: org, op: { op: 'rows.insert', table: 't', ids: ['late'], columns: [] }, context: contextOf(1) },
    ]);
    now += 700_000;
    expect(await readers.records.count(org, query)).toBe(await plain.records.count(org, query));
  });

  it('say that the database is away while it is, and go on when it is back', async () => {
    const model = await open();
    const readers = read();
    await model.apply([
      { organizationId: org, op: { op: 'table.create', table: 't', columns }, context: contextOf(1) },
      { organizationId: org, op: { op: 'rows.insert', table: 't', ids: ['r'], columns: [] }, context: contextOf(2) },
    ]);
    const query: PageQuery = { table: 't', select: [], where: everyone, allow: everyone, sort: [], limit: 10 };
    await server.pause();
    try {
      await expect(readers.records.count(org, query, { deadlineMs: 300 })).rejects.toMatchObject({
        kind: 'unavailable',
      });
    } finally {
      await server.resume();
    }
    // A connection that was given up meanwhile may be found ended by the first who takes it.
    await expect.poll(() => readers.records.count(org, query).catch(() => 'away')).toBe(1);
    await server.kill();
    await expect(readers.records.page(org, query, { deadlineMs: 300 })).rejects.toMatchObject({ kind: 'unavailable' });
    await server.start();
    await expect
      .poll(() => readers.records.count(org, query, { deadlineMs: 1000 }).catch(() => 'away'), { timeout: 60_000 })
      .toBe(1);
  });
});
