import { createHash, type Hash } from 'node:crypto';
import type { Log } from './log.ts';
import { checked, LogCorruption, type CommitRow } from './reads.ts';

/** Commits a seal covers. A later, smaller rest is sealed only when it is asked for. */
export const segmentCommits = 1_000;

type SealRow = { first_seq: number; last_seq: number; hash: Uint8Array };

/** Starts a segment's hash: the seal before it, then every commit's checksum in order. */
export const segmentHash = (previous: Uint8Array | undefined): Hash =>
  createHash('sha256').update(previous ?? Buffer.alloc(32));

/**
 * Seals segments of the log behind the writer's back (docs/events.md 8): never on the append path, in steps of a few
 * ms. Each commit is checked against its checksum before it is sealed, so damage shows early.
 */
export const createSealer = (log: Log) => {
  const last = log.db.prepare('SELECT first_seq, last_seq, hash FROM seals ORDER BY last_seq DESC LIMIT 1');
  const add = log.db.prepare('INSERT INTO seals (last_seq, first_seq, hash, sealed_at) VALUES (?, ?, ?, ?)');
  const next = log.db.prepare(`
    SELECT c.seq, organization, position, summary, encoding, checksum, header, body, t.old_checksum AS original
    FROM commits c LEFT JOIN tombstones t ON t.seq = c.seq WHERE c.seq > ? ORDER BY c.seq LIMIT 64`);
  let segment: { hash: Hash; first: number; last: number } | undefined;

  const start = (): { hash: Hash; first: number; last: number } => {
    const seal = last.get() as SealRow | undefined;
    return { hash: segmentHash(seal?.hash), first: (seal?.last_seq ?? 0) + 1, last: seal?.last_seq ?? 0 };
  };

  const finish = (now: number): void => {
    add.run(segment!.last, segment!.first, segment!.hash.digest(), now);
    segment = undefined;
  };

  return {
    /** Works for about `budgetMs`; true while a whole segment is left. `rest` also seals what is short of a segment. */
    step: (budgetMs: number, now: number, rest = false): boolean => {
      const until = performance.now() + budgetMs;
      segment ??= start();
      if (!rest && log.seq() - segment.first + 1 < segmentCommits) return false;
      while (performance.now() < until) {
        const room = segment.first + segmentCommits - 1 - segment.last;
        const rows = (next.all(segment.last) as (CommitRow & { original: Uint8Array | null })[]).slice(0, room);
        for (const row of rows) {
          if (row.seq !== segment.last + 1) throw new LogCorruption(segment.last + 1, 'a commit is missing');
          // A seal is over what was written first; a purge says in a commit of its own what stands there now.
          const { checksum } = checked(row);
          segment.hash.update(row.original ?? checksum);
          segment.last = row.seq;
        }
        if (segment.last - segment.first + 1 === segmentCommits) {
          finish(now);
          return true;
        }
        if (rows.length === 0) {
          if (rest && segment.last >= segment.first) finish(now);
          return false;
        }
      }
      return true;
    },
    /** After a purge rewrote commits: a segment in progress is hashed anew. */
    restart: (): void => {
      segment = undefined;
    },
    lastSealed: (): number => (last.get() as SealRow | undefined)?.last_seq ?? 0,
  };
};

export type Sealer = ReturnType<typeof createSealer>;
