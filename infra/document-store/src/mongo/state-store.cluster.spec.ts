import { afterAll, beforeAll, expect, it } from 'vitest';
import { MongoClient } from 'mongodb';
import { startMongo } from '@tessera/engines/testing';
import { stateContract } from '../testing/state.contract.ts';
import { openMongoStateStore } from './state-store.ts';

let server: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  server = await startMongo();
});
afterAll(() => server?.stop());

let opened = 0;
stateContract('MongoDB', async (clock) => {
  const name = `state_${++opened}`;
  let client = await new MongoClient(server.url).connect();
  return {
    state: await openMongoStateStore({ db: client.db(name), clock }),
    reopen: async () => {
      await client.close();
      client = await new MongoClient(server.url).connect();
      return openMongoStateStore({ db: client.db(name), clock });
    },
    close: async () => {
      await client.db(name).dropDatabase();
      await client.close();
    },
  };
});

it('says in words that callers know that the database does not answer', async () => {
  const client = new MongoClient(server.url, { serverSelectionTimeoutMS: 300 });
  const state = await openMongoStateStore({ db: client.db('state_away'), clock: Date.now });
  await server.kill();
  try {
    const away = { name: 'Rejection', kind: 'unavailable' };
    await expect(state.get('org', 'bucket', 'key')).rejects.toMatchObject(away);
    await expect(state.put('org', 'bucket', 'key', 1)).rejects.toMatchObject(away);
    await expect(state.compareAndPut('org', 'bucket', 'key', undefined, 1)).rejects.toMatchObject(away);
    await expect(state.list('org', 'bucket', '', 10)).rejects.toMatchObject(away);
  } finally {
    await server.start();
    await client.close();
  }
});
