import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startMongo, startRedis } from '@tessera/engines/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caller, owner, type TestCaller } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-rollback-'));
const children = new Set<ChildProcess>();
let said = '';
let mongo: Awaited<ReturnType<typeof startMongo>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let environment: Readonly<Record<string, string>>;
let [http, grpc, edge] = [0, 0, 0];

beforeAll(async () => {
  [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
  [http, grpc, edge] = [await freePort(), await freePort(), await freePort()];
  const nowhere = await freePort();
  environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    TESSERA_MODE: 'cluster',
    TESSERA_MONGO_URL: mongo.url,
    TESSERA_REDIS_URL: redis.url,
    TESSERA_NATS_URL: `nats://127.0.0.1:${nowhere}`,
    TESSERA_KAFKA_BROKERS: `127.0.0.1:${nowhere}`,
    TESSERA_S3_ENDPOINT: `http://127.0.0.1:${nowhere}`,
    TESSERA_S3_ACCESS_KEY: 'a',
    TESSERA_S3_SECRET_KEY: 'b',
    TESSERA_KEY: 'k'.repeat(40),
    TESSERA_GRPC_ADDRESS: `127.0.0.1:${grpc}`,
    TESSERA_PEERS: `auth=127.0.0.1:${grpc}`,
    TESSERA_HTTP_PEERS: `auth=127.0.0.1:${http}`,
    TESSERA_DRAIN_MS: '0',
    TESSERA_RATE_LIMITS: 'off',
  };
});
const end = async (child: ChildProcess): Promise<void> => {
  children.delete(child);
  if (child.exitCode === null && child.kill()) await once(child, 'exit');
};
afterAll(async () => {
  await Promise.all([...children].map(end));
  await Promise.all([mongo?.stop(), redis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const start = (service: 'auth' | 'gateway'): ChildProcess => {
  const child = spawn(process.execPath, [`services/${service}/src/main.ts`], {
    env: { ...environment, PORT: String(service === 'auth' ? http : edge), TESSERA_DATA: join(folder, service) },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  children.add(child);
  return child;
};
const ready = async (port: number): Promise<void> =>
  void (await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz/requests`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200));

/** The server's data folder copied away, or back, while it stands still. */
const copyData = async (what: 'away' | 'back'): Promise<void> => {
  await mongo.kill();
  const id = mongo.container.getId();
  const [from, to] = what === 'away' ? ['/data/db', '/data/configdb'] : ['/data/configdb', '/data/db'];
  const image = spawnSync('docker', ['inspect', '--format', '{{.Config.Image}}', id], { encoding: 'utf8' });
  const copied = spawnSync(
    'docker',
    // prettier-ignore
    ['run', '--rm', '--volumes-from', id, '--entrypoint', 'bash', image.stdout.trim(), '-c', `find ${to} -mindepth 1 -delete && cp -a ${from}/. ${to}/`],
    { encoding: 'utf8' },
  );
  expect(copied.stderr).toBe('');
  await mongo.start();
};
/** How far the log of auth is noted to be, apart from it. */
const noted = async (): Promise<number> => {
  const script = `local most = 0 for _, key in ipairs(redis.call('KEYS', '*head:auth:*')) do for _, at in ipairs(redis.call('HVALS', key)) do most = math.max(most, tonumber(at)) end end return most`;
  return Number((await redis.container.exec(['redis-cli', 'EVAL', script, '0'])).output.trim());
};

it(
  'a log whose database was taken back takes no write, also after a restart, until its loss is accepted; then all is well',
  { timeout: 240_000 },
  async () => {
    let auth = start('auth');
    start('gateway');
    await ready(edge);
    await expect.poll(() => /enter the code (\S+)/.exec(said)?.[1], { timeout: 30_000 }).toBeDefined();
    const url = `http://127.0.0.1:${edge}`;
    const made = await caller(url).call('POST', '/setup', { ...owner, code: /enter the code (\S+)/.exec(said)?.[1] });
    expect(made).toMatchObject({ status: 201 });
    const maren: TestCaller = caller(url, (made.body as { token: string }).token);
    const invite = (name: string) =>
      maren.call('POST', '/v3/invitations', { email: `${name}@marlow.example`, seat: 'member', role: '3' });
    const invited = (name: string) =>
      expect.poll(async () => (await invite(name)).status, { timeout: 60_000 }).toBeLessThan(300);

    await invited('one');
    await copyData('away');
    await invited('two');
    await invited('three');
    const before = await noted();
    await invited('four');
    await expect.poll(noted, { timeout: 20_000 }).toBeGreaterThan(before);

    await copyData('back');
    const refused = { status: 503, body: { error: { code: 'store.went_back' } } };
    // None is taken meanwhile: one would stand in the place of another that was acknowledged.
    const statuses = new Set<number>();
    await expect
      .poll(
        async () => {
          const { status, body } = await invite('five');
          statuses.add(status);
          return body;
        },
        { timeout: 60_000 },
      )
      .toMatchObject(refused.body);
    expect([...statuses]).toEqual([503]);
    expect((await invite('five')).headers.get('retry-after')).toMatch(/^\d+$/);
    expect(said).toContain('the log lacks commits that were acknowledged');
    // What is there can be read.
    expect((await maren.call('GET', '/v3/users')).status).toBe(200);

    await end(auth);
    auth = start('auth');
    await ready(http);
    expect(await invite('six')).toMatchObject(refused);

    await end(auth);
    const salvaged = spawnSync(process.execPath, ['infra/runtime/src/cli.ts', 'salvage', 'auth'], {
      env: environment,
      encoding: 'utf8',
    });
    expect(salvaged.stdout).toMatch(/^auth: the log goes on from what it has, in epoch \d{6,}\./m);
    expect(salvaged.status).toBe(0);
    auth = start('auth');
    await ready(http);
    await invited('seven');
  },
);
