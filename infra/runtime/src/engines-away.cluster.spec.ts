import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startMongo, startNats, startRedis, type Engine } from '@tessera/engines/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tessera-away-'));
const children: ChildProcess[] = [];
let said = '';
let [mongo, redis, nats]: (Engine & { readonly url: string })[] = [];

beforeAll(async () => {
  [mongo, redis, nats] = await Promise.all([startMongo(), startRedis(), startNats()]);
});
afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || !child.kill()) return;
      await once(child, 'exit');
    }),
  );
  await Promise.all([mongo, redis, nats].map((engine) => engine?.stop()));
  rmSync(folder, { recursive: true, force: true });
});

it('a service and the gateway start and serve while Redis, NATS, Kafka and the file store are away, say so, and connect by themselves', async () => {
  await Promise.all([redis!.kill(), nats!.kill()]);
  const [http, grpc, edge, nowhere] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const start = (service: string, port: number): void => {
    const child = spawn(process.execPath, [`services/${service}/src/main.ts`], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: String(port),
        TESSERA_MODE: 'cluster',
        TESSERA_DATA: join(folder, service),
        TESSERA_MONGO_URL: mongo!.url,
        TESSERA_REDIS_URL: redis!.url,
        TESSERA_NATS_URL: nats!.url,
        TESSERA_KAFKA_BROKERS: `127.0.0.1:${nowhere}`,
        TESSERA_S3_ENDPOINT: `http://127.0.0.1:${nowhere}`,
        TESSERA_S3_ACCESS_KEY: 'a',
        TESSERA_S3_SECRET_KEY: 'b',
        TESSERA_KEY: 'k'.repeat(40),
        TESSERA_GRPC_ADDRESS: `127.0.0.1:${grpc}`,
        TESSERA_PEERS: `auth=127.0.0.1:${grpc}`,
        TESSERA_HTTP_PEERS: `auth=127.0.0.1:${http}`,
        TESSERA_DRAIN_MS: '0',
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    children.push(child);
  };
  start('auth', http);
  start('gateway', edge);

  const ask = (port: number, path: string): Promise<{ readonly status: number; readonly text: string }> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    );
  for (const port of [http, edge]) {
    await expect
      .poll(() => ask(port, '/readyz/requests'), { timeout: 60_000 })
      .toMatchObject({ status: 200, text: expect.stringMatching(/"redis":"away".*"nats":"away"/) });
    expect((await ask(port, '/readyz')).status).toBe(503);
  }
  const code = /enter the code (\S+)/.exec(said)?.[1];
  const made = await fetch(`http://127.0.0.1:${edge}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organization: 'Away',
      name: 'Ana',
      email: 'ana@example.com',
      password: 'a long enough password',
      code,
    }),
  });
  expect({ status: made.status, text: made.status === 201 ? '' : await made.text() }).toEqual({
    status: 201,
    text: '',
  });
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/redis is away[^\n]*Redis does not answer/);
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/nats is away[^\n]*NATS does not answer/);

  await Promise.all([redis!.start(), nats!.start()]);
  for (const port of [http, edge])
    await expect
      .poll(async () => (await ask(port, '/readyz')).text, { timeout: 30_000 })
      .toMatch(/"redis":"up".*"nats":"up"/);
  expect(children.map(({ exitCode }) => exitCode)).toEqual([null, null]);
});
