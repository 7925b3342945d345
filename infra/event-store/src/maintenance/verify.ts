import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Header } from '@tessera/proto/commit/v1/commit';
import { checksumHolds, decodeBody } from '../log/codec.ts';
import { expectedOf, lackOf, type Expected } from '../log/expected.ts';
import { positionFile, readPosition } from '../log/position.ts';
import type { CommitRow } from '../log/reads.ts';
import { segmentHash } from '../log/seals.ts';
import { ownEvents, summaryOf } from '../writer/facts.ts';
import type { PurgeRecord } from '../log/erase.ts';
import { walDamage } from '../log/wal.ts';
import { logPath, modelPath } from '../writer/service-files.ts';
import { createDerivedCheck } from './verify-derived.ts';

/**
 * One thing wrong with a log. `seq` is the place in the service's log, 0 for what concerns all of it; organization and
 * position where they can still be read.
 */
export type Damage = {
  readonly seq: number;
  readonly what: string;
  readonly organizationId?: string;
  readonly position?: number;
};

export type VerifyReport = {
  readonly service: string;
  readonly commits: number;
  readonly seals: number;
  /** Commits after the last seal; each still has its checksum. */
  readonly unsealed: number;
  readonly purged: number;
  readonly bytes: number;
  /** The first 100, in order; empty when the log is whole. */
  readonly damage: readonly Damage[];
};

const maxDamage = 100;

/** The damage of one service's log, a line each. */
export const describeDamage = ({ damage }: Pick<VerifyReport, 'damage'>): string =>
  damage
    .map(({ seq, position, what }) =>
      seq === 0 ? `  ${what}` : `  at ${seq}${position === undefined ? '' : ` (position ${position})`}: ${what}`,
    )
    .join('\n');

/** Services that have a log in this folder, or must have one. */
export const servicesIn = (dataFolder: string): string[] => {
  const entries = readdirSync(dataFolder, { withFileTypes: true });
  const present = entries
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .filter((name) =>
      [logPath(dataFolder, name), modelPath(dataFolder, name), join(dataFolder, name, positionFile)].some(existsSync),
    );
  // Those whose folder is gone as a whole; a file of another kind of data names itself as its log.
  const noted = entries.flatMap(({ name }) => {
    const service = /^(.+)\.position$/.exec(name)?.[1];
    const position = service === undefined ? 'none' : readPosition(join(dataFolder, name));
    return service === undefined || typeof position === 'string' || position.logId === service ? [] : [service];
  });
  return [...new Set([...present, ...noted])].toSorted();
};

type SealRow = { first_seq: number; last_seq: number; hash: Uint8Array };
type Tombstone = { seq: number; old_checksum: Uint8Array; new_checksum: Uint8Array };

/**
 * What a log lacks of what must be in it. A writer that works meanwhile only adds, so the file that says how far it
 * must reach is read first.
 */
const reportLack = (
  folder: string,
  expected: Expected | undefined,
  report: (seq: number, what: string) => void,
): boolean => {
  const lack = lackOf(folder, expected);
  if (lack !== undefined) report(lack.from, lack.words);
  else if (readPosition(join(folder, positionFile)) === 'damaged')
    report(0, `${positionFile} is damaged: how far the log must reach is not known`);
  return lack === undefined;
};

const integrityLines = 20;

