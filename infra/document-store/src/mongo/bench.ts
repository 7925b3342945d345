// Writes and reads of the model on MongoDB, each beside the bare driver doing the least that could do the same on the
// same server: node src/mongo/bench.ts [mongodb://...] [rows]
import { randomUUID } from 'node:crypto';
import type { EventContext, ModelOp, Operand, PageQuery } from '@tessera/kernel';
import { MongoClient } from 'mongodb';
import { tableKey, rowsCollection } from './names.ts';
import { openMongoModel } from './model.ts';
import { openMongoReaders } from './readers.ts';

const [url = 'mongodb://127.0.0.1:27017/?directConnection=true', rows = '100000'] = process.argv.slice(2);
const total = Number(rows);
const organization = 'o1';
const table = 't1';
const everyone = { op: 'and', items: [] } as const;
const name: Operand = { kind: 'field', column: 'c1_1', storage: 'text' };
const price: Operand = { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 };
const state: Operand = { kind: 'field', column: 'c4_1', storage: 'option' };
const select = [name, price, state, { column: 'c5_1', storage: 'date' }, { column: 'c3_1', storage: 'boolean' }].map(
  ({ column, storage }) => ({ column, storage, key: column, ...(column === 'c2_1' ? { scale: 2 } : {}) }),
) as PageQuery['select'];
const idOf = (n: number): string => `01hrow${String(n).padStart(20, '0')}`;

const client = await new MongoClient(url, { writeConcern: { w: 'majority', journal: true } }).connect();
const db = client.db(`bench_${randomUUID().slice(0, 8)}`);
const model = await openMongoModel({ db, collections: [] });
const readers = openMongoReaders({ db, collections: [] });
let position = 0;
const context = (): EventContext => ({
  organizationId: organization,
  commitId: `c${++position}`,
  position,
  index: 0,
  time: Date.now(),
  actorId: 'u1',
  origin: 'api',
  advances: [],
});
const apply = (op: ModelOp) => model.apply([{ organizationId: organization, op, context: context() }]);

const cells = (from: number, count: number): Extract<ModelOp, { op: 'rows.insert' }>['columns'] => {
  const each = <T>(make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(from + i));
  return [
    { column: 'c1_1', cells: each((n) => `Customer number ${(n * 7919) % 100_003}`) },
    { column: 'c2_1', cells: each((n) => String(((n * 31) % 100_000) / 100)) },
    { column: 'c3_1', cells: each((n) => n % 3 === 0) },
    { column: 'c4_1', cells: each((n) => `01hoption${String(n % 7)}`) },
    { column: 'c5_1', cells: each((n) => `2026-${String(1 + (n % 12)).padStart(2, '0')}-15`) },
    { column: 'c6_1', cells: each((n) => `A note about row ${n}, as long as notes tend to be in such tables`) },
  ];
};

