import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, type Reaction } from '@tessera/event-store';
import { memoryLeases, type Leases } from '@tessera/shared-state';
import { MongoClient, type Db } from 'mongodb';
import { metaFor } from '../../event-store/test/actors.ts';
import { listsModule } from '../../event-store/test/service.ts';
import {
  openKafka,
  openMongoOutboxState,
  openMongoSubscriptionState,
  startKafkaSubscriptions,
  startOutbox,
} from '../src/cluster.ts';
import type { Subscriptions } from '../src/index.ts';
import { openLogSource } from './log-source.ts';

export type Place = {
  readonly brokers: readonly string[];
  readonly mongoUrl: string;
  readonly name: string;
  readonly dataFolder: string;
};
export const decoder = () => listsModule('lists').events.decode;
export const topic = (place: Place): string => `${place.name}.tessera.lists.commits`;
export const timing = { sessionMs: 6_000, graceMs: 1_000, compareMs: 2_000 };

/**
 * What a test does to a stream: writes are numbered per stream from 1, and what came out of them must be the same
 * numbers in the same order.
 */
export type Noted = { readonly note: string; readonly text: string };

/** A log with an outbox and a database for its reactions; everything is closed and removed with it. */
export const openService = async (
  brokers: readonly string[],
  mongoUrl: string,
  parts: { readonly outbox?: boolean; readonly leases?: Leases; readonly watchMs?: number } = {},
) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'messaging-'));
  const place: Place = { brokers, mongoUrl, name: randomUUID(), dataFolder };
  const stores = await openStores({
    dataFolder,
    services: [{ name: 'lists', writeModuleUrl: new URL('../../event-store/test/lists.ts', import.meta.url) }],
  });
  const source = openLogSource(dataFolder, 'lists', stores);
  const connection = await new MongoClient(mongoUrl).connect();
  const db = connection.db(place.name);
  const client = openKafka({ brokers, prefix: `${place.name}.`, partitions: 6 });
  const outbox =
    parts.outbox === false
      ? undefined
      : startOutbox({
          service: 'lists',
          source,
          client,
          state: openMongoOutboxState(db),
          leases: parts.leases ?? memoryLeases(),
          ...(parts.watchMs !== undefined && { watchMs: parts.watchMs }),
        });
  const running: Subscriptions[] = [];
  const acknowledged = new Map<string, number>();
  const last = new Map<string, number>();

  return {
    place,
    db,
    client,
    source,
    acknowledged,
    leading: (): boolean => outbox?.leading() ?? false,
    /** Writes the next number of a stream; it counts once it is acknowledged. */
    write: async (organizationId: string, note: string): Promise<void> => {
      const lane = `${organizationId} ${note}`;
      const n = (last.get(lane) ?? 0) + 1;
      last.set(lane, n);
      await stores
        .store('lists')
        .execute({ type: 'note', payload: { notes: [note], text: String(n) } }, metaFor(organizationId));
      acknowledged.set(lane, (acknowledged.get(lane) ?? 0) + 1);
    },
    /** `graceMs` above a test's time: only what the broker brings is handled. */
    start: async (reaction: Reaction, graceMs = timing.graceMs): Promise<Subscriptions> => {
      const subscriptions = startKafkaSubscriptions({
        client,
        state: await openMongoSubscriptionState(db),
        reactions: [reaction],
        source: () => source,
        decoder,
        timing: { ...timing, graceMs },
      });
      running.push(subscriptions);
      return subscriptions;
    },
    close: async (): Promise<void> => {
      await Promise.all(running.map((one) => one.stop()));
      await outbox?.stop();
      source.close();
      await stores.close();
      await db.dropDatabase();
      await connection.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
};

/**
 * Effects kept in memory: what was done to each stream, in order, and how often each event was handed over. With
 * `byEvent` an effect carries its event's id, as those of services do: an event that comes again changes nothing, as one
 * does whose consumer was taken for gone before it had noted that it was handled.
 */
export const memoryEffects = ({ byEvent = false } = {}) => {
  const lists = new Map<string, number[]>();
  const calls = new Map<string, number>();
  const at = new Map<string, number>();
  const reaction = (work: (event: Noted) => Promise<void> | void = () => undefined, name = 'copy'): Reaction => ({
    name,
    source: 'lists',
    types: ['noted'],
    handle: async (event, context) => {
      const noted = event as Noted;
      await work(noted);
      const lane = `${context.organizationId} ${noted.note}`;
      calls.set(
        context.commitId + context.organizationId,
        (calls.get(context.commitId + context.organizationId) ?? 0) + 1,
      );
      const list = lists.get(lane) ?? [];
      lists.set(lane, list);
      if (byEvent && list.includes(Number(noted.text))) return;
      list.push(Number(noted.text));
      at.set(`${lane} ${noted.text}`, performance.now());
    },
  });
  return { lists, calls, at, reaction };
};

/**
 * An effect in a database, made once per event and in order: the form that effects of a service have (they carry the
 * event's id).
 */
export const mongoEffects = (db: Db, who: string): Reaction => {
  const lists = db.collection<{ _id: string; list: number[] }>('effects');
  const calls = db.collection<{ _id: string; by: string[] }>('calls');
  return {
    name: 'copy',
    source: 'lists',
    types: ['noted'],
    handle: async (event, context) => {
      const { note, text } = event as Noted;
      await calls.updateOne(
        { _id: `${context.organizationId} ${note} ${text}` },
        { $push: { by: who } },
        { upsert: true },
      );
      try {
        await lists.updateOne(
          { _id: `${context.organizationId} ${note}`, list: { $ne: Number(text) } },
          { $push: { list: Number(text) } },
          { upsert: true },
        );
      } catch (error) {
        if ((error as { code?: number }).code !== 11_000) throw error;
      }
    },
  };
};

/** Compares what was acknowledged with what came of it. */
export const factsOf = (acknowledged: ReadonlyMap<string, number>, lists: ReadonlyMap<string, readonly number[]>) => {
  let total = 0;
  let lost = 0;
  let twice = 0;
  let disordered = 0;
  for (const [lane, count] of acknowledged) {
    total += count;
    const list = lists.get(lane) ?? [];
    const distinct = new Set(list);
    lost += Array.from({ length: count }, (_, i) => i + 1).filter((n) => !distinct.has(n)).length;
    twice += list.length - distinct.size;
    disordered += list.filter((n, i) => i > 0 && n < list[i - 1]!).length;
  }
  return { acknowledged: total, lost, twice, disordered };
};

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;
