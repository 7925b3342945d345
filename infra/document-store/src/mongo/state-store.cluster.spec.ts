import { afterAll, beforeAll } from 'vitest';
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
