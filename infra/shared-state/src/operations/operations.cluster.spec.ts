import { randomUUID } from 'node:crypto';
import { openMongoStateStore } from '@tessera/document-store/mongo';
import { startMongo, startRedis } from '@tessera/engines/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';
import { openRedisState } from '../redis/index.ts';
import { operationsContract } from '../testing/operations.contract.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
});
afterAll(() => Promise.all([mongo?.stop(), redis?.stop()]));

operationsContract('MongoDB and Redis', async () => {
  const name = `operations_${randomUUID().slice(0, 8)}`;
  const closers: (() => Promise<unknown>)[] = [];
  return {
    open: async () => {
      const client = await new MongoClient(mongo.url).connect();
      const shared = await openRedisState({ url: redis.url, prefix: `${name}:`, deadlineMs: 2_000 });
      closers.push(
        () => client.close(),
        () => shared.close(),
      );
      return {
        state: await openMongoStateStore({ db: client.db(name), clock: Date.now }),
        leases: shared.leases,
      };
    },
    close: async () => void (await Promise.all(closers.map((close) => close()))),
  };
});
