import { openMongoModel } from '@tessera/document-store/mongo';
import { logDatabase, mongoClient, openMongoStore, type MongoStore, type MongoStoreOptions } from '../src/mongo/index.ts';
import { writeModule } from './lists.ts';
import type { ListEvent } from './service.ts';

/** Times short enough for tests of what happens when they run out. */
export const quick = { operation: 2_000, command: 4_000, gap: 3_000, unapplied: 500, janitor: 200 };

export type Replica = MongoStore<ListEvent> & { readonly end: () => Promise<void> };

/** One replica of the test service with a client of its own, as a process of its own would have. */
export const openReplica = async (url: string, database: string, options: Partial<MongoStoreOptions<ListEvent>> = {}): Promise<Replica> => {
  const client = mongoClient(url, { operationMs: options.timing?.operation ?? 5_000 });
  const model = await openMongoModel({ db: logDatabase(client, database), collections: writeModule.collections });
  const store = await openMongoStore({ client, database, module: writeModule, model, ...options });
  return {
    ...store,
    end: async () => {
      await store.close();
      await client.close();
    },
  };
};

let databases = 0;
export const freshDatabase = (): string => `lists_${process.pid}_${Date.now()}_${(databases += 1)}`;
