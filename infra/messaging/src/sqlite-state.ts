import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ParkedStream, SubscriptionState } from './port.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS offsets (reaction TEXT PRIMARY KEY, seq INTEGER NOT NULL, epoch INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS inbox (reaction TEXT, event_id TEXT, seq INTEGER NOT NULL, PRIMARY KEY (reaction, event_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS inbox_seq ON inbox (reaction, seq);
  CREATE TABLE IF NOT EXISTS parked (
    id INTEGER PRIMARY KEY, reaction TEXT NOT NULL, source TEXT NOT NULL, organization TEXT NOT NULL, root TEXT NOT NULL,
    attempts INTEGER NOT NULL, error TEXT NOT NULL, parked_at INTEGER NOT NULL, next_try_at INTEGER, UNIQUE (reaction, organization, root)
  );
  CREATE TABLE IF NOT EXISTS waiting (
    parked INTEGER, seq INTEGER, idx INTEGER, event_id TEXT NOT NULL, event_type TEXT NOT NULL, PRIMARY KEY (parked, seq, idx)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS waiting_event ON waiting (event_id);
`;

/** Handled events are remembered this many places behind the offset: a source that repeats itself is not believed. */
const inboxPlaces = 10_000;

type ParkedRow = {
  id: number;
  reaction: string;
  source: string;
  organization: string;
  root: string;
  attempts: number;
  error: string;
  parked_at: number;
  next_try_at: number | null;
  seq: number;
  idx: number;
  event_id: string;
  event_type: string;
  waiting: number;
};

const toParked = (row: ParkedRow): ParkedStream => ({
  id: String(row.id),
  reaction: row.reaction,
  source: row.source,
  organizationId: row.organization,
  root: row.root,
  place: { seq: row.seq, index: row.idx },
  eventId: row.event_id,
  eventType: row.event_type,
  attempts: row.attempts,
  error: row.error,
  parkedAt: row.parked_at,
  nextTryAt: row.next_try_at ?? undefined,
  waiting: row.waiting,
});

const lines = 20;

/** What is wrong with the file, a line each; empty when it is whole, or there is none. Reads only. */
export const subscriptionDamage = (path: string): string[] => {
  if (!existsSync(path) || statSync(path).size === 0) return [];
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    return (db.prepare(`PRAGMA integrity_check(${lines})`).all() as { integrity_check: string }[])
      .map((line) => line.integrity_check)
      .filter((line) => line !== 'ok');
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    db?.close();
  }
};

/**
 * Offsets, inbox and parked streams of the embedded mode, in one small SQLite file. Events are kept by reference, never
 * copied.
 */
export const openSubscriptionState = (path: string, now: () => number = Date.now): SubscriptionState => {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec(schema);
  const getOffset = db.prepare('SELECT seq, epoch FROM offsets WHERE reaction = ?');
  const setOffset = db.prepare(
    'INSERT INTO offsets (reaction, seq, epoch) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, epoch = excluded.epoch',
  );
  const prune = db.prepare('DELETE FROM inbox WHERE reaction = ? AND seq < ?');
  const isSeen = db.prepare('SELECT 1 AS seen FROM inbox WHERE reaction = ? AND event_id = ?');
  const addSeen = db.prepare('INSERT OR IGNORE INTO inbox (reaction, event_id, seq) VALUES (?, ?, ?)');
  const unqueue = db.prepare(
    'DELETE FROM waiting WHERE event_id = ? AND parked IN (SELECT id FROM parked WHERE reaction = ?)',
  );
  const addParked = db.prepare(
    "INSERT INTO parked (reaction, source, organization, root, attempts, error, parked_at, next_try_at) VALUES (?1, ?2, ?3, ?4, 0, '', ?5, ?5) ON CONFLICT DO NOTHING",
  );
  const parkedId = db.prepare('SELECT id FROM parked WHERE reaction = ? AND organization = ? AND root = ?');
  const addWaiting = db.prepare(
    'INSERT OR IGNORE INTO waiting (parked, seq, idx, event_id, event_type) VALUES (?, ?, ?, ?, ?)',
  );
  const first = db.prepare('SELECT seq, idx, event_id FROM waiting WHERE parked = ? ORDER BY seq, idx LIMIT 1');
  const setFailed = db.prepare('UPDATE parked SET attempts = ?, error = ?, next_try_at = ? WHERE id = ?');
  const drop = db.prepare('DELETE FROM parked WHERE id = ? AND NOT EXISTS (SELECT 1 FROM waiting WHERE parked = id)');
  const list = db.prepare(`
    SELECT p.*, w.seq, w.idx, w.event_id, w.event_type, (SELECT count(*) FROM waiting c WHERE c.parked = p.id) AS waiting
    FROM parked p JOIN waiting w ON w.parked = p.id AND (w.seq, w.idx) = (SELECT seq, idx FROM waiting f WHERE f.parked = p.id ORDER BY seq, idx LIMIT 1)
    WHERE (?1 IS NULL OR p.reaction = ?1) AND (?2 IS NULL OR p.id = ?2) ORDER BY p.parked_at, p.id LIMIT ?3`);
  const dueNow = db.prepare('UPDATE parked SET attempts = 0, next_try_at = ? WHERE id = ?');

  const inTransaction = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
  const select = (reaction: string | null, id: number | null, limit: number): ParkedStream[] =>
    (list.all(reaction, id, limit) as ParkedRow[]).map(toParked);

  return {
    offset: async (reaction) => getOffset.get(reaction) as { seq: number; epoch: number } | undefined,
    advance: async (reaction, seq, epoch) =>
      inTransaction(() => {
        setOffset.run(reaction, seq, epoch);
        prune.run(reaction, seq - inboxPlaces);
      }),
    seen: async (reaction, eventId) => isSeen.get(reaction, eventId) !== undefined,
    handled: async (reaction, eventId, place, waiting = false) => {
      if (!waiting) return void addSeen.run(reaction, eventId, place.seq);
      inTransaction(() => {
        addSeen.run(reaction, eventId, place.seq);
        unqueue.run(eventId, reaction);
      });
    },
    queue: async (reaction, { organizationId, root }, { source, eventId, eventType, place }) =>
      inTransaction(() => {
        addParked.run(reaction, source, organizationId, root, now());
        const { id } = parkedId.get(reaction, organizationId, root) as { id: number };
        addWaiting.run(id, place.seq, place.index, eventId, eventType);
      }),
    head: async (id) => {
      const row = first.get(Number(id)) as { seq: number; idx: number; event_id: string } | undefined;
      return row && { eventId: row.event_id, place: { seq: row.seq, index: row.idx } };
    },
    failed: async (id, attempts, error, nextTryAt) =>
      void setFailed.run(attempts, error.slice(0, 4_000), nextTryAt ?? null, Number(id)),
    release: async (id) => void drop.run(Number(id)),
    parked: async (filter = {}) => select(filter.reaction ?? null, null, filter.limit ?? 1_000),
    find: async (id) => select(null, Number(id), 1)[0],
    replay: async (id) => Number(dueNow.run(now(), Number(id)).changes) > 0,
    close: async () => db.close(),
  };
};
