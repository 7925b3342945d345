// How fast a read model is made anew: `node infra/verification/load/rebuild.ts [records, default 100000] [mongodb URL]`.
// Two tables of ten fields, one written a record a commit, one 500 records a commit. Prints commits or rows for each
// second of processor time, and of wall time behind it, which a busy machine blurs; embedded also the longest WAL.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openMongoModel } from '../../document-store/src/mongo/index.ts';
import { openStores } from '@tessera/event-store';
import { logDatabase, mongoClient, openMongoStore, rebuildMongoModel } from '@tessera/event-store/mongo';
import { newId, type CommandMeta } from '@tessera/kernel';
import { openModelWriter } from '../../document-store/src/sqlite/model-writer.ts';
import { openService, type OpenedService } from '../../event-store/src/writer/service-files.ts';
import { actorOf } from '../../event-store/test/actors.ts';
import { writeModule } from '../../../services/tables/src/write.ts';
import { deal, randomFrom, stages } from './rows.ts';

const [records = '100000', url] = process.argv.slice(2);
const count = Number(records);
const writeModuleUrl = new URL('../../../services/tables/src/write.ts', import.meta.url);
const meta: CommandMeta = { actor: actorOf(newId(), newId()), origin: 'api' };
const scratch = mkdtempSync(join(tmpdir(), 'tessera-rebuild-'));

type Execute = (command: { readonly type: string; readonly payload: unknown }, meta: CommandMeta) => Promise<unknown>;

const fields = [
  { name: 'Name', type: 'singleLineText' },
  { name: 'Stage', type: 'select', props: { options: stages.map((label) => ({ label })) } },
  { name: 'Value', type: 'number', props: { decimals: 2 } },
  { name: 'Probability', type: 'number' },
  { name: 'Close', type: 'date' },
  { name: 'Owner', type: 'singleLineText' },
  { name: 'Phone', type: 'singleLineText' },
  { name: 'Signed', type: 'checkbox' },
  { name: 'Notes', type: 'text' },
  { name: 'Code', type: 'singleLineText' },
];

/** Writes a table; `size` records a commit. */
const fill = async (execute: Execute, size: number): Promise<void> => {
  const tableId = newId();
  await execute({ type: 'tables.create', payload: { tableId, label: `By ${size}`, fields } }, meta);
  const random = randomFrom(size);
  const send = async (from: number): Promise<void> => {
    const items = Array.from({ length: Math.min(size, count - from) }, (_, i) => {
      const d = deal(from + i, random);
      const { name: Name, value: Value, probability: Probability, close: Close, owner: Owner, phone: Phone } = d;
      const { signed: Signed, notes: Notes, code: Code } = d;
      return { fields: { Name, Value, Probability, Close, Owner, Phone, Signed, Notes, Code } };
    });
    await execute({ type: 'records.create', payload: { tableId, key: 'name', body: { records: items } } }, meta);
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: size === 1 ? 64 : 2 }, async () => {
      while (next < count) {
        const from = next;
        next += size;
        await send(from);
      }
    }),
  );
};

const measured = async (what: string, work: () => unknown): Promise<void> => {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const [busy, wall] = [(user + system) / 1e6, (performance.now() - begun) / 1000];
  console.log(
    `${what}: ${Math.round(count / busy)} a second of processor time (${busy.toFixed(1)} s), ${Math.round(count / wall)} a second of wall time (${wall.toFixed(1)} s)`,
  );
};

const embedded = async (size: number): Promise<void> => {
  const dataFolder = join(scratch, `by-${size}`);
  const stores = await openStores({ dataFolder, services: [{ name: 'tables', writeModuleUrl }] });
  await fill(stores.store('tables').execute, size);
  await stores.settled();
  await stores.close();
  rmSync(join(dataFolder, 'tables', 'model.db'));
  const what = `embedded, ${size} records a commit`;
  // The rebuild never yields: another thread looks at the length of the file.
  const longest = new Float64Array(new SharedArrayBuffer(8));
  const watch = new Worker(
    `const { workerData: { wal, longest } } = require('node:worker_threads');
    const { statSync } = require('node:fs');
    setInterval(() => { longest[0] = Math.max(longest[0], statSync(wal, { throwIfNoEntry: false })?.size ?? 0); }, 10);`,
    { eval: true, workerData: { wal: join(dataFolder, 'tables', 'model.db-wal'), longest } },
  );
  await once(watch, 'online');
  let opened: OpenedService | undefined;
  await measured(what, () => void (opened = openService(dataFolder, writeModule, openModelWriter)));
  await measured(`${what}, its search index`, () => {
    while (opened!.model.work(100));
  });
  await watch.terminate();
  console.log(`${what}: longest WAL ${Math.round(longest[0]! / 1e6)} MB`);
  opened!.model.close();
  opened!.log.close();
};

const cluster = async (server: string, size: number): Promise<void> => {
  const database = `rebuild_${process.pid}_${size}`;
  const client = mongoClient(server, { operationMs: 60_000 });
  const db = logDatabase(client, database);
  const { collections } = writeModule;
  const store = await openMongoStore({
    client,
    database,
    module: writeModule,
    model: () => openMongoModel({ db, collections }),
  });
  await fill(store.execute, size);
  await store.settled();
  await store.close();
  const model = await openMongoModel({ db, collections });
  await measured(`cluster, ${size} records a commit`, () => rebuildMongoModel({ db, module: writeModule, model }));
  await model.close();
  await db.dropDatabase();
  await client.close();
};

try {
  for (const size of [1, 500]) await (url === undefined ? embedded(size) : cluster(url, size));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
