import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Rises when the layout of log.db changes; `openLog` then migrates, it never rebuilds: the log is the truth. */
const logFormat = 1;

const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  -- Organizations, actors, streams, operations and claim scopes by number; root is what follows the colon of a stream.
  CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, root TEXT);
  CREATE INDEX names_root ON names (root) WHERE root IS NOT NULL;
  -- seq orders the whole service for tailing; (organization, position) is what the outside sees.
  CREATE TABLE commits (
    seq INTEGER PRIMARY KEY, organization INTEGER NOT NULL, position INTEGER NOT NULL, actor INTEGER NOT NULL, operation INTEGER,
    summary TEXT NOT NULL, encoding INTEGER NOT NULL, checksum BLOB NOT NULL, header BLOB NOT NULL, body BLOB NOT NULL
  );
  CREATE UNIQUE INDEX commits_position ON commits (organization, position);
  CREATE INDEX commits_actor ON commits (organization, actor, position);
  CREATE INDEX commits_operation ON commits (organization, operation, position) WHERE operation IS NOT NULL;
  CREATE TABLE advances (organization INTEGER, stream INTEGER, position INTEGER, PRIMARY KEY (organization, stream, position)) WITHOUT ROWID;
  CREATE TABLE idempotency (organization INTEGER, key BLOB, position INTEGER NOT NULL, PRIMARY KEY (organization, key)) WITHOUT ROWID;
  CREATE TABLE claims (organization INTEGER, scope INTEGER, key BLOB, owner TEXT NOT NULL, PRIMARY KEY (organization, scope, key)) WITHOUT ROWID;
  CREATE TABLE seals (last_seq INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, hash BLOB NOT NULL, sealed_at INTEGER NOT NULL);
  CREATE TABLE tombstones (seq INTEGER PRIMARY KEY, old_checksum BLOB NOT NULL, new_checksum BLOB NOT NULL, purge_id TEXT NOT NULL, purged_at INTEGER NOT NULL);
`;

/** Makes the tables in an empty file; answers false when they were there. */
export const prepareSchema = (db: DatabaseSync): boolean => {
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version > logFormat)
    throw new Error(`this log has format ${version}, made by a newer version; this one reads up to ${logFormat}`);
  if (version === logFormat) return false;
  db.exec('BEGIN IMMEDIATE');
  db.exec(tables);
  const meta = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  meta.run('log_id', randomUUID());
  meta.run('epoch', '1');
  db.exec(`PRAGMA user_version = ${logFormat}`);
  db.exec('COMMIT');
  return true;
};
