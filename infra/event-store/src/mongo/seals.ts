import { bounded } from '@tessera/kernel';
import { segmentCommits, segmentHash } from '../log/seals.ts';
import type { Collections, SealDocument } from './collections.ts';
import { isDuplicate, within } from './failures.ts';
import type { MongoLogReads } from './log.ts';

const pageCommits = 200;
/** Organizations of which the last seal is remembered. */
const remembered = 50_000;

/**
 * Seals segments of each organization's log behind the writers' backs (docs/events.md 8). Any process may: the same
 * commits give the same seal, and one is kept. Each commit is checked against its checksum before it is sealed.
 */
export const createSealer = (c: Collections, log: MongoLogReads, operationMs: number, now: () => number) => {
  const lastSealed = bounded<string, number>(remembered);

  const last = async (organizationId: string): Promise<SealDocument | undefined> =>
    (
      await within(
        operationMs,
        c.seals
          .find(
            { organization: organizationId, last: { $gt: 0 } },
            { sort: { last: -1 }, limit: 1, maxTimeMS: operationMs },
          )
          .toArray(),
      )
    )[0];

  const segment = async (
    organizationId: string,
    previous: SealDocument | undefined,
    through: number,
  ): Promise<SealDocument | undefined> => {
    const hash = segmentHash(previous?.hash);
    const first = (previous?.last ?? 0) + 1;
    for (let after = first - 1; after < through;) {
      const commits = await log.following(organizationId, after, Math.min(pageCommits, through - after));
      if (commits.length === 0) return undefined;
      const tombstones = await within(
        operationMs,
        c.tombstones
          .find(
            { organization: organizationId, position: { $gt: after, $lte: after + commits.length } },
            { maxTimeMS: operationMs },
          )
          .toArray(),
      );
      const originals = new Map(tombstones.map((t) => [t.position, t.old]));
      // A seal is over what was written first; a purge says in a commit of its own what stands there now.
      for (const commit of commits) hash.update(originals.get(commit.position) ?? commit.checksum);
      after += commits.length;
    }
    return {
      _id: `${organizationId}.${first}`,
      organization: organizationId,
      first,
      last: through,
      hash: hash.digest(),
      sealedAt: now(),
    };
  };

  return {
    /** Seals whole segments up to a position below which nothing is missing; with `rest` also what is short of one. */
    seal: async (organizationId: string, through: number, rest = false): Promise<void> => {
      if (!rest && through - (lastSealed.get(organizationId) ?? 0) < segmentCommits) return;
      let previous = await last(organizationId);
      for (;;) {
        const from = previous?.last ?? 0;
        const to = through - from >= segmentCommits ? from + segmentCommits : rest ? through : from;
        if (to === from) break;
        const made = await segment(organizationId, previous, to);
        if (made === undefined) break;
        try {
          await within(operationMs, c.seals.insertOne(made));
          previous = made;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          previous = await last(organizationId);
        }
      }
      lastSealed.set(organizationId, previous?.last ?? 0);
    },
  };
};
