import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { BSON, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCluster, startEngines } from './testing/cluster.ts';
import { caller, owner } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-erased-'));
let engines: Awaited<ReturnType<typeof startEngines>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let client: MongoClient;

beforeAll(async () => {
  engines = await startEngines();
  client = await new MongoClient(engines.environment['TESSERA_MONGO_URL']!).connect();
  cluster = await startCluster({ ...engines.environment, TESSERA_ERASE_AFTER_DAYS: '0' }, folder);
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  await client?.close();
  await engines?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** Collections with a document whose bytes, or whose packed body, hold a text. */
const holding = async (text: string): Promise<string[]> => {
  const found: string[] = [];
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((one) => one.name.startsWith('tessera_'))) {
    const db = client.db(name);
    for (const collection of await db.listCollections({}, { nameOnly: true }).toArray())
      for await (const document of db.collection(collection.name).find({}, { promoteBuffers: true })) {
        const packed = document['encoding'] === 1 && zstdDecompressSync(document['body'] as Buffer).includes(text);
        if (!packed && !Buffer.from(BSON.serialize(document)).includes(text)) continue;
        found.push(`${name}.${collection.name}`);
        break;
      }
  }
  return found;
};

const trace = 'plantedharbour';

it('an organization that is deleted leaves nothing with any service of a cluster', { timeout: 400_000 }, async () => {
  const first = { ...owner, organization: 'Plantedharbour', code: await cluster.setupCode() };
  const made = await caller(cluster.url).call('POST', '/setup', first);
  expect(made).toMatchObject({ status: 201 });
  const admin = caller(cluster.url, (made.body as { token: string }).token);
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.call(method, path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body as unknown as { readonly id: string };
  };
  const fields = [{ name: 'Name', type: 'singleLineText' }];
  const table = await send('POST', '/v3/tables', { label: `Deals ${trace}`, fields });
  const record = await send('POST', `/v3/tables/${table.id}/records?fieldKey=name`, { fields: { Name: trace } });
  await send('POST', `/v3/tables/${table.id}/records/${record.id}/comments`, { text: `Said of ${trace}` });
  await send('POST', '/v3/tasks', { title: `Call ${trace}` });
  await send('POST', '/v3/doc-pages', { title: `Page ${trace}`, content: { text: trace } });
  await send('POST', '/v3/conversations', { chatType: 'channel', name: `Room ${trace}` });
  await send('PUT', '/v3/preferences/theme', { value: trace });
  expect((await holding(trace)).length).toBeGreaterThan(8);

  await send('POST', '/v3/organization/delete', { password: owner.password });
  await expect.poll(() => holding(trace), { timeout: 300_000, interval: 3_000 }).toEqual([]);
  await expect.poll(() => holding(owner.email), { timeout: 60_000, interval: 2_000 }).toEqual([]);
  expect((await admin.call('GET', '/v3/session')).status).toBe(401);
});
