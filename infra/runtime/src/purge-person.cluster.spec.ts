import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { BSON, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCluster, startEngines } from './testing/cluster.ts';
import { caller, colleague, owner } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-forgotten-'));
let engines: Awaited<ReturnType<typeof startEngines>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let client: MongoClient;

beforeAll(async () => {
  engines = await startEngines();
  client = await new MongoClient(engines.environment['TESSERA_MONGO_URL']!).connect();
  cluster = await startCluster(engines.environment, folder);
}, 300_000);
afterAll(async () => {
  await cluster?.stop();
  await client?.close();
  await engines?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const tessera = (...command: string[]): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['infra/runtime/src/cli.ts', ...command], {
      env: { PATH: process.env['PATH'], TESSERA_DATA: folder, ...engines.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('exit', (code) => resolve({ code, output }));
  });

/** Collections of the engines with a document whose bytes, or whose packed body, hold a text; and keys of Redis. */
const holding = async (text: string): Promise<string[]> => {
  const found: string[] = [];
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((one) => one.name.startsWith('tessera_'))) {
    const db = client.db(name);
    for (const collection of await db.listCollections({}, { nameOnly: true }).toArray()) {
      for await (const document of db.collection(collection.name).find({}, { promoteBuffers: true })) {
        const packed = document['encoding'] === 1 && zstdDecompressSync(document['body'] as Buffer).includes(text);
        if (packed || Buffer.from(BSON.serialize(document)).includes(text)) {
          found.push(`${name}.${collection.name}`);
          break;
        }
      }
    }
  }
  const script = `for _, key in ipairs(redis.call('KEYS', '*')) do if string.find(key .. redis.call('DUMP', key), ARGV[1], 1, true) then return key end end return ''`;
  const { output } = await engines.redis.container.exec(['redis-cli', 'EVAL', script, '0', text]);
  return output.trim() === '' ? found : [...found, `redis ${output.trim()}`];
};

const bea = { name: 'Beatriz Plantada', email: 'planted-bea@marlow.example', agent: 'planted-agent/7' };
const traces = [bea.name, bea.email, bea.agent, 'planted laptop', 'bea-prefers'];

it(
  "purge person, by the cluster's command line beside the running services: no document holds them, what they did stays and is nobody's",
  { timeout: 240_000 },
  async () => {
    const made = await caller(cluster.url).call('POST', '/setup', { ...owner, code: await cluster.setupCode() });
    expect(made).toMatchObject({ status: 201 });
    const admin = caller(cluster.url, (made.body as { token: string }).token);
    await colleague(cluster, admin, { email: bea.email, name: bea.name, seat: 'builder', role: '1' });
    const as = (token: string) => (method: string, path: string, body?: unknown) =>
      caller(cluster.url, token).call(method, path, body, { 'user-agent': bea.agent });
    const signedIn = await as('')('POST', '/auth/loginV2', { email: bea.email, password: 'seven-oaks-43' });
    const call = as((signedIn.body as { token: string }).token);
    const { user } = (await call('GET', '/v3/session')).body as { user: { id: string } };
    const table = (
      await call('POST', '/v3/tables', { label: 'Deals', fields: [{ name: 'Name', type: 'singleLineText' }] })
    ).body as { id: string };
    const records = `/v3/tables/${table.id}/records`;
    const record = (await call('POST', `${records}?fieldKey=name`, { fields: { Name: 'Wharf' } })).body as {
      id: string;
    };
    expect((await call('POST', '/v3/api-token', { name: 'planted laptop' })).status).toBeLessThan(300);
    expect((await call('PUT', '/v3/preferences/theme', { value: 'bea-prefers' })).status).toBe(204);
    for (const trace of traces) expect([trace, (await holding(trace)).length > 0]).toEqual([trace, true]);

    expect(await tessera('purge', 'person', bea.email)).toEqual({
      code: 0,
      output: expect.stringContaining(`Erased ${user.id}`),
    });
    for (const trace of traces) expect([trace, await holding(trace)]).toEqual([trace, []]);
    await expect.poll(async () => (await call('GET', '/v3/session')).status, { timeout: 20_000 }).toBe(401);
    await expect
      .poll(async () => JSON.stringify((await admin.call('GET', `${records}/${record.id}/history`)).body), {
        timeout: 20_000,
      })
      .toContain('Erased person');
    expect(await tessera('purge', 'person', user.id)).toMatchObject({
      code: 0,
      output: expect.stringContaining('was erased before'),
    });
    expect(await tessera('purge', 'person', owner.email)).toMatchObject({
      code: 1,
      output: expect.stringContaining('at least one active administrator'),
    });
    expect(await tessera('verify')).toMatchObject({ code: 0 });
    const kept = await engines.kafka.container.exec([
      'bash',
      '-c',
      `grep -rlaF '${bea.email}' /var/lib/kafka/data | wc -l`,
    ]);
    process.stdout.write(`files of Kafka that still name the person: ${kept.output.trim()}\n`);
  },
);
