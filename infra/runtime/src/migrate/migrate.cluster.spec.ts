import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tessera/telemetry';
import { grpcClients } from '@tessera/rpc';
import { openNatsBus } from '@tessera/live/nats';
import { memoryLimits } from '@tessera/shared-state';
import { freePort, startKafka, startMongo, startNats, startRedis, startS3, type Engine } from '@tessera/engines/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeGateway } from '../../../../services/gateway/src/compose.ts';
import { readClusterConfig } from '../cluster/config.ts';
import { startClusterService } from '../cluster/service.ts';
import { services } from '../services.ts';
import { caller, colleague, firstRun, owner, startTestProduct, type TestCaller } from '../testing.ts';

type Json = { readonly [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path

const folder = mkdtempSync(join(tmpdir(), 'tessera-migrate-'));
const data = join(folder, 'data');
const stops: (() => Promise<void> | void)[] = [];
let environment: Record<string, string>;
let mongoUrl: string;

const api = async (who: TestCaller, method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await who.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Json;
};

const cli = (...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['infra/runtime/src/cli.ts', ...args], { env: { PATH: process.env['PATH'] ?? '', TESSERA_DATA: data, ...environment } });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
    child.on('exit', (code) => resolve({ code, out }));
  });

/** Everything that a person may read of a product, in an order that depends on nothing but its data. */
const everything = async (url: string): Promise<Json> => {
  const people: Json[] = [];
  for (const [email, password] of [[owner.email, owner.password], ['berit@marlow.example', 'seven-oaks-43']] as const) {
    const signedIn = await api(caller(url), 'POST', '/auth/loginV2', { email, password });
    const who = caller(url, signedIn['token'] as string);
    const tables: Json[] = [];
    for (const { id } of (await api(who, 'GET', '/v3/tables'))['tables'] as Json[]) {
      const definition = await api(who, 'GET', `/v3/tables/${id}`);
      const records: Json[] = [];
      for (const deleted of [false, true]) {
        for (let after: string | undefined; ; ) {
          const page = await api(who, 'POST', `/v3/tables/${id}/records/query`, { limit: 200, ...(deleted && { deleted: true }), ...(after !== undefined && { after }) });
          records.push(...(page['records'] as Json[]));
          after = page['next'] as string | undefined;
          if (after === undefined) break;
        }
      }
      const history: Json = {};
      for (const record of records.filter((_, i) => i < 12 || i % 40 === 0)) Object.assign(history, { [record['id']]: (await api(who, 'GET', `/v3/tables/${id}/records/${record['id']}/history`))['entries'] });
      tables.push({ definition, views: await api(who, 'GET', `/v3/tables/${id}/views`), records, history });
    }
    people.push({
      session: { ...(await api(who, 'GET', '/v3/session')), baseUrl: undefined }, tables, users: await api(who, 'GET', '/v3/users'), home: await api(who, 'GET', '/v3/home'), preferences: await api(who, 'GET', '/v3/preferences'),
    });
  }
  return people;
};