const verifyLog = (dataFolder: string, service: string, must: Expected | undefined): VerifyReport => {
  const damage: Damage[] = [];
  const report = (seq: number, what: string, place: { organizationId?: string; position?: number } = {}): void => {
    if (damage.length < maxDamage) damage.push({ seq, what, ...place });
  };
  let commits = 0;
  let bytes = 0;
  let seals: SealRow[] = [];
  const tombstones = new Map<number, Tombstone>();
  const derived = createDerivedCheck();
  let db: DatabaseSync | undefined;
  try {
    const whole = reportLack(join(dataFolder, service), must, report);
    if (!existsSync(logPath(dataFolder, service)))
      return { service, commits, seals: 0, unsealed: 0, purged: 0, bytes, damage };
    const wal = `${logPath(dataFolder, service)}-wal`;
    // Looked at twice, because a writer at work may be in the middle of a page.
    const torn = whole ? walDamage(wal) && walDamage(wal) : undefined;
    if (torn !== undefined) report(0, torn);
    db = new DatabaseSync(logPath(dataFolder, service), { readOnly: true, timeout: 5_000 });
    // One read transaction: the log may grow meanwhile.
    db.exec('BEGIN');
    for (const line of db.prepare(`PRAGMA integrity_check(${integrityLines})`).all() as { integrity_check: string }[])
      if (line.integrity_check !== 'ok') report(0, `log.db: ${line.integrity_check}`);
    seals = db.prepare('SELECT first_seq, last_seq, hash FROM seals ORDER BY last_seq').all() as SealRow[];
    for (const t of db.prepare('SELECT seq, old_checksum, new_checksum FROM tombstones').all() as Tombstone[])
      tombstones.set(t.seq, t);

    const positions = new Map<string, number>();
    const confirmed = new Map<number, { before: string; after: string }>();
    let expected = 1;
    let seal = 0;
    let hash = segmentHash(undefined);
    const finishSegment = (): void => {
      const sealed = seals[seal]!;
      if (Buffer.compare(hash.digest(), sealed.hash) !== 0)
        report(
          sealed.first_seq,
          `the seal over seq ${sealed.first_seq} to ${sealed.last_seq} does not match its commits`,
        );
      seal += 1;
      // The chain goes on from what stands in the seal, so that one broken segment does not accuse those after it.
      hash = segmentHash(sealed.hash);
      const next = seals[seal];
      if (next !== undefined && next.first_seq !== sealed.last_seq + 1)
        report(next.first_seq, 'the seals do not follow on each other');
    };

    const rows = db.prepare(
      'SELECT c.seq, c.organization, c.position, c.summary, c.encoding, c.checksum, c.header, c.body, n.name FROM commits c LEFT JOIN names n ON n.id = c.organization ORDER BY c.seq',
    );
    for (const row of rows.iterate() as Iterable<CommitRow & { name: string | null }>) {
      if (row.seq !== expected) report(expected, `commits are missing up to seq ${row.seq - 1}`);
      for (; seal < seals.length && seals[seal]!.last_seq < row.seq; finishSegment());
      expected = row.seq + 1;
      commits += 1;
      bytes += row.header.length + row.body.length;
      const tombstone = tombstones.get(row.seq);
      hash.update(tombstone === undefined ? row.checksum : tombstone.old_checksum);
      const place = { ...(row.name !== null && { organizationId: row.name }), position: row.position };
      if (tombstone !== undefined && Buffer.compare(tombstone.new_checksum, row.checksum) !== 0)
        report(row.seq, 'a purged commit does not match its tombstone', place);
      if (!checksumHolds(row)) {
        report(row.seq, 'a commit does not match its checksum', place);
        positions.set(String(row.organization), row.position);
      } else {
        const purge = checkPlace(row, positions, derived.add, (what) => report(row.seq, what, place));
        for (const { seq, before, after } of purge?.commits ?? [])
          confirmed.set(seq, { before: confirmed.get(seq)?.before ?? before, after });
      }
      if (seals[seal]?.last_seq === row.seq) finishSegment();
    }
    for (const t of tombstones.values()) {
      const said = confirmed.get(t.seq);
      const same =
        said !== undefined &&
        said.before === Buffer.from(t.old_checksum).toString('hex') &&
        said.after === Buffer.from(t.new_checksum).toString('hex');
      if (!same) report(t.seq, 'a commit counts as purged, but no purge in the log says so');
    }
    const lastSealed = seals.at(-1)?.last_seq ?? 0;
    if (lastSealed >= expected) report(expected, `commits are missing up to seq ${lastSealed}, which is sealed`);
    // With damaged commits there is nothing to compare with.
    if (damage.length === 0) derived.compare(db, (what) => report(0, what));
    return {
      service,
      commits,
      seals: seals.length,
      unsealed: Math.max(0, expected - 1 - lastSealed),
      purged: tombstones.size,
      bytes,
      damage,
    };
  } catch (error) {
    report(commits + 1, `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return { service, commits, seals: seals.length, unsealed: 0, purged: tombstones.size, bytes, damage };
  } finally {
    db?.close();
    derived.close();
  }
};

const checkPlace = (
  row: CommitRow & { name: string | null },
  positions: Map<string, number>,
  derive: (row: CommitRow) => void,
  report: (what: string) => void,
): PurgeRecord | undefined => {
  const key = String(row.organization);
  const before = positions.get(key) ?? 0;
  positions.set(key, row.position);
  if (row.position !== before + 1) report(`position ${row.position} follows position ${before} of its organization`);
  try {
    const header = Header.decode(row.header);
    const body = decodeBody(row.body, row.encoding);
    if (header.organizationId !== row.name || header.position !== row.position)
      report('a commit stands at another place than its header says');
    if (summaryOf(body.events) !== row.summary) report('the summary of a commit differs from its events');
    derive(row);
    const [first] = body.events;
    return first?.type === ownEvents.purged
      ? (JSON.parse(Buffer.from(first.payload).toString()) as PurgeRecord)
      : undefined;
  } catch (error) {
    report(`a commit cannot be decoded: ${String(error)}`);
    return undefined;
  }
};

/**
 * Checks every commit and every seal of the logs (docs/events.md 8): that they reach as far as they must, checksums,
 * places, gaps, the chain of seals, tombstones of purges, the file itself with its indexes and WAL, and that claims,
 * idempotency keys and places of streams are what the commits say. Reads only; may run beside a working process. Throws
 * only when the folder cannot be read.
 */
export const verifyLogs = (options: {
  readonly dataFolder: string;
  readonly services?: readonly string[];
}): VerifyReport[] =>
  (options.services ?? servicesIn(options.dataFolder)).map((service) =>
    verifyLog(options.dataFolder, service, expectedOf(join(options.dataFolder, service))),
  );
