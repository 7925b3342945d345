import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startKafka, startMongo } from '@tessera/engines/testing';
import { openStores } from '@tessera/event-store';
import { memoryLeases } from '@tessera/shared-state';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { metaFor } from '../../event-store/test/actors.ts';
import { listsModule } from '../../event-store/test/service.ts';
import { openKafka, openMongoOutboxState, openMongoSubscriptionState, startKafkaSubscriptions, startOutbox } from '../src/cluster.ts';
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

subscriptionsContract('Kafka and MongoDB', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const stores = await openStores({ dataFolder, services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }] });
  const source = openLogSource(dataFolder, 'lists', stores);
  const name = randomUUID();
  const db = connection.db(name);
  const client = openKafka({ brokers: kafka.brokers, prefix: `${name}.`, partitions: 4 });
  const failures: unknown[] = [];
  /** A new topic or group may be refused at first, which is tried again. */
  const failed = (error: unknown): void => { if ((error as { retriable?: boolean }).retriable !== true) failures.push(error); };
  const outbox = startOutbox({ service: 'lists', source, client, state: openMongoOutboxState(db), leases: memoryLeases(), onFailure: failed });
  const { decode } = listsModule('lists').events;
  return {
    write: async (organizationId, notes, text) => void (await stores.store('lists').execute({ type: 'note', payload: { notes, text } }, metaFor(organizationId))),
    openState: () => openMongoSubscriptionState(db),
    start: async (state, reactions, retry) =>
      startKafkaSubscriptions({
        client, state, reactions, retry, source: () => source, decoder: () => decode,
        // Without what the comparison finds: here the broker brings everything.
        timing: { graceMs: 600_000, sessionMs: 6_000 },
        onFailure: (_reaction, eventId, _attempts, error) => { if (eventId === '') failed(error); },
      }),
    repeat: async (_state, reaction) => {
      const admin = client.kafka.admin();
      await admin.connect();
      await admin.setOffsets({ groupId: `${name}.tessera.${reaction}`, topic: `${name}.tessera.lists.commits`, partitions: [0, 1, 2, 3].map((partition) => ({ partition, offset: '0' })) });
      await admin.disconnect();
    },
    close: async () => {
      await outbox.stop();
      source.close();
      await stores.close();
      await db.dropDatabase();
      rmSync(dataFolder, { recursive: true });
      if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
    },
  };
});

it('a reaction whose source was restored goes on with what is written in the place of what is gone', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const name = randomUUID();
  const db = connection.db(name);
  const client = openKafka({ brokers: kafka.brokers, prefix: `${name}.`, partitions: 2 });
  const got: string[] = [];
  const session = async (texts: readonly string[]): Promise<void> => {
    const stores = await openStores({ dataFolder, services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }] });
    const source = openLogSource(dataFolder, 'lists', stores);
    for (const text of texts) await stores.store('lists').execute({ type: 'note', payload: { notes: ['n'], text } }, metaFor('org'));
    const outbox = startOutbox({ service: 'lists', source, client, state: openMongoOutboxState(db), leases: memoryLeases() });
    const reaction = { name: 'copy', source: 'lists', types: ['noted'], handle: async (event: unknown) => void got.push((event as { text: string }).text) };
    const subscriptions = startKafkaSubscriptions({
      client, state: await openMongoSubscriptionState(db), reactions: [reaction], source: () => source, decoder: () => listsModule('lists').events.decode, timing: { graceMs: 600_000, sessionMs: 6_000 },
    });
    await subscriptions.caughtUp();
    await subscriptions.stop();
    await outbox.stop();
    source.close();
    await stores.close();
  };
  await session(['1', '2', '3', '4']);
  const log = new DatabaseSync(join(dataFolder, 'lists', 'log.db'));
  log.exec("UPDATE commits SET body = x'00' WHERE seq > 2");
  log.close();
  await session(['3 again', '4 again', '5']);
  expect(got).toEqual(['1', '2', '3', '4', '3 again', '4 again', '5']);
  await db.dropDatabase();
  rmSync(dataFolder, { recursive: true });
});