/** A folder with all that a product gathers: two people, rows written, changed, deleted, undone, imported. */
const fill = async (url: string): Promise<{ readonly token: string; readonly importId: string; readonly tableId: string; readonly undone: string }> => {
  const maren = await firstRun({ url });
  const berit = await colleague({ url }, maren, { email: 'berit@marlow.example', seat: 'builder', role: '2', name: 'Berit' });
  const table = await api(maren, 'POST', '/v3/tables', { label: 'Orders', fields: [{ name: 'Name', type: 'singleLineText' }, { name: 'Amount', type: 'currency', props: { decimals: 2 } }] });
  const [name, amount] = (table['fields'] as Json[]).map((field) => field['id'] as string) as [string, string];
  const base = `/v3/tables/${table['id']}/records`;
  const made = (await api(maren, 'POST', base, { records: Array.from({ length: 60 }, (_, i) => ({ fields: { [name]: `order ${i}`, [amount]: i + 0.25 } })) }))['records'] as Json[];
  for (const [i, { id }] of made.slice(0, 8).entries()) await api(i % 2 ? berit : maren, 'PATCH', `${base}/${id}`, { fields: { [amount]: 1000 + i } });
  for (const { id } of made.slice(50, 55)) await maren.call('DELETE', `${base}/${id}`);
  const [newest] = (await api(maren, 'GET', `${base}/${made[3]!['id']}/history`))['entries'] as Json[];
  await api(berit, 'POST', `/v3/undo/${newest!['commitId']}`, {});
  await api(berit, 'PUT', '/v3/preferences/theme', { value: 'dark' });
  await api(maren, 'POST', '/v3/recents', { type: 'table', id: table['id'] });
  const { identifier } = await api(maren, 'POST', '/connector/identifier', { connector_id: 'csv' });
  const form = new FormData();
  for (const [key, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' })) form.set(key, String(value));
  form.set('file', new Blob([`No,Deal,Stage\n${Array.from({ length: 300 }, (_, i) => `${i},Deal ${i},${['Open', 'Won'][i % 2]}`).join('\n')}\n`]), 'deals.csv');
  const { filePath } = (await (await fetch(`${url}/api/connector/call`, { method: 'POST', body: form, headers: { authorization: `Bearer ${maren.token}` } })).json()) as Json;
  const proposal = await api(maren, 'POST', '/connector/config-table', { connector_id: 'csv', identifier, config: { filePath } });
  const { operationId } = await api(maren, 'POST', '/connector/import-table', {
    connector_id: 'csv', identifier,
    table_import_configs: [{
      label: 'Deals', fields: (proposal['fields'] as Json[]).map(({ key, name: label, type, props }) => ({ key, name: label, type, props })),
      config: { object: null, filePath, isRunAutomations: true, type: 'import_create_structure', primaryKey: null },
    }],
  });
  await expect.poll(async () => (await api(maren, 'GET', `/connector/imports/${operationId}`))['state'], { timeout: 60_000, interval: 100 }).toBe('done');
  return { token: maren.token, importId: operationId as string, tableId: table['id'] as string, undone: made[3]!['id'] as string };
};

/** Every service and the gateway in this process, over the engines. */
const startCluster = async (): Promise<string> => {
  const places = await Promise.all(services.map(async ({ name }) => ({ name, http: await freePort(), grpc: await freePort() })));
  const peers = { TESSERA_PEERS: places.map(({ name, grpc }) => `${name}=127.0.0.1:${grpc}`).join(','), TESSERA_HTTP_PEERS: places.map(({ name, http }) => `${name}=127.0.0.1:${http}`).join(',') };
  await Promise.all(places.map(async ({ name, http, grpc }) => {
    const config = readClusterConfig({ ...environment, ...peers, PORT: String(http), TESSERA_GRPC_ADDRESS: `127.0.0.1:${grpc}`, TESSERA_DATA: join(folder, name), TESSERA_LOG: 'error' });
    const running = await startClusterService(services.find((one) => one.name === name)!, config);
    stops.push(() => running.stop());
  }));
  const config = readClusterConfig({ ...environment, ...peers });
  const rpc = grpcClients({ key: config.key, addressOf: (fullName) => config.peers[fullName.split('.')[1] ?? '']! });
  const bus = await openNatsBus({ servers: config.natsUrls, name: 'gateway' });
  const gateway = composeGateway({
    upstreams: config.httpPeers, key: config.key, rpc, bus, log: createLogger({ level: 'error' }), baseUrl: 'http://localhost', rateLimits: false, limits: memoryLimits(),
    trustedProxies: 0, frontends: config.frontends, metricsToken: undefined,
  });
  const port = await gateway.listen(await freePort(), '127.0.0.1');
  stops.push(async () => {
    await gateway.drain();
    rpc.close();
    await bus.close();
  });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000, interval: 200 }).toBe(200);
  return url;
};

