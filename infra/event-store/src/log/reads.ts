import type { DatabaseSync } from 'node:sqlite';
import { rootOf } from '@tessera/kernel';
import { checksumHolds } from './codec.ts';

/** A commit as a row of the log. `organization` is the log's own number for it; the header holds the id. */
export type CommitRow = {
  readonly seq: number;
  readonly organization: number;
  readonly position: number;
  readonly summary: string;
  readonly encoding: number;
  readonly checksum: Uint8Array;
  readonly header: Uint8Array;
  readonly body: Uint8Array;
};

/**
 * Thrown when stored bytes do not match their checksum, or a place is missing: nothing that follows may be trusted or
 * skipped.
 */
export class LogCorruption extends Error {
  readonly seq: number;
  constructor(seq: number, what: string) {
    super(`the log is damaged at seq ${seq}: ${what}`);
    this.name = 'LogCorruption';
    this.seq = seq;
  }
}

/** The bytes of a row that was just read, or LogCorruption. */
export const checked = (row: CommitRow): CommitRow => {
  if (!checksumHolds(row)) throw new LogCorruption(row.seq, 'a commit does not match its checksum');
  return row;
};

function* eachChecked(rows: Iterable<CommitRow>): Generator<CommitRow> {
  for (const row of rows) yield checked(row);
}

const columns = 'seq, organization, position, summary, encoding, checksum, header, body';

/**
 * The questions that both the writer and the readers ask a log. Positions are exclusive bounds; every page is bounded
 * by `limit`.
 */
