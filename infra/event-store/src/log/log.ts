import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bounded, rootOf } from '@tessera/kernel';
import type { CommitBytes } from './codec.ts';
import { openPosition, positionFile } from './position.ts';
import { createLogReads } from './reads.ts';
import { prepareSchema } from './schema.ts';
import { createCheckpoint } from './sqlite.ts';

/**
 * What is written for one commit. Hashes are 16 bytes; streams are every stream that it advances, record streams once a
 * table.
 */
export type Append = {
  readonly organizationId: string;
  readonly position: number;
  readonly actorId: string;
  readonly operationId: string | undefined;
  readonly summary: string;
  readonly bytes: CommitBytes;
  readonly streams: Iterable<string>;
  readonly idempotencyKey: Uint8Array | undefined;
  readonly claims: readonly ClaimRow[];
  readonly releases: readonly ClaimRow[];
};
export type ClaimRow = { readonly scope: string; readonly keyHash: Uint8Array; readonly owner: string };

const rememberedNames = 50_000;

export type LogOptions = {
  readonly path: string;
  /** Bounds the file, in pages of 4 kB, so that a disk quota can be enforced. */
  readonly maxPages?: number | undefined;
  /** One more file that says how far the log reaches (`witnessOf`). */
  readonly witness?: string;
};

/**
 * Opens the log of one service for writing; only the writer thread does. synchronous=FULL: `commit` returns after the
 * fsync.
 */
export const openLog = (options: LogOptions) => {
  mkdirSync(dirname(options.path), { recursive: true });
  const db = new DatabaseSync(options.path);
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA secure_delete = ON; PRAGMA cache_size = -8000',
  );
  if (options.maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${Math.floor(options.maxPages)}`);
  prepareSchema(db);
  const reads = createLogReads(db);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const addName = db.prepare('INSERT INTO names (name, root) VALUES (?, ?)');
  const addCommit = db.prepare(
    'INSERT INTO commits (seq, organization, position, actor, operation, summary, encoding, checksum, header, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const addAdvance = db.prepare('INSERT OR IGNORE INTO advances (organization, stream, position) VALUES (?, ?, ?)');
  const addKey = db.prepare('INSERT INTO idempotency (organization, key, position) VALUES (?, ?, ?)');
  const findKey = db.prepare('SELECT position FROM idempotency WHERE organization = ? AND key = ?');
  const findClaim = db.prepare('SELECT owner FROM claims WHERE organization = ? AND scope = ? AND key = ?');
  const addClaim = db.prepare(
    'INSERT INTO claims (organization, scope, key, owner) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET owner = excluded.owner',
  );
  const dropClaim = db.prepare('DELETE FROM claims WHERE organization = ? AND scope = ? AND key = ? AND owner = ?');
  const setMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );

  const names = bounded<string, number>(rememberedNames);
  let seq = reads.lastSeq();
  const logId = reads.meta('log_id') ?? '';
  const epoch = Number(reads.meta('epoch') ?? '1');
  const positions = [
    join(dirname(options.path), positionFile),
    ...(options.witness === undefined ? [] : [options.witness]),
  ].map((path) => openPosition(path));
  let noted = -1;
  const note = (): void => {
    if (seq === noted) return;
    for (const position of positions) position.note({ logId, epoch, seq });
    noted = seq;
  };

  const nameId = (name: string, stream: boolean): number => {
    let id = names.get(name);
    if (id !== undefined) return id;
    id = reads.nameId(name) ?? Number(addName.run(name, stream ? rootOf(name) : null).lastInsertRowid);
    names.set(name, id);
    return id;
  };

  return {
    db,
    reads,
    logId,
    epoch,
    /** The seq of the newest commit, those of the open transaction included. */
    seq: (): number => seq,
    /** The log's number of an organization if it has any commit; makes none. */
    organization: (organizationId: string): number | undefined =>
      names.get(organizationId) ?? reads.nameId(organizationId),
    begin: (): void => void begin.run(),
    commit: (): void => {
      commit.run();
      note();
    },
    /** Writes down outside the log how far it reaches, when that is not done yet. Not within a transaction. */
    notePosition: (): void => {
      note();
      for (const position of positions) position.flush();
    },
    rollback: (): void => {
      names.clear();
      if (db.isTransaction) db.exec('ROLLBACK');
      seq = reads.lastSeq();
    },
    append: (entry: Append): number => {
      const organization = nameId(entry.organizationId, false);
      const actor = nameId(entry.actorId, false);
      const operation = entry.operationId === undefined ? null : nameId(entry.operationId, false);
      seq += 1;
      const { header, body, encoding, checksum } = entry.bytes;
      addCommit.run(
        seq,
        organization,
        entry.position,
        actor,
        operation,
        entry.summary,
        encoding,
        checksum,
        header,
        body,
      );
      for (const stream of entry.streams) addAdvance.run(organization, nameId(stream, true), entry.position);
      if (entry.idempotencyKey !== undefined) addKey.run(organization, entry.idempotencyKey, entry.position);
      for (const claim of entry.releases)
        dropClaim.run(organization, nameId(claim.scope, false), claim.keyHash, claim.owner);
      for (const claim of entry.claims)
        addClaim.run(organization, nameId(claim.scope, false), claim.keyHash, claim.owner);
      return seq;
    },
    /** Position of the commit that used this key. */
    keyUsed: (organization: number, key: Uint8Array): number | undefined =>
      (findKey.get(organization, key) as { position: number } | undefined)?.position,
    claimOwner: (organization: number, scope: string, keyHash: Uint8Array): string | undefined => {
      const id = names.get(scope) ?? reads.nameId(scope);
      return id === undefined
        ? undefined
        : (findClaim.get(organization, id, keyHash) as { owner: string } | undefined)?.owner;
    },
    setMeta: (key: string, value: string): void => void setMeta.run(key, value),
    ...createCheckpoint(db),
    close: (): void => {
      if (db.isOpen) db.close();
      for (const position of positions) position.close();
    },
  };
};

export type Log = ReturnType<typeof openLog>;
