import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checksumHolds } from './codec.ts';
import { reindex } from './reindex.ts';
import { span } from './expected.ts';
import type { Log } from './log.ts';
import { LogCorruption, type CommitRow } from './reads.ts';

/** What opening found at the end of the log. `cut` names what was removed; its bytes are kept in `savedTo`. */
export type TailReport = {
  readonly checked: number;
  readonly cut?: { readonly firstSeq: number; readonly commits: number; readonly savedTo: string };
  /** The end of the WAL that SQLite does not read; its bytes are kept. */
  readonly unread?: { readonly what: string; readonly savedTo: string };
};

/** Commits before the first unsealed one that are checked as well at each opening; all are by `verify`. */
const alsoChecked = 100;

/**
 * Checks the newest part of the log: what is not sealed yet and some before. Damaged commits at the very end are cut,
 * with their bytes saved and a report, and the epoch rises (the caller opens the log again). A damaged commit with a
 * whole one after it is damage in the middle, and one up to `expectedSeq` was known to be written: then the log refuses
 * to open.
 */
export const checkTail = (log: Log, folder: string, expectedSeq = 0): TailReport => {
  const sealed = (log.db.prepare('SELECT max(last_seq) AS seq FROM seals').get() as { seq: number | null }).seq ?? 0;
  const from = Math.max(0, sealed - alsoChecked);
  const bad: CommitRow[] = [];
  let expected = from + 1;
  for (const row of log.db
    .prepare(
      'SELECT seq, organization, position, summary, encoding, checksum, header, body FROM commits WHERE seq > ? ORDER BY seq',
    )
    .iterate(from) as Iterable<CommitRow>) {
    if (row.seq !== expected) throw new LogCorruption(expected, 'a commit is missing');
    expected += 1;
    if (!checksumHolds(row)) bad.push(row);
    else if (bad.length > 0)
      throw new LogCorruption(
        bad[0]!.seq,
        `a commit does not match its checksum, and whole commits follow (seq ${row.seq})`,
      );
  }
  const checkedCommits = expected - 1 - from;
  if (bad.length === 0) return { checked: checkedCommits };
  const firstSeq = bad[0]!.seq;
  if (firstSeq <= sealed) throw new LogCorruption(firstSeq, 'a sealed commit does not match its checksum');
  if (firstSeq <= expectedSeq)
    throw new LogCorruption(
      firstSeq,
      `${span(firstSeq, expected - 1)} at its end, which ${firstSeq === expected - 1 ? 'was' : 'were'} acknowledged, ` +
        `${firstSeq === expected - 1 ? 'does not match its checksum' : 'do not match their checksums'}`,
    );
  const savedTo = join(folder, `cut-${firstSeq}-${Date.now()}.json`);
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const saved = bad.map((row) => ({
    ...row,
    header: hex(row.header),
    body: hex(row.body),
    checksum: hex(row.checksum),
  }));
  writeFileSync(
    savedTo,
    JSON.stringify({ why: 'these commits at the end of the log did not match their checksums', commits: saved }),
    { flush: true },
  );
  log.db.exec('BEGIN IMMEDIATE');
  log.db.prepare('DELETE FROM commits WHERE seq >= ?').run(firstSeq);
  reindex(log.db);
  // The places of the removed commits will be used again: what was known of them outside must not be mistaken for the
  // new ones.
  log.setMeta('epoch', String(log.epoch + 1));
  log.setMeta('epoch_from', String(firstSeq - 1));
  log.db.exec('COMMIT');
  return { checked: checkedCommits, cut: { firstSeq, commits: bad.length, savedTo } };
};
