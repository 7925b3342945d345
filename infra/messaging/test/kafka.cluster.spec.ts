import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka, startMongo } from '@tessera/engines/testing';
import { backup, openStores, restore, type OutboxSource, type Reaction } from '@tessera/event-store';
import { isRejection } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { memoryLeases } from '@tessera/shared-state';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { metaFor } from '../../event-store/test/actors.ts';
import { freshDatabase, openReplica } from '../../event-store/test/mongo.ts';
import { listsModule } from '../../event-store/test/service.ts';
import {
  openKafka,
  openMongoOutboxState,
  openMongoSubscriptionState,
  startKafkaSubscriptions,
  startOutbox,
  type PartitionedState,
} from '../src/cluster.ts';
import type { RetryPolicy } from '../src/index.ts';
import { openLogSource } from './log-source.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

let kafka: Awaited<ReturnType<typeof startKafka>>;
let mongo: Awaited<ReturnType<typeof startMongo>>;
let connection: MongoClient;
beforeAll(async () => {
  [kafka, mongo] = await Promise.all([startKafka(), startMongo()]);
  connection = await new MongoClient(mongo.url).connect();
});
afterAll(async () => {
  await connection?.close();
  await Promise.all([kafka?.stop(), mongo?.stop()]);
});

type Log = {
  readonly source: OutboxSource;
  write(organizationId: string, notes: readonly string[], text: string): Promise<void>;
  close(): Promise<void>;
};

/** The log of files, as one process has it. */
const fileLog = async (): Promise<Log> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({
    dataFolder,
    services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
  });
  const source = openLogSource(dataFolder, 'lists', stores);
  return {
    source,
    write: async (organizationId, notes, text) =>
      void (await stores.store('lists').execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    close: async () => {
      source.close();
      await stores.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
};

/** The log of the cluster, written through one replica and published through another. */
const replicatedLog = async (): Promise<Log> => {
  const database = freshDatabase();
  const [writer, publisher] = [await openReplica(mongo.url, database), await openReplica(mongo.url, database)];
  return {
    source: publisher,
    write: async (organizationId, notes, text) =>
      void (await writer.execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    close: async () => {
      await writer.end();
      await publisher.end();
    },
  };
};

const harness = (openLog: () => Promise<Log>) => async () => {
  const log = await openLog();
  const name = randomUUID();
  const db = connection.db(name);
  const client = openKafka({ brokers: kafka.brokers, prefix: `${name}.`, partitions: 4 });
  const failures: unknown[] = [];
  /**
   * A broker may refuse for a while, when a topic is new or the machine busy, and that is tried again; a defect of ours
   * is not of this kind.
   */
  const failed = (error: unknown): void => {
    if (!(error as Error).name.startsWith('KafkaJS') && !isRejection(error)) failures.push(error);
  };
  const outbox = startOutbox({
    service: 'lists',
    source: log.source,
    client,
    state: openMongoOutboxState(db),
    leases: memoryLeases(),
    onFailure: failed,
  });
  const { decode } = listsModule('lists').events;
  return {
    write: log.write,
    openState: () => openMongoSubscriptionState(db),
    start: async (state: PartitionedState, reactions: readonly Reaction[], retry: RetryPolicy) =>
      startKafkaSubscriptions({
        client,
        state,
        reactions,
        retry,
        source: () => log.source,
        decoder: () => decode,
        // Without what the comparison finds: here the broker brings everything.
        timing: { graceMs: 600_000, sessionMs: 6_000 },
        onFailure: (_reaction, eventId, _attempts, error) => {
          if (eventId === '') failed(error);
        },
      }),
    repeat: async (_state: PartitionedState, reaction: string) => {
      const admin = client.kafka.admin();
      await admin.connect();
      await admin.setOffsets({
        groupId: `${name}.tessera.${reaction}`,
        topic: `${name}.tessera.lists.commits`,
        partitions: [0, 1, 2, 3].map((partition) => ({ partition, offset: '0' })),
      });
      await admin.disconnect();
    },
    close: async () => {
      await outbox.stop();
      await log.close();
      await db.dropDatabase();
      if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
    },
  };
};

if (everyVariant) subscriptionsContract('Kafka and MongoDB, from a log in files', harness(fileLog));
subscriptionsContract('Kafka and MongoDB, from a log in MongoDB', harness(replicatedLog));

it('a reaction whose source was restored goes on with what is written in the place of what is gone', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const name = randomUUID();
  const db = connection.db(name);
  const client = openKafka({ brokers: kafka.brokers, prefix: `${name}.`, partitions: 2 });
  const got: string[] = [];
  const session = async (texts: readonly string[]): Promise<void> => {
    const stores = await openStores({
      dataFolder,
      services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
    });
    const source = openLogSource(dataFolder, 'lists', stores);
    for (const text of texts)
      await stores.store('lists').execute({ type: 'note', payload: { notes: ['n'], text } }, metaFor('org'));
    const outbox = startOutbox({
      service: 'lists',
      source,
      client,
      state: openMongoOutboxState(db),
      leases: memoryLeases(),
    });
    const reaction = {
      name: 'copy',
      source: 'lists',
      types: ['noted'],
      handle: async (event: unknown) => void got.push((event as { text: string }).text),
    };
    const subscriptions = startKafkaSubscriptions({
      client,
      state: await openMongoSubscriptionState(db),
      reactions: [reaction],
      source: () => source,
      decoder: () => listsModule('lists').events.decode,
      timing: { graceMs: 600_000, sessionMs: 6_000 },
    });
    await subscriptions.caughtUp();
    await subscriptions.stop();
    await outbox.stop();
    source.close();
    await stores.close();
  };
  await session(['1', '2']);
  const kept = mkdtempSync(join(tmpdir(), 'messaging-backup-'));
  await backup({ dataFolder, target: join(kept, 'backup') });
  await session(['3', '4']);
  const { movedTo } = await restore({ from: join(kept, 'backup'), dataFolder, replace: true });
  await session(['3 again', '4 again', '5']);
  expect(got).toEqual(['1', '2', '3', '4', '3 again', '4 again', '5']);
  await db.dropDatabase();
  for (const folder of [dataFolder, kept, movedTo!]) rmSync(folder, { recursive: true });
});
