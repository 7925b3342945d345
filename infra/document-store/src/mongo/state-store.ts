import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '@tessera/kernel';
import type { Db, Document } from 'mongodb';
import type { StateStore } from '../port.ts';
import { above } from './compile.ts';
import { isUnavailable, readError } from './errors.ts';
import { scopedKey } from './names.ts';

/**
 * `value` is JSON text. `expires` is by the services' clocks, and decides; `until` by the server's, somewhat later, and
 * only clears away. `stamp` differs with each write, so that one which changes nothing else still counts as done.
 */
type Entry = {
  readonly _id: string;
  readonly bucket: string;
  readonly key: string;
  readonly value: string;
  readonly etag: string;
  readonly stamp: string;
  readonly expires?: number;
  readonly until?: Date;
};

const clearAfterMs = 60_000;
const duplicateKey = 11000;

export type OpenMongoStateStore = {
  readonly db: Db;
  readonly clock: Clock;
  /** Whether a write is on a majority's journals before it resolves; default true. Vaults must be. */
  readonly durable?: boolean;
};

const isDuplicate = (error: unknown): boolean => (error as { readonly code?: unknown }).code === duplicateKey;

const unavailable = (error: unknown): unknown => (isUnavailable(error) ? readError(error) : error);

/**
 * The store with the driver's words for an engine that does not answer replaced: callers know `unavailable`, and may
 * ask again.
 */
const inWords = <T extends object>(store: T): T =>
  Object.fromEntries(
    Object.entries(store).map(([name, call]) => [
      name,
      (...args: unknown[]) =>
        (call as (...given: unknown[]) => Promise<unknown>)(...args).catch((error: unknown) => {
          throw unavailable(error);
        }),
    ]),
  ) as T;

/**
 * A StateStore in the collection `state` of a database. Any number of processes may use it at once. Its calls throw
 * `unavailable` where the database does not answer; a write may have been done all the same.
 */
export const openMongoStateStore = async ({
  db,
  clock,
  durable = true,
}: OpenMongoStateStore): Promise<StateStore & { close(): Promise<void> }> => {
  const entries = db.collection<Entry>('state', {
    writeConcern: durable ? { w: 'majority', journal: true } : { w: 1 },
    readPreference: 'primary',
  });
  await entries.createIndexes([
    { key: { until: 1 }, name: 'until', expireAfterSeconds: 0, sparse: true },
    { key: { bucket: 1, key: 1 }, name: 'bucket' },
  ]);

  const bucketOf = (organizationId: string, bucket: string): string => {
    if (bucket.includes('\u001f')) throw new Error('not a name of a bucket');
    return scopedKey(organizationId, bucket);
  };
  const keyOf = (organizationId: string, bucket: string, key: string): string =>
    `${bucketOf(organizationId, bucket)}\u001f${key}`;
  const entryOf = (
    organizationId: string,
    bucket: string,
    key: string,
    value: unknown,
    expiresAt: number | undefined,
  ): Entry => {
    const text = JSON.stringify(value);
    if (text === undefined) throw new Error('only JSON can be kept');
    const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const life =
      expiresAt === undefined
        ? {}
        : { expires: expiresAt, until: new Date(Date.now() + Math.max(0, expiresAt - clock()) + clearAfterMs) };
    return {
      _id: keyOf(organizationId, bucket, key),
      bucket: bucketOf(organizationId, bucket),
      key,
      value: text,
      etag,
      stamp: randomUUID(),
      ...life,
    };
  };
  const present = async (organizationId: string, bucket: string, key: string): Promise<Entry | undefined> => {
    const entry = await entries.findOne({ _id: keyOf(organizationId, bucket, key) });
    return entry === null || (entry.expires !== undefined && entry.expires <= clock()) ? undefined : entry;
  };

  /** Writes if the stored entry satisfies an expression; a key alone leads to it. */
  const replaceIf = async (condition: Document, entry: Entry): Promise<boolean> =>
    (
      await entries.updateOne({ _id: entry._id }, [
        { $replaceWith: { $cond: [condition, { $literal: entry }, '$$ROOT'] } },
      ])
    ).modifiedCount === 1;
  const expired = (): Document => ({ $and: [{ $gt: ['$expires', null] }, { $lte: ['$expires', clock()] }] });

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

  return inWords({
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const entry = await present(organizationId, bucket, key);
      return entry && (JSON.parse(entry.value) as V);
    },
    getWithEtag: async <V>(organizationId: string, bucket: string, key: string) => {
      const entry = await present(organizationId, bucket, key);
      return entry && { value: JSON.parse(entry.value) as V, etag: entry.etag };
    },
    put: async (organizationId, bucket, key, value, options = {}) =>
      replace(entryOf(organizationId, bucket, key, value, options.expiresAt)),
    compareAndPut: async (organizationId, bucket, key, expected, value, options = {}) => {
      const entry = entryOf(organizationId, bucket, key, value, options.expiresAt);
      if (expected !== undefined)
        return replaceIf({ $and: [{ $eq: ['$etag', { $literal: expected }] }, { $not: [expired()] }] }, entry);
      try {
        await entries.insertOne(entry);
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // What is there may have expired: then it is absent.
        return replaceIf(expired(), entry);
      }
    },
    delete: async (organizationId, bucket, key) => {
      await entries.deleteOne({ _id: keyOf(organizationId, bucket, key) });
    },
    // The engine gives freed places of its files to others, as it does with all that is deleted.
    wipe: () => Promise.resolve(),
    list: async <V>(organizationId: string, bucket: string, prefix: string, limit: number) => {
      const found: { key: string; value: V }[] = [];
      if (limit <= 0) return found;
      const end = above(prefix);
      const now = clock();
      for await (const { key, value, expires } of entries.find(
        { bucket: bucketOf(organizationId, bucket), key: { $gte: prefix, ...(end === undefined ? {} : { $lt: end }) } },
        { sort: { key: 1 } },
      )) {
        if (expires !== undefined && expires <= now) continue;
        if (found.push({ key, value: JSON.parse(value) as V }) === limit) break;
      }
      return found;
    },
    close: async () => undefined,
  });
};