export const createLogReads = (db: DatabaseSync) => {
  const nameId = db.prepare('SELECT id FROM names WHERE name = ?');
  const byPosition = db.prepare(`SELECT ${columns} FROM commits WHERE organization = ? AND position = ?`);
  const ascending = db.prepare(
    `SELECT ${columns} FROM commits WHERE organization = ? AND position > ? AND position < ? ORDER BY position LIMIT ?`,
  );
  const descending = db.prepare(
    `SELECT ${columns} FROM commits WHERE organization = ? AND position > ? AND position < ? ORDER BY position DESC LIMIT ?`,
  );
  const headersBefore = db.prepare(
    'SELECT position, summary, header FROM commits WHERE organization = ? AND position < ? ORDER BY position DESC LIMIT ?',
  );
  const afterSeq = db.prepare(`SELECT ${columns} FROM commits WHERE seq > ? ORDER BY seq LIMIT ?`);
  const last = db.prepare('SELECT max(position) AS position FROM commits WHERE organization = ?');
  const lastSeq = db.prepare('SELECT max(seq) AS seq FROM commits');
  const streamsOfRoot = db.prepare('SELECT id FROM names WHERE root = ?');
  const organizationAfter = db.prepare(
    'SELECT id, name FROM names WHERE id = (SELECT min(organization) FROM commits WHERE organization > ?)',
  );
  const ofStream = db.prepare(
    'SELECT position FROM advances WHERE organization = ? AND stream = ? AND position < ? ORDER BY position DESC LIMIT ?',
  );
  const ofActor = db.prepare(
    'SELECT position FROM commits WHERE organization = ? AND actor = ? AND position < ? ORDER BY position DESC LIMIT ?',
  );
  const ofOperation = db.prepare(
    'SELECT position FROM commits WHERE organization = ? AND operation = ? AND position < ? ORDER BY position DESC LIMIT ?',
  );
  const meta = db.prepare('SELECT value FROM meta WHERE key = ?');

  const id = (name: string): number | undefined => (nameId.get(name) as { id: number } | undefined)?.id;
  const positions = (rows: unknown[]): number[] => (rows as { position: number }[]).map((r) => r.position);

  /** The same one by one, for who stops where it has enough. */
  function* following(after: number, limit: number): Generator<CommitRow> {
    let seq = after;
    for (const row of afterSeq.iterate(after, limit) as Iterable<CommitRow>) {
      seq += 1;
      if (row.seq !== seq) throw new LogCorruption(seq, 'a commit is missing');
      yield checked(row);
    }
  }

  return {
    nameId: id,
    meta: (key: string): string | undefined => (meta.get(key) as { value: string } | undefined)?.value,
    lastSeq: (): number => (lastSeq.get() as { seq: number | null }).seq ?? 0,
    /** Ids of all organizations that have a commit, each found by one step in an index. */
    organizations: (): string[] => {
      const found: string[] = [];
      for (let after = 0; ;) {
        const next = organizationAfter.get(after) as { id: number; name: string } | undefined;
        if (next === undefined) return found;
        found.push(next.name);
        after = next.id;
      }
    },
    lastPosition: (organization: number): number =>
      (last.get(organization) as { position: number | null }).position ?? 0,
    at: (organization: number, position: number): CommitRow | undefined => {
      const row = byPosition.get(organization, position) as CommitRow | undefined;
      return row && checked(row);
    },
    range: (
      organization: number,
      bounds: {
        readonly after?: number | undefined;
        readonly before?: number | undefined;
        readonly order: 'asc' | 'desc';
        readonly limit: number;
      },
    ): Iterable<CommitRow> => {
      const statement = bounds.order === 'asc' ? ascending : descending;
      const rows = statement.iterate(
        organization,
        bounds.after ?? 0,
        bounds.before ?? Number.MAX_SAFE_INTEGER,
        bounds.limit,
      );
      return eachChecked(rows as Iterable<CommitRow>);
    },
    /** What lists show of the commits before a position, newest first, without their bodies, which the checksums cover. */
    headers: (organization: number, before: number | undefined, limit: number) =>
      headersBefore.all(organization, before ?? Number.MAX_SAFE_INTEGER, limit) as Pick<
        CommitRow,
        'position' | 'summary' | 'header'
      >[],
    /**
     * The next commits of the service in the order of appending, at least one and then up to `bytes` stored;
     * LogCorruption where one is missing or damaged.
     */
    tail: (after: number, limit: number, bytes = Number.MAX_SAFE_INTEGER): CommitRow[] => {
      const rows: CommitRow[] = [];
      let size = 0;
      for (const row of following(after, limit)) {
        rows.push(row);
        size += row.body.length;
        if (size >= bytes) break;
      }
      return rows;
    },
    following,
    /** Positions newest first of the commits that advanced the stream. */
    positionsOfStream: (organization: number, stream: string, before: number | undefined, limit: number): number[] => {
      const number = id(stream);
      return number === undefined
        ? []
        : positions(ofStream.all(organization, number, before ?? Number.MAX_SAFE_INTEGER, limit));
    },
    /** The same for all streams with this root: `table:<id>` covers `record:<id>`. */
    positionsOfRoot: (organization: number, root: string, before: number | undefined, limit: number): number[] => {
      const streams = streamsOfRoot.all(rootOf(root)) as { id: number }[];
      const all = streams.flatMap((s) =>
        positions(ofStream.all(organization, s.id, before ?? Number.MAX_SAFE_INTEGER, limit)),
      );
      return [...new Set(all)].sort((a, b) => b - a).slice(0, limit);
    },
    positionsOfActor: (organization: number, actorId: string, before: number | undefined, limit: number): number[] => {
      const actor = id(actorId);
      return actor === undefined
        ? []
        : positions(ofActor.all(organization, actor, before ?? Number.MAX_SAFE_INTEGER, limit));
    },
    positionsOfOperation: (
      organization: number,
      operationId: string,
      before: number | undefined,
      limit: number,
    ): number[] => {
      const operation = id(operationId);
      return operation === undefined
        ? []
        : positions(ofOperation.all(organization, operation, before ?? Number.MAX_SAFE_INTEGER, limit));
    },
  };
};

export type LogReads = ReturnType<typeof createLogReads>;