beforeAll(async () => {
  const [mongo, kafka, redis, nats, s3] = await Promise.all([startMongo(), startKafka(), startRedis(), startNats(), startS3()]);
  stops.push(...([mongo, kafka, redis, nats, s3] as Engine[]).map((engine) => () => engine.stop()));
  mongoUrl = mongo.url;
  environment = {
    TESSERA_MODE: 'cluster', TESSERA_MONGO_URL: mongo.url, TESSERA_KAFKA_BROKERS: kafka.brokers.join(','), TESSERA_REDIS_URL: redis.url, TESSERA_NATS_URL: nats.url,
    TESSERA_S3_ENDPOINT: s3.endpoint, TESSERA_S3_ACCESS_KEY: s3.accessKey, TESSERA_S3_SECRET_KEY: s3.secretKey, TESSERA_KEY: 'k'.repeat(40), TESSERA_PEERS: 'auth=127.0.0.1:1', TESSERA_DRAIN_MS: '0', TESSERA_RATE_LIMITS: 'off',
  };
}, 300_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

describe('tessera migrate', () => {
  it('brings every table, record version, history entry, secret and setting of a data folder to the engines', { timeout: 600_000 }, async () => {
    const embedded = await startTestProduct({ dataFolder: data });
    const facts = await fill(embedded.url);
    const before = await everything(embedded.url);
    const refused = await cli('migrate');
    expect(refused.out).toContain('another process uses');
    expect(refused.code).toBe(1);
    await embedded.stop();

    const client = await new MongoClient(mongoUrl).connect();
    stops.push(() => client.close());
    await client.db('tessera_tables').collection('commits').insertOne({ organization: 'other', keys: ['x'] });
    expect((await cli('migrate')).out).toContain('this installation is not empty: tables has commits');
    await client.db('tessera_tables').dropDatabase();

    const { code, out } = await cli('migrate');
    expect(out).toContain('equal on both sides');
    expect(code).toBe(0);
    expect((await cli('migrate')).out).toContain('migrated already');

    // Interrupted after the log of tables: what was done stays, the rest is done again.
    const progress = client.db('tessera_migration').collection<{ _id: string; done: string[] }>('progress');
    await progress.updateOne({ _id: 'migration' }, { $unset: { finished: '' }, $pull: { done: { $in: ['tables model', 'connectors log', 'connectors model'] } } } as never);
    const again = await cli('migrate');
    expect(again.out).toContain('tables log: done before');
    expect(again.code).toBe(0);

    const url = await startCluster();
    expect(await everything(url)).toEqual(before);
    const signedIn = caller(url, facts.token);
    expect((await api(signedIn, 'GET', `/connector/imports/${facts.importId}`))['state']).toBe('done');
    // Life goes on from there: an import is taken back, a deleted row comes back, a new one follows.
    expect((await signedIn.call('POST', `/v3/undo/${facts.importId}`, {})).status).toBeLessThan(300);
    const row = await api(signedIn, 'GET', `/v3/tables/${facts.tableId}/records/${facts.undone}`);
    expect((await signedIn.call('PATCH', `/v3/tables/${facts.tableId}/records/${facts.undone}`, { fields: row['fields'] })).status).toBe(200);
  });

  it('is followed by what an operator has for a data folder: verify, parked, backup and an administrator, on the engines', { timeout: 600_000 }, async () => {
    const verified = await cli('verify');
    expect(verified.out).toMatch(/auth: ok, .*\nconnectors|tables: ok, /);
    expect(verified.code).toBe(0);
    expect((await cli('parked', 'list')).out).toBe('nothing is parked\n');
    expect((await cli('create-admin', 'new@marlow.example', '--password', 'seven-oaks-47')).out).toContain('A new administrator: new@marlow.example');
    expect((await cli('backup', join(folder, 'backup'))).out).toMatch(/^backed up \d+ files/);
    const kept = await new MongoClient(mongoUrl).connect();
    for (const stop of stops.splice(5).toReversed()) await stop();
    const commits = await kept.db('tessera_tables').collection('commits').countDocuments();
    expect((await cli('restore', join(folder, 'backup'))).out).toContain('there is data already');
    expect((await cli('restore', join(folder, 'backup'), '--replace')).out).toContain('restored the backup of');
    expect(await kept.db('tessera_tables').collection('commits').countDocuments()).toBe(commits);
    expect((await cli('rebuild', 'tables')).out).toMatch(/equal to what was there/);
    await kept.close();
    const url = await startCluster();
    expect((await caller(url).call('POST', '/auth/loginV2', { email: 'new@marlow.example', password: 'seven-oaks-47' })).status).toBe(200);
  });
});
