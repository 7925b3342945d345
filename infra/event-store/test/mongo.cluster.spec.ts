import { afterAll, beforeAll } from 'vitest';
import { startMongo } from '@tessera/engines/testing';
import { eventStoreContract, type EventStoreHarness } from './event-store.contract.ts';
import { freshDatabase, openReplica } from './mongo.ts';

let mongo: Awaited<ReturnType<typeof startMongo>>;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());

const openOn = async (database: string): Promise<EventStoreHarness> => {
  const replica = await openReplica(mongo.url, database);
  return {
    store: replica,
    source: replica,
    reopen: async () => {
      await replica.end();
      return openOn(database);
    },
    close: replica.end,
  };
};

eventStoreContract('MongoDB', () => openOn(freshDatabase()));
