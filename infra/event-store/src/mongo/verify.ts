import type { Db } from 'mongodb';
import { Header, type Body } from '@tessera/proto/commit/v1/commit';
import { checksumHolds, decodeBody } from '../log/codec.ts';
import { segmentHash } from '../log/seals.ts';
import type { Damage, VerifyReport } from '../maintenance/verify.ts';
import { ownEvents, summaryOf } from '../writer/facts.ts';
import { collectionsOf, type Collections, type CommitDocument, type SealDocument } from './collections.ts';
import { itemKey, streamKey } from './keys.ts';

const maxDamage = 100;
const pageCommits = 200;

type Report = (position: number, what: string) => void;

/** Versions of streams and items as the commits so far left them; each next one must follow on the last. */
const checkVersions = (versions: Map<string, number>, commit: CommitDocument, body: Body, report: Report): void => {
  const keys = new Set(commit.keys);
  const next = (name: string, version: number): void => {
    const before = versions.get(name) ?? 0;
    if (version !== before + 1) report(commit.position, `${name} goes from version ${before} to ${version}`);
    versions.set(name, version);
  };
  for (const { advances } of body.events) {
    for (const { stream, version, ids, versions: reached } of advances) {
      if (ids.length === 0) {
        next(stream, version);
        if (!keys.has(streamKey(stream, version)))
          report(commit.position, `the commit advances ${stream} without excluding others`);
      }
      ids.forEach((id, i) => {
        next(`${stream}/${id}`, reached[i] ?? 1);
        if (reached.length > 0 && !keys.has(itemKey(stream, id, reached[i]!)))
          report(commit.position, `the commit advances ${stream}/${id} without excluding others`);
      });
    }
  }
};

/** What a purge says it rewrote. A log that came from an embedded one names commits by their place there. */
type SaidPurged = {
  readonly commits: readonly {
    readonly position?: number;
    readonly seq?: number;
    readonly before: string;
    readonly after: string;
  }[];
};

const checkPlace = (
  commit: CommitDocument,
  versions: Map<string, number> | undefined,
  report: Report,
): SaidPurged | undefined => {
  try {
    const header = Header.decode(commit.header);
    const body = decodeBody(commit.body, commit.encoding);
    if (header.organizationId !== commit.organization || header.position !== commit.position)
      report(commit.position, 'a commit stands at another place than its header says');
    if (summaryOf(body.events) !== commit.summary)
      report(commit.position, 'the summary of a commit differs from its events');
    if (versions !== undefined) checkVersions(versions, commit, body, report);
    const [first] = body.events;
    return first?.type === ownEvents.purged
      ? (JSON.parse(Buffer.from(first.payload).toString()) as SaidPurged)
      : undefined;
  } catch (error) {
    report(commit.position, `a commit cannot be decoded: ${String(error)}`);
    return undefined;
  }
};

/** One organization's log, up to its newest commit; places that are still open at its end are no damage. */
const verifyOrganization = async (c: Collections, organization: string, deep: boolean, report: Report) => {
  const seals = (await c.seals
    .find({ organization, last: { $gt: 0 } }, { sort: { last: 1 } })
    .toArray()) as SealDocument[];
  const tombstones = new Map((await c.tombstones.find({ organization }).toArray()).map((t) => [t.position, t]));
  const [newest] = await c.commits
    .find({ organization }, { projection: { position: 1 }, sort: { position: -1 }, limit: 1 })
    .toArray();
  const through = newest?.position ?? 0;
  const positionOfSeq = new Map(
    [...tombstones.values()].flatMap(({ seq, position }) => (seq === undefined ? [] : [[seq, position] as const])),
  );
  const versions = deep && tombstones.size === 0 ? new Map<string, number>() : undefined;
  const confirmed = new Map<number, { before: string; after: string }>();
  let commits = 0;
  let bytes = 0;
  let expected = 1;
  let time = 0;
  let seal = 0;
  let hash = segmentHash(undefined);
  for (let after = 0; after < through; after += pageCommits) {
    const page = (await c.commits
      .find({ organization, position: { $gt: after, $lte: after + pageCommits } }, { sort: { position: 1 } })
      .toArray()) as CommitDocument[];
    for (const commit of page) {
      const { position } = commit;
      if (position !== expected)
        report(
          expected,
          position === expected + 1 ? 'a commit is missing' : `commits are missing up to position ${position - 1}`,
        );
      expected = position + 1;
      commits += 1;
      bytes += commit.body.length;
      const tombstone = tombstones.get(position);
      hash.update(tombstone?.old ?? commit.checksum);
      if (tombstone !== undefined && Buffer.compare(tombstone.new, commit.checksum) !== 0)
        report(position, 'a purged commit does not match its tombstone');
      if (!checksumHolds(commit)) report(position, 'a commit does not match its checksum');
      else {
        for (const said of checkPlace(commit, versions, report)?.commits ?? []) {
          const at = said.position ?? positionOfSeq.get(said.seq ?? 0);
          if (at !== undefined)
            confirmed.set(at, { before: confirmed.get(at)?.before ?? said.before, after: said.after });
        }
        const header = Header.decode(commit.header);
        if (header.time < time) report(position, 'a commit is older than the one before it');
        time = header.time;
      }
      const sealed = seals[seal];
      if (sealed?.last === position) {
        const made = hash.digest();
        if (Buffer.compare(made, sealed.hash) !== 0)
          report(sealed.first, `the seal over positions ${sealed.first} to ${sealed.last} does not match its commits`);
        hash = segmentHash(sealed.hash);
        seal += 1;
      }
    }
  }
  for (const t of tombstones.values()) {
    const said = confirmed.get(t.position);
    const same =
      said !== undefined &&
      said.before === Buffer.from(t.old).toString('hex') &&
      said.after === Buffer.from(t.new).toString('hex');
    if (!same) report(t.position, 'a commit counts as purged, but no purge in the log says so');
  }
  const lastSealed = seals.at(-1)?.last ?? 0;
  if (lastSealed >= expected) report(expected, `commits are missing up to position ${lastSealed}, which is sealed`);
  return {
    commits,
    bytes,
    seals: seals.length,
    unsealed: Math.max(0, expected - 1 - lastSealed),
    purged: tombstones.size,
  };
};

/**
 * Checks every commit and seal of a service's log (docs/events.md 8): checksums, places, gaps, times, the chain of
 * seals, tombstones of purges; with `deep` also that each stream and item goes up version by version and that commits
 * exclude others from them, which holds all ids of an organization in memory. Reads only; may run beside the service.
 * In a report of damage `seq` is the position.
 */
export const verifyMongoLog = async (
  db: Db,
  service: string,
  options: { readonly deep?: boolean } = {},
): Promise<VerifyReport> => {
  const c = collectionsOf(db);
  const damage: Damage[] = [];
  const total = { commits: 0, bytes: 0, seals: 0, unsealed: 0, purged: 0 };
  for await (const organization of c.organizations.find({}, { sort: { _id: 1 } })) {
    const part = await verifyOrganization(c, organization._id, options.deep === true, (position, what) => {
      if (damage.length < maxDamage) damage.push({ seq: position, what, organizationId: organization._id, position });
    });
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += part[key];
  }
  return { service, ...total, damage };
};