const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))]!;
const timed = async (
  label: string,
  flights: number,
  count: number,
  work: (i: number) => Promise<unknown>,
): Promise<void> => {
  await work(0);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  let next = 1;
  await Promise.all(
    Array.from({ length: flights }, async () => {
      for (let i = next++; i <= count; i = next++) {
        const from = performance.now();
        await work(i);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  console.log(
    `${label.padEnd(72)} ${(count / seconds).toFixed(0).padStart(6)}/s  p50 ${quantile(times, 0.5).toFixed(1)} ms  p99 ${quantile(times, 0.99).toFixed(1)} ms  own CPU ${((used.user + used.system) / 1000 / count).toFixed(2)} ms`,
  );
};

try {
  await apply({
    op: 'table.create',
    table,
    columns: [
      { column: 'c1_1', kind: 'text', searchable: true },
      { column: 'c2_1', kind: 'decimal', scale: 2 },
      { column: 'c3_1', kind: 'boolean' },
      { column: 'c4_1', kind: 'option' },
      { column: 'c5_1', kind: 'date' },
      { column: 'c6_1', kind: 'text', searchable: true },
    ],
  });
  const own = db.collection<{ _id: string; [field: string]: unknown }>(rowsCollection(tableKey(organization, table)));
  const bare = db.collection<{ _id: string; [field: string]: unknown }>('bare');
  await bare.createIndex({ _deleted: 1, _row: 1 });
  const batch = 1000;
  await timed(`apply of ${batch} records, batches, one at a time`, 1, total / batch - 1, (i) =>
    apply({
      op: 'rows.insert',
      table,
      ids: Array.from({ length: batch }, (_, n) => idOf(i * batch + n)),
      columns: cells(i * batch, batch),
    }),
  );
  const sample = await own
    .find({})
    .limit(batch * 20)
    .toArray();
  await timed(`  bare insertMany of ${batch} of the same documents`, 1, 19, async (i) =>
    bare.insertMany(sample.slice(i * batch, (i + 1) * batch), { ordered: false }),
  );
  await timed('apply of one new record, one at a time', 1, 300, (i) =>
    apply({ op: 'rows.insert', table, ids: [`new${i}`], columns: cells(i, 1) }),
  );
  await timed('  bare insertOne', 1, 300, (i) => bare.insertOne({ ...sample[i]!, _id: `new${i}` }));
  await timed('apply of one new record, 16 in flight', 16, 2000, (i) =>
    apply({ op: 'rows.insert', table, ids: [`more${i}`], columns: cells(i, 1) }),
  );
  await timed('  bare insertOne, 16 in flight', 16, 2000, (i) => bare.insertOne({ ...sample[i]!, _id: `more${i}` }));
  await timed('apply of one change, one at a time (record and history)', 1, 300, (i) =>
    apply({
      op: 'rows.update',
      table,
      ids: [idOf(i)],
      versions: [2],
      columns: [{ column: 'c1_1', cells: ['Changed'] }],
    }),
  );
  await timed('  bare updateOne', 1, 300, (i) => own.updateOne({ _id: idOf(i) }, { $set: { note: i } }));
  await timed('rows by id for a decision, 16 in flight', 16, 2000, (i) =>
    model.read(organization, { kind: 'rows', table, ids: [idOf((i * 7919) % total)] }),
  );
  await timed('one record as JSON, 16 in flight', 16, 2000, async (i) =>
    readers.records.one(organization, table, idOf((i * 7919) % total), select),
  );
  await timed('  bare findOne, 16 in flight', 16, 2000, (i) => own.findOne({ _id: idOf((i * 7919) % total) }));

  const patient = { deadlineMs: 300_000 };
  const heavy = 4;
  const query = (more: Partial<PageQuery>): PageQuery => ({
    table,
    select,
    where: everyone,
    allow: everyone,
    sort: [],
    limit: 50,
    ...more,
  });
  const filtered = (i: number, order: 'asc' | 'desc') =>
    query({ where: { op: 'eq', left: state, value: `01hoption${i % 7}` }, sort: [{ by: price, order }] });
  const projection = {
    _id: 1,
    _version: 1,
    _created_at: 1,
    _updated_at: 1,
    _row: 1,
    c1_1: 1,
    c2_1: 1,
    c3_1: 1,
    c4_1: 1,
    c5_1: 1,
  } as const;
  const bareFiltered = (i: number, order: 1 | -1) =>
    own
      .find(
        { _deleted: false, c4_1: `01hoption${i % 7}`, c2_1: { $ne: null } },
        { projection, sort: { c2_1: order, _row: 1 }, limit: 51 },
      )
      .toArray();
  await timed('page of 50 by creation', 1, heavy, () => readers.records.page(organization, query({}), patient));
  await timed('  bare find, sort, limit', 1, heavy, () =>
    own.find({ _deleted: false }, { projection, sort: { _row: 1 }, limit: 51 }).toArray(),
  );
  const pages = async (label: string, count: number): Promise<void> => {
    for (const order of ['asc', 'desc'] as const) {
      await timed(`page of 50, filter and sort ${order}, ${label}`, 1, count, (i) =>
        readers.records.page(organization, filtered(i, order), patient),
      );
      await timed('  bare find, sort, limit', 1, count, (i) => bareFiltered(i, order === 'asc' ? 1 : -1));
    }
  };
  await pages('no index', heavy);
  await timed('search of a word, page of 50', 1, heavy, (i) =>
    readers.records.page(organization, query({ search: { text: `number ${i * 13}`, columns: [name] } }), patient),
  );
  await timed('count of all', 1, heavy, () => readers.records.count(organization, query({}), patient));
  await timed('count with a filter', 1, heavy, (i) => readers.records.count(organization, filtered(i, 'asc'), patient));
  await timed('sum with a filter', 1, heavy, (i) =>
    readers.records.aggregate(organization, filtered(i, 'asc'), [{ of: price, function: 'sum' }], patient),
  );
  const started = performance.now();
  await apply({ op: 'table.indexes', table, indexes: [{ columns: ['c4_1', 'c2_1'] }] });
  await model.settled();
  console.log(
    `index of (filter, sort) on ${total} records built in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  await pages('with its index', 10);
} finally {
  await model.close();
  await db.dropDatabase();
  await client.close();
}
