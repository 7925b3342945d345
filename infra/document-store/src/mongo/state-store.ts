import { createHash } from 'node:crypto';
import type { Clock } from '@tessera/kernel';
import type { Db, Filter } from 'mongodb';
import type { StateStore } from '../port.ts';
import { above } from './compile.ts';
import { scope, scopedKey } from './names.ts';

/** `value` is JSON text. `expires` is by the services' clocks, and decides; `until` by the server's, somewhat later, and only clears away. */
type Entry = { readonly _id: string; readonly value: string; readonly etag: string; readonly expires?: number; readonly until?: Date };

const clearAfterMs = 60_000;
const duplicateKey = 11000;

export type OpenMongoStateStore = {
  readonly db: Db;
  readonly clock: Clock;
  /** Whether a write is on a majority's journals before it resolves; default true. Vaults must be. */
  readonly durable?: boolean;
};

const isDuplicate = (error: unknown): boolean => (error as { readonly code?: unknown }).code === duplicateKey;

/** A StateStore in the collection `state` of a database. Any number of processes may use it at once. */
export const openMongoStateStore = async ({ db, clock, durable = true }: OpenMongoStateStore): Promise<StateStore & { close(): Promise<void> }> => {
  const entries = db.collection<Entry>('state', { writeConcern: durable ? { w: 'majority', journal: true } : { w: 1 }, readPreference: 'primary' });
  await entries.createIndex({ until: 1 }, { name: 'until', expireAfterSeconds: 0, sparse: true });

  const keyOf = (organizationId: string, bucket: string, key: string): string => {
    if (bucket.includes('\u001f')) throw new Error('not a name of a bucket');
    return scopedKey(organizationId, bucket, key);
  };
  const alive = (): Filter<Entry> => ({ $or: [{ expires: { $exists: false } }, { expires: { $gt: clock() } }] });
  const entryOf = (_id: string, value: unknown, expiresAt: number | undefined): Entry => {
    const text = JSON.stringify(value);
    if (text === undefined) throw new Error('only JSON can be kept');
    const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    return { _id, value: text, etag, ...(expiresAt === undefined ? {} : { expires: expiresAt, until: new Date(Date.now() + Math.max(0, expiresAt - clock()) + clearAfterMs) }) };
  };
  const present = (organizationId: string, bucket: string, key: string) => entries.findOne({ _id: { $eq: keyOf(organizationId, bucket, key) }, ...alive() });

  const replace = async (entry: Entry): Promise<void> => {
    const { _id, ...rest } = entry;
    try {
      await entries.replaceOne({ _id }, rest, { upsert: true });
    } catch (error) {
      // Two made it at once; the second finds it there now.
      if (!isDuplicate(error)) throw error;
      await entries.replaceOne({ _id }, rest, { upsert: true });
    }
  };

  return {
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const entry = await present(organizationId, bucket, key);
      return entry === null ? undefined : (JSON.parse(entry.value) as V);
    },
    getWithEtag: async <V>(organizationId: string, bucket: string, key: string) => {
      const entry = await present(organizationId, bucket, key);
      return entry === null ? undefined : { value: JSON.parse(entry.value) as V, etag: entry.etag };
    },
    put: async (organizationId, bucket, key, value, options = {}) => replace(entryOf(keyOf(organizationId, bucket, key), value, options.expiresAt)),
    compareAndPut: async (organizationId, bucket, key, expected, value, options = {}) => {
      const entry = entryOf(keyOf(organizationId, bucket, key), value, options.expiresAt);
      const { _id, ...rest } = entry;
      if (expected !== undefined) return (await entries.replaceOne({ _id, etag: { $eq: expected }, ...alive() }, rest)).matchedCount === 1;
      try {
        await entries.insertOne(entry);
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // What is there may have expired: then it is absent.
        return (await entries.replaceOne({ _id, expires: { $lte: clock() } }, rest)).matchedCount === 1;
      }
    },
    delete: async (organizationId, bucket, key) => {
      await entries.deleteOne({ _id: { $eq: keyOf(organizationId, bucket, key) } });
    },
    list: async <V>(organizationId: string, bucket: string, prefix: string, limit: number) => {
      if (limit <= 0) return [];
      const from = keyOf(organizationId, bucket, prefix);
      const end = prefix === '' ? undefined : above(from);
      const range = end === undefined ? scope(organizationId, bucket) : { $gte: from, $lt: end };
      const found = await entries.find({ _id: range, ...alive() }, { sort: { _id: 1 }, limit }).toArray();
      const skipped = keyOf(organizationId, bucket, '').length;
      return found.map(({ _id, value }) => ({ key: _id.slice(skipped), value: JSON.parse(value) as V }));
    },
    close: async () => undefined,
  };
};
