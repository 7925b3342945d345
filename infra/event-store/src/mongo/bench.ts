import { openMongoModel } from '@tessera/document-store/mongo';
import type { Actor, CommandMeta, WriteModule } from '@tessera/kernel';
import { logDatabase, mongoClient, openMongoStore } from './index.ts';

/**
 * Creations per second of one record each with 16 in flight over two replicas, against a bare client's insertOne with
 * majority and journal on the same server, in turns so that both see the same machine. usage: node src/mongo/bench.ts
 * URL MODULE [seconds a turn] [turns]; MODULE exports `writeModule` of the test service.
 */
const [url, moduleUrl, seconds = '4', turns = '5'] = process.argv.slice(2) as [string, string, string?, string?];
const { writeModule } = (await import(moduleUrl)) as { writeModule: WriteModule<unknown> };
const inFlight = 16;
const database = `bench_${Date.now()}`;
const meta: CommandMeta = {
  actor: { organizationId: 'org', kind: 'user', id: 'ana', userId: 'ana' } as Actor,
  origin: 'api',
};

const openReplica = async () => {
  const client = mongoClient(url);
  const store = await openMongoStore({
    client,
    database,
    module: writeModule,
    model: (prefix) =>
      openMongoModel({ db: logDatabase(client, database), prefix, collections: writeModule.collections }),
  });
  return { store, client };
};
const replicas = [await openReplica(), await openReplica()];
const bare = mongoClient(url);
await bare.connect();
await replicas[0]!.store.execute({ type: 'make', payload: { list: 'l', label: 'l', columns: ['c1_1', 'c2_1'] } }, meta);

type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly cpu: number };
const measure = async (work: (lane: number) => Promise<unknown>): Promise<Measured> => {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  const until = started + Number(seconds) * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (performance.now() < until) {
        const at = performance.now();
        await work(lane);
        times.push(performance.now() - at);
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]! * 10) / 10;
  return {
    perSecond: Math.round(times.length / took),
    p50: at(0.5),
    p99: at(0.99),
    cpu: Math.round((user + system) / times.length),
  };
};

const collection = bare.db(database).collection('bare', { writeConcern: { w: 'majority', journal: true } });
const create = (lane: number) =>
  replicas[lane % 2]!.store.execute(
    { type: 'add', payload: { list: 'l', columns: { c1_1: ['a value of some length'], c2_1: ['another one'] } } },
    meta,
  );
const insert = () =>
  collection.insertOne({
    organization: 'org',
    list: 'l',
    c1_1: 'a value of some length',
    c2_1: 'another one',
    at: Date.now(),
  });
await measure(create);
await measure(insert);
const rates: number[] = [];
for (let turn = 0; turn < Number(turns); turn++) {
  const plain = await measure(insert);
  const created = await measure(create);
  rates.push(created.perSecond / plain.perSecond);
  process.stdout.write(
    `insertOne ${JSON.stringify(plain)}  create ${JSON.stringify(created)}  ${Math.round(rates.at(-1)! * 100)} %\n`,
  );
}
process.stdout.write(`median ${Math.round(rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)]! * 100)} %\n`);
await Promise.all(
  replicas.map(async ({ store, client }) => {
    await store.close();
    await client.close();
  }),
);
await bare.db(database).dropDatabase();
await bare.close();
