import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StateStore } from '@tessera/document-store';

type Row = { readonly value: string };

/**
 * A StateStore in one SQLite file of its own, on the calling thread: single small rows by key. `synchronous: 'FULL'` survives a power cut with
 * every write (secrets), `'NORMAL'` a crash of the process. What expired is not answered and is removed from time to time.
 */
export const openStateStore = (path: string, options: { readonly synchronous: 'FULL' | 'NORMAL'; readonly now?: () => number }): StateStore & { close(): void } => {
  const now = options.now ?? Date.now;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous}; PRAGMA busy_timeout = 2000; PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS state (organization TEXT, bucket TEXT, key TEXT, value TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (organization, bucket, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS state_expiry ON state (expires_at) WHERE expires_at IS NOT NULL;`);
  const live = '(expires_at IS NULL OR expires_at > ?)';
  const select = db.prepare(`SELECT value FROM state WHERE organization = ? AND bucket = ? AND key = ? AND ${live}`);
  const upsert = db.prepare('INSERT INTO state VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at');
  const remove = db.prepare('DELETE FROM state WHERE organization = ? AND bucket = ? AND key = ?');
  const range = db.prepare(`SELECT key, value FROM state WHERE organization = ? AND bucket = ? AND key >= ? AND key < ? AND ${live} ORDER BY key LIMIT ?`);
  const expire = db.prepare('DELETE FROM state WHERE expires_at <= ?');
  const sweeper = setInterval(() => expire.run(now()), 60_000);
  sweeper.unref();

  const one = (organizationId: string, bucket: string, key: string): string | undefined => (select.get(organizationId, bucket, key, now()) as Row | undefined)?.value;
  const write = (organizationId: string, bucket: string, key: string, value: unknown, expiresAt: number | undefined): void => {
    upsert.run(organizationId, bucket, key, JSON.stringify(value), expiresAt ?? null);
  };
  const etagOf = (text: string): string => hash('sha256', text).slice(0, 32);

  return {
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const text = one(organizationId, bucket, key);
      return text === undefined ? undefined : (JSON.parse(text) as V);
    },
    put: async (organizationId, bucket, key, value, putOptions) => write(organizationId, bucket, key, value, putOptions?.expiresAt),
    compareAndPut: async (organizationId, bucket, key, expected, value, putOptions) => {
      const text = one(organizationId, bucket, key);
      if ((text === undefined ? undefined : etagOf(text)) !== expected) return false;
      write(organizationId, bucket, key, value, putOptions?.expiresAt);
      return true;
    },
    getWithEtag: async <V>(organizationId: string, bucket: string, key: string) => {
      const text = one(organizationId, bucket, key);
      return text === undefined ? undefined : { value: JSON.parse(text) as V, etag: etagOf(text) };
    },
    delete: async (organizationId, bucket, key) => void remove.run(organizationId, bucket, key),
    list: async <V>(organizationId: string, bucket: string, prefix: string, limit: number) =>
      (range.all(organizationId, bucket, prefix, `${prefix}\u{10ffff}`, now(), limit) as { key: string; value: string }[]).map(({ key, value }) => ({ key, value: JSON.parse(value) as V })),
    close: () => {
      clearInterval(sweeper);
      db.close();
    },
  };
};
