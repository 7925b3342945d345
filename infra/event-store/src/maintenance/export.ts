import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Header } from '@tessera/proto/commit/v1/commit';
import { lackOf, logDamaged } from '../log/expected.ts';
import { checked, type CommitRow } from '../log/reads.ts';
import type { RawCommit } from '../port.ts';
import { logPath } from '../writer/service-files.ts';
import { lockFolder } from './lock.ts';

/**
 * A commit that a purge rewrote, with its checksum as it was written first and as it is; `seq` is its place in the
 * embedded log, by which the purge names it.
 */
export type ExportedTombstone = {
  readonly organizationId: string;
  readonly position: number;
  readonly epoch: number;
  readonly seq: number;
  readonly old: Uint8Array;
  readonly new: Uint8Array;
  readonly purgeId: string;
  readonly at: number;
};

/** One service's embedded log, to be brought elsewhere. What it answers is read from the file as it is asked for. */
export type LogExport = {
  readonly service: string;
  readonly logId: string;
  readonly epoch: number;
  readonly commits: number;
  /** Accepted purges that are not at their end: only the embedded store can finish them. */
  readonly purgesUnderWay: number;
  /** Commits in which a salvage wrote contents without their events: only the embedded store can read them. */
  readonly salvaged: number;
  /**
   * Every commit, organization by organization, each in the order of its positions. Throws LogCorruption where one does
   * not match its checksum.
   */
  all(): Iterable<RawCommit>;
  tombstones(): Iterable<ExportedTombstone>;
  /** Who holds which claim. */
  claims(): Iterable<{
    readonly organizationId: string;
    readonly scope: string;
    readonly keyHash: Uint8Array;
    readonly owner: string;
  }>;
  /** Keys of idempotent commands with the commits that answered them. */
  idempotency(): Iterable<{ readonly organizationId: string; readonly keyHash: Uint8Array; readonly position: number }>;
  /**
   * By organization: the newest position whose commit stands at or before a place of the whole log, 0 where none does.
   */
  positionsAt(seq: number): ReadonlyMap<string, number>;
  /** Up to which seq the log was the same before it was last restored or cut. */
  readonly epochFrom: number;
};

const openLogExport = (dataFolder: string, service: string): { readonly log: LogExport; close(): void } => {
  const db = new DatabaseSync(logPath(dataFolder, service), { readOnly: true, timeout: 5_000 });
  const meta = (key: string): string | undefined =>
    (db.prepare('SELECT value FROM meta WHERE key = ?').get(key) as { value: string } | undefined)?.value;
  const count = (sql: string): number => (db.prepare(sql).get() as { n: number }).n;
  const log: LogExport = {
    service,
    logId: meta('log_id') ?? '',
    epoch: Number(meta('epoch') ?? '1'),
    epochFrom: Number(meta('epoch_from') ?? '0'),
    commits: count('SELECT count(*) AS n FROM commits'),
    salvaged: count("SELECT count(*) AS n FROM commits WHERE summary LIKE '$salvaged:%'"),
    purgesUnderWay: count("SELECT count(*) AS n FROM meta WHERE key LIKE 'purge:%'"),
    *all() {
      const rows = db
        .prepare('SELECT c.*, n.name FROM commits c JOIN names n ON n.id = c.organization ORDER BY n.name, c.position')
        .iterate() as Iterable<CommitRow & { name: string }>;
      for (const row of rows) {
        const { position, header, body, encoding, checksum } = checked(row);
        yield {
          organizationId: row.name,
          position,
          epoch: Header.decode(header).epoch,
          header,
          body,
          encoding,
          checksum,
        };
      }
    },
    *tombstones() {
      const rows = db
        .prepare(
          'SELECT t.*, n.name, c.position, c.header FROM tombstones t JOIN commits c ON c.seq = t.seq JOIN names n ON n.id = c.organization ORDER BY t.seq',
        )
        .iterate();
      for (const row of rows as Iterable<{
        seq: number;
        old_checksum: Uint8Array;
        new_checksum: Uint8Array;
        purge_id: string;
        purged_at: number;
        name: string;
        position: number;
        header: Uint8Array;
      }>) {
        yield {
          organizationId: row.name,
          position: row.position,
          epoch: Header.decode(row.header).epoch,
          seq: row.seq,
          old: row.old_checksum,
          new: row.new_checksum,
          purgeId: row.purge_id,
          at: row.purged_at,
        };
      }
    },
    *claims() {
      const rows = db
        .prepare(
          'SELECT o.name AS organization, s.name AS scope, c.key, c.owner FROM claims c JOIN names o ON o.id = c.organization JOIN names s ON s.id = c.scope',
        )
        .iterate();
      for (const row of rows as Iterable<{ organization: string; scope: string; key: Uint8Array; owner: string }>)
        yield { organizationId: row.organization, scope: row.scope, keyHash: row.key, owner: row.owner };
    },
    *idempotency() {
      const rows = db
        .prepare(
          'SELECT o.name AS organization, i.key, i.position FROM idempotency i JOIN names o ON o.id = i.organization',
        )
        .iterate();
      for (const row of rows as Iterable<{ organization: string; key: Uint8Array; position: number }>)
        yield { organizationId: row.organization, keyHash: row.key, position: row.position };
    },
    positionsAt: (seq) => {
      const rows = db
        .prepare(
          'SELECT n.name, max(CASE WHEN c.seq <= ? THEN c.position ELSE 0 END) AS position FROM commits c JOIN names n ON n.id = c.organization GROUP BY n.name',
        )
        .all(seq);
      return new Map((rows as { name: string; position: number }[]).map(({ name, position }) => [name, position]));
    },
  };
  return { log, close: () => db.close() };
};

/**
 * Takes a data folder for itself and reads the logs of these services. Throws when another process uses the folder or a
 * log is missing.
 */
export const openLogExports = (
  dataFolder: string,
  services: readonly string[],
): { readonly logs: readonly LogExport[]; close(): void } => {
  const unlock = lockFolder(dataFolder);
  const opened: ReturnType<typeof openLogExport>[] = [];
  const close = (): void => {
    for (const one of opened) one.close();
    unlock();
  };
  try {
    for (const service of services) {
      const lack = lackOf(join(dataFolder, service));
      if (lack !== undefined) throw logDamaged(service, lack.words);
    }
    for (const service of services) opened.push(openLogExport(dataFolder, service));
  } catch (error) {
    close();
    throw error;
  }
  return { logs: opened.map(({ log }) => log), close };
};
