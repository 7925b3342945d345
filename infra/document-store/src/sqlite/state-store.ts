import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Rejection } from '@tessera/kernel';
import type { StateStore } from '../port.ts';
import { openForWriting } from './connection.ts';
import { etagOf } from './state-check.ts';
import { rejection } from '../refusals.ts';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which comes before it when the index of the WAL cannot grow. */
const noRoom = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (error.errcode === 13 || error.errcode === 4874);
const storageFull = (): Rejection => rejection('unavailable', 'storage.full');

type Stored = { readonly value: string; readonly etag: string };

/** Expired entries removed at one write at most, so that none waits for a large clean-up. */
const sweepEvery = 256;
const sweepRows = 200;

/** The smallest text above every text that begins with `prefix`; undefined when there is none. */
const above = (prefix: string): string | undefined => {
  const letters = [...prefix];
  for (let last = letters.pop(); last !== undefined; last = letters.pop()) {
    const code = last.codePointAt(0)!;
    if (code < 0x10ffff) return letters.join('') + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return undefined;
};

export type OpenStateStore = {
  readonly path: string;
  readonly clock: Clock;
  /** Whether a write survives power loss before it resolves; default true. Vaults must be. */
  readonly durable?: boolean;
  /** Told after each write that is durable how often the file was written to; the count is kept in the file. */
  readonly onWritten?: (writes: number) => void;
};

/**
 * A StateStore in a file of its own. Reads and writes are single statements on the caller's thread (tens of
 * microseconds, a durable write one fsync); writes that come while others wait share their transaction and its fsync.
 */
export const openStateStore = ({
  path,
  clock,
  durable = true,
  onWritten,
}: OpenStateStore): StateStore & { close(): Promise<void>; copyTo(path: string): void } => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const connection = openForWriting(path, {
    synchronous: durable ? 'FULL' : 'NORMAL',
    autocheckpoint: 1000,
    cacheKb: 2048,
  });
  connection.db.exec(
    'CREATE TABLE IF NOT EXISTS state (organization TEXT NOT NULL, bucket TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, etag TEXT NOT NULL, expires INTEGER, ' +
      'PRIMARY KEY (organization, bucket, key)) WITHOUT ROWID, STRICT; CREATE INDEX IF NOT EXISTS state_expires ON state (expires) WHERE expires IS NOT NULL',
  );
  const one = connection.statement(
    'SELECT value, etag FROM state WHERE organization = ? AND bucket = ? AND key = ? AND (expires IS NULL OR expires > ?)',
  );
  const write = connection.statement(
    'INSERT INTO state (organization, bucket, key, value, etag, expires) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, etag = excluded.etag, expires = excluded.expires',
  );
  const remove = connection.statement('DELETE FROM state WHERE organization = ? AND bucket = ? AND key = ?');
  const listed = connection.statement(
    'SELECT key, value FROM state WHERE organization = ?1 AND bucket = ?2 AND key >= ?3 AND (?4 IS NULL OR key < ?4) AND (expires IS NULL OR expires > ?5) ORDER BY key LIMIT ?6',
  );
  const sweep = connection.statement(
    'DELETE FROM state WHERE (organization, bucket, key) IN (SELECT organization, bucket, key FROM state WHERE expires <= ? LIMIT ?)',
  );
  const begin = connection.statement('BEGIN IMMEDIATE');
  const commit = connection.statement('COMMIT');

  let writes = 0;
  let { user_version: count } = connection.statement('PRAGMA user_version').get() as { user_version: number };
  type Job = {
    readonly work: () => unknown;
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
  };
  let jobs: Job[] = [];
  let scheduled = false;
  let closed = false;

  const flush = (): void => {
    scheduled = false;
    const group = jobs;
    jobs = [];
    const results: { readonly job: Job; readonly value: unknown }[] = [];
    try {
      begin.get();
      for (const job of group) results.push({ job, value: job.work() });
      if (++writes % sweepEvery === 0) sweep.get(clock(), sweepRows);
      if (onWritten !== undefined) connection.db.exec(`PRAGMA user_version = ${count + 1}`);
      commit.get();
      count += 1;
      onWritten?.(count);
    } catch (error) {
      if (connection.db.isTransaction) connection.db.exec('ROLLBACK');
      const told = noRoom(error) ? storageFull() : error;
      for (const job of group) job.reject(told);
      return;
    }
    for (const { job, value } of results) job.resolve(value);
  };

  const later = <T>(work: () => T): Promise<T> => {
    if (closed) return Promise.reject(new Error('the state store is closed'));
    return new Promise<T>((resolve, reject) => {
      jobs.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    });
  };

  const present = (organizationId: string, bucket: string, key: string): Stored | undefined =>
    one.get(organizationId, bucket, key, clock()) as Stored | undefined;
  /** A secret that was damaged on the disk must not pass for another one: a password would count as wrong. */
  const read = (stored: Stored): unknown => {
    if (durable && etagOf(stored.value) !== stored.etag) throw rejection('unavailable', 'storage.damaged');
    return JSON.parse(stored.value);
  };
  const encode = (value: unknown): { readonly text: string; readonly etag: string } => {
    const text = JSON.stringify(value);
    if (text === undefined) throw new Error('only JSON can be kept');
    return { text, etag: etagOf(text) };
  };

  return {
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const row = present(organizationId, bucket, key);
      return row && (read(row) as V);
    },
    getWithEtag: async <V>(organizationId: string, bucket: string, key: string) => {
      const row = present(organizationId, bucket, key);
      return row && { value: read(row) as V, etag: row.etag };
    },
    put: async (organizationId, bucket, key, value, options = {}) => {
      const { text, etag } = encode(value);
      await later(() => write.get(organizationId, bucket, key, text, etag, options.expiresAt ?? null));
    },
    compareAndPut: async (organizationId, bucket, key, expected, value, options = {}) => {
      const { text, etag } = encode(value);
      return later(() => {
        if (present(organizationId, bucket, key)?.etag !== expected) return false;
        write.get(organizationId, bucket, key, text, etag, options.expiresAt ?? null);
        return true;
      });
    },
    delete: async (organizationId, bucket, key) => {
      await later(() => remove.get(organizationId, bucket, key));
    },
    wipe: async () => {
      await later(() => undefined);
      connection.db.exec('VACUUM');
      for (;;) {
        const [busy] = connection.arrays('PRAGMA wal_checkpoint(TRUNCATE)').get() as unknown as [number];
        if (busy === 0) return;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    list: async <V>(organizationId: string, bucket: string, prefix: string, limit: number) =>
      (
        listed.all(organizationId, bucket, prefix, above(prefix) ?? null, clock(), limit) as {
          key: string;
          value: string;
        }[]
      ).map(({ key, value }) => ({ key, value: JSON.parse(value) as V })),
    copyTo: (target) => {
      connection.db.prepare('VACUUM INTO ?').get(target);
    },
    close: async () => {
      if (closed) return;
      closed = true;
      while (jobs.length > 0) await new Promise((resolve) => setImmediate(resolve));
      connection.close();
    },
  };
};
