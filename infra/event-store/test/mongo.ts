import { openMongoModel } from '@tessera/document-store/mongo';
import type { WriteModule } from '@tessera/kernel';
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import {
  findModel,
  logDatabase,
  modelVersions,
  mongoClient,
  mongoDump,
  openMongoStore,
  rebuildMongoModel,
  verifyMongoLog,
  type MongoStore,
  type MongoStoreOptions,
} from '../src/mongo/index.ts';
import { writeModule } from './lists.ts';
import type { ListEvent } from './service.ts';

/** Times short enough for tests of what happens when they run out. */
export const quick = { operation: 2_000, command: 5_000, gap: 3_000, unapplied: 500, reconciler: 200 };

export type Replica = MongoStore<ListEvent> & { readonly end: () => Promise<void> };

/** One replica of the test service with a client of its own, as a process of its own would have. */
export const openReplica = async (
  url: string,
  database: string,
  options: Partial<MongoStoreOptions<ListEvent>> = {},
): Promise<Replica> => {
  const client = options.client ?? mongoClient(url, { operationMs: options.timing?.operation ?? 5_000 });
  const model = (prefix: string) =>
    openMongoModel({ db: logDatabase(client, database), prefix, collections: writeModule.collections });
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

/** Work on the database of a service whose replicas have ended. */
export const onDatabase = async <T>(url: string, database: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const client = mongoClient(url);
  try {
    return await work(logDatabase(client, database));
  } finally {
    await client.close();
  }
};

/** The dump of the model that a module asks for. */
export const modelHash = (
  url: string,
  database: string,
  module: WriteModule<ListEvent> = writeModule,
): Promise<string> =>
  onDatabase(url, database, async (db) => {
    const prefix = (await findModel(db, modelVersions(module)))?.prefix ?? '';
    const model = await openMongoModel({ db, prefix, collections: writeModule.collections });
    const hash = await mongoDump(model);
    await model.close();
    return hash;
  });

export const rebuild = (
  url: string,
  database: string,
  module: WriteModule<ListEvent> = writeModule,
): Promise<{ readonly commits: number; readonly hash: string }> =>
  onDatabase(url, database, async (db) => {
    const prefix = (await findModel(db, modelVersions(module)))?.prefix ?? '';
    const model = await openMongoModel({ db, prefix, collections: writeModule.collections });
    const made = await rebuildMongoModel({ db, module, model });
    await model.close();
    return made;
  });

/**
 * The log is whole, versions go up one by one, and the model is what a rebuild makes of the log. Replicas must have
 * ended. Answers the number of commits.
 */
export const expectWhole = async (url: string, database: string): Promise<number> => {
  const report = await onDatabase(url, database, (db) => verifyMongoLog(db, 'lists', { deep: true }));
  expect(report.damage).toEqual([]);
  const live = await modelHash(url, database);
  expect((await rebuild(url, database)).hash).toBe(live);
  return report.commits;
};

/** Every idempotency key in an organization's log with the number of commits that carry it. */
export const countKeys = (url: string, database: string, organization = 'org'): Promise<Map<string, number>> =>
  onDatabase(url, database, async (db) => {
    const keys = new Map<string, number>();
    const { Header } = await import('@tessera/proto/commit/v1/commit');
    for await (const { header } of db
      .collection<{ organization: string; header: Buffer }>('commits', { promoteBuffers: true })
      .find({ organization })) {
      const { idempotencyKey } = Header.decode(header);
      if (idempotencyKey !== '') keys.set(idempotencyKey, (keys.get(idempotencyKey) ?? 0) + 1);
    }
    return keys;
  });
