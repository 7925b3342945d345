import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startMongo } from '@tessera/engines/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo('alone');
});
afterAll(() => mongo?.stop());

it.each(['auth', 'apps'])(
  '%s refuses a MongoDB server that belongs to no replica set, says what is needed, and ends with 1',
  { timeout: 60_000 },
  async (service) => {
    let said = '';
    const child = spawn(process.execPath, [`services/${service}/src/main.ts`], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: '0',
        TESSERA_MODE: 'cluster',
        TESSERA_MONGO_URL: mongo.url,
        TESSERA_REDIS_URL: 'redis://127.0.0.1:1',
        TESSERA_NATS_URL: 'nats://127.0.0.1:1',
        TESSERA_KAFKA_BROKERS: '127.0.0.1:1',
        TESSERA_S3_ENDPOINT: 'http://127.0.0.1:1',
        TESSERA_S3_ACCESS_KEY: 'a',
        TESSERA_S3_SECRET_KEY: 'b',
        TESSERA_KEY: 'k'.repeat(40),
        TESSERA_GRPC_ADDRESS: '127.0.0.1:0',
        TESSERA_PEERS: 'auth=127.0.0.1:1',
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(said).toContain('stands alone: Tessera needs a replica set');
    expect(code).toBe(1);
  },
);
