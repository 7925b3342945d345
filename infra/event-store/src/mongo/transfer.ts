import type { CommandMeta } from '@tessera/kernel';
import { Body, Header } from '@tessera/proto/commit/v1/commit';
import type { Db } from 'mongodb';
import { checksumHolds, decodeBody } from '../log/codec.ts';
import { nextEpoch } from '../log/epoch.ts';
import type { RawCommit } from '../port.ts';
import { idempotencyKeyHash, metaOf, ownEvents, summaryOf } from '../writer/facts.ts';
import { documentOf } from './append.ts';
import { claimsOf } from './applier.ts';
import { createClaims, type Claims } from './claims.ts';
import {
  metaId,
  openCollections,
  type Collections,
  type CommitDocument,
  type PurgeDocument,
  type SealDocument,
  type TombstoneDocument,
} from './collections.ts';
import { claimChanges, claimKey, idempotencyKey, itemKey, positionKey, streamKey, tagsOf } from './keys.ts';
import { createLogReads } from './log.ts';
import { createSealer } from './seals.ts';

const operationMs = 60_000;
const pageCommits = 200;
const pageBytes = 8 * 1024 * 1024;

/**
 * What a commit is found by and what it excludes, from its own bytes; claims apart, whose versions count over commits.
 */
const derive = (header: Header, body: Body): Pick<CommitDocument, 'keys' | 'tags' | 'summary'> => {
  const keys = new Set<string>();
  const streams = new Set<string>();
  for (const { advances } of body.events) {
    for (const { stream, version, ids, versions } of advances) {
      streams.add(stream);
      if (ids.length === 0) keys.add(streamKey(stream, version));
      // All of them were made by this commit: one stands for all, as when it was written.
      else if (versions.length === 0) keys.add(itemKey(stream, ids[0]!, 1));
      else ids.forEach((id, i) => keys.add(itemKey(stream, id, versions[i]!)));
    }
  }
  const meta = metaOf(header);
  const hash = idempotencyKeyHash({
    ...meta,
    actor: { ...meta.actor, userId: header.userId || undefined },
  } as unknown as CommandMeta);
  if (hash !== undefined) keys.add(idempotencyKey(hash));
  return {
    keys: [...keys],
    tags:
      header.commandType === ownEvents.filled
        ? []
        : tagsOf(streams, header.userId || header.actorId, header.operationId),
    summary: summaryOf(body.events),
  };
};

/**
 * Every commit of a service's log: organization by organization, each in the order of its positions up to where it
 * stood when its turn came.
 */
export async function* dumpMongoLog(db: Db): AsyncGenerator<RawCommit> {
  const { c } = await openCollections(db);
  const log = createLogReads(c, operationMs);
  for (let after = ''; ;) {
    const organizations = await log.organizationsAfter(after, 100);
    for (const organization of organizations) {
      const { _id } = organization;
      const head = await log.frontier(organization);
      for (let at = 0; at < head;) {
        const commits = await log.following(_id, at, Math.min(pageCommits, head - at));
        for (const { header, body, encoding, checksum, position } of commits)
          yield { organizationId: _id, position, epoch: Header.decode(header).epoch, header, body, encoding, checksum };
        if (commits.length === 0) throw new Error(`position ${at + 1} of organization ${_id} is missing`);
        at = commits.at(-1)!.position;
      }
    }
    if (organizations.length < 100) return;
    after = organizations.at(-1)!._id;
  }
}

const documentsOf = async (commits: readonly RawCommit[], claims: Claims): Promise<CommitDocument[]> => {
  const { organizationId } = commits[0]!;
  const decoded = commits.map((raw) => {
    if (!checksumHolds(raw))
      throw new Error(`position ${raw.position} of organization ${organizationId} does not match its checksum`);
    const header = Header.decode(raw.header);
    if (header.organizationId !== organizationId || header.position !== raw.position)
      throw new Error(
        `position ${raw.position} of organization ${organizationId} stands at another place than its header says`,
      );
    return { raw, header, body: decodeBody(raw.body, raw.encoding) };
  });
  const held = new Map(
    await claims.read(organizationId, [
      ...new Set(decoded.flatMap(({ body }) => [...claimChanges(body.claims, body.releases).keys()])),
    ]),
  );
  const documents: CommitDocument[] = [];
  for (const { raw, header, body } of decoded) {
    const derived = derive(header, body);
    // Who gives back what another holds changes nothing, as when it was written.
    const releases = body.releases.filter((r) =>
      [...claimChanges([], [r]).keys()].every((name) => held.get(name)!.owner === r.owner),
    );
    const keys = [...derived.keys];
    for (const [name, owner] of claimChanges(body.claims, releases)) {
      const version = held.get(name)!.version + 1;
      held.set(name, { owner: owner ?? undefined, version });
      keys.push(claimKey(name, version));
    }
    const { header: headerBytes, body: bodyBytes, encoding, checksum } = raw;
    const document = documentOf(
      organizationId,
      raw.position,
      header.epoch,
      { header: headerBytes, body: bodyBytes, encoding, checksum },
      { ...derived, keys: keys.length > 0 ? keys : [positionKey(raw.position)] },
    );
    documents.push(header.commandType === ownEvents.filled ? { ...document, filled: true } : document);
  }
  await claims.apply(documents.flatMap((d, i) => claimsOf(organizationId, d.keys, decoded[i]!.body)));
  return documents;
};

const insertPage = async (c: Collections, claims: Claims, commits: readonly RawCommit[]): Promise<void> => {
  const documents = await documentsOf(commits, claims);
  const { organizationId } = commits[0]!;
  const last = documents.at(-1)!;
  await c.commits.insertMany(documents, { ordered: true });
  const { time } = Header.decode(last.header);
  await c.organizations.updateOne(
    { _id: organizationId },
    { $set: { position: last.position, time, moved: true, epochFrom: last.position }, $setOnInsert: { applied: 0 } },
    { upsert: true },
  );
};

/** What a log has beside its commits and what is derived from them. */
export type MongoLogExtras = {
  readonly logId: string;
  /** The epoch that it was in, which its newest commits need not show. */
  readonly epoch: number;
  /** Absent: the log is sealed anew, over the same checksums. */
  readonly seals?: readonly SealDocument[];
  readonly tombstones: readonly TombstoneDocument[];
  /** Purges that some process is to finish. */
  readonly purges?: readonly PurgeDocument[];
};

/** Seals, tombstones and open purges of a service's log. */
export const readMongoLogExtras = async (db: Db): Promise<Required<MongoLogExtras>> => {
  const { c, meta } = await openCollections(db);
  return {
    logId: meta.logId,
    epoch: meta.epoch,
    seals: await c.seals.find({ last: { $gt: 0 } }).toArray(),
    tombstones: await c.tombstones.find({}).toArray(),
    purges: await c.purges.find({}).toArray(),
  };
};

const keepExtras = async (c: Collections, extras: MongoLogExtras): Promise<void> => {
  const { seals = [], tombstones, purges = [] } = extras;
  if (tombstones.length > 0) await c.tombstones.insertMany([...tombstones]);
  if (seals.length > 0) await c.seals.insertMany([...seals]);
  if (purges.length > 0) await c.purges.insertMany([...purges]);
  if (extras.seals !== undefined) return;
  const log = createLogReads(c, operationMs);
  const sealer = createSealer(c, log, operationMs, Date.now);
  for (let after = ''; ;) {
    const organizations = await log.organizationsAfter(after, 500);
    for (const { _id, position } of organizations) await sealer.seal(_id, position, true);
    if (organizations.length < 500) return;
    after = organizations.at(-1)!._id;
  }
};

/** The name of a tombstone's document. */
export const tombstoneOf = (
  organization: string,
  epoch: number,
  position: number,
  facts: Pick<TombstoneDocument, 'old' | 'new' | 'purgeId' | 'at' | 'seq'>,
): TombstoneDocument => ({
  _id: `${organization}.${epoch}.${position}`,
  organization,
  position,
  before: facts.old,
  ...facts,
});

/**
 * Brings commits into a service's empty database, with the history that they are: from a dump, a backup or an embedded
 * log. Those of one organization come together, from position 1 without a gap. The epoch rises above every one that
 * they were written in, so that cursors and offsets of the log that they came from are not mistaken (docs/events.md
 * 16). The model is to be rebuilt afterwards. Throws, and leaves a database to be dropped, when a commit is damaged,
 * out of place or there already. Answers how many were loaded, and the new epoch.
 */
export const loadMongoLog = async (
  db: Db,
  commits: AsyncIterable<RawCommit> | Iterable<RawCommit>,
  extras?: MongoLogExtras,
): Promise<{ readonly commits: number; readonly epoch: number }> => {
  const { c, meta } = await openCollections(db);
  if ((await c.commits.findOne({}, { projection: { _id: 1 } })) !== null)
    throw new Error('this database has commits already');
  const claims = createClaims(c, operationMs);
  let page: RawCommit[] = [];
  let bytes = 0;
  let total = 0;
  let epoch = Math.max(meta.epoch, extras?.epoch ?? 0);
  let previous: RawCommit | undefined;
  const flush = async (): Promise<void> => {
    if (page.length > 0) await insertPage(c, claims, page);
    total += page.length;
    page = [];
    bytes = 0;
  };
  for await (const commit of commits) {
    const expected = previous?.organizationId === commit.organizationId ? previous.position + 1 : 1;
    if (commit.position !== expected)
      throw new Error(
        `position ${commit.position} of organization ${commit.organizationId} follows position ${expected - 1}`,
      );
    if (
      previous !== undefined &&
      (previous.organizationId !== commit.organizationId || page.length >= pageCommits || bytes > pageBytes)
    )
      await flush();
    page.push(commit);
    bytes += commit.body.length;
    epoch = Math.max(epoch, commit.epoch);
    previous = commit;
  }
  await flush();
  if (extras !== undefined) await keepExtras(c, extras);
  epoch = nextEpoch(epoch);
  await c.meta.updateOne(
    { _id: metaId },
    { $set: { epoch, ...(extras !== undefined && { logId: extras.logId }) }, $unset: { projections: '' } },
  );
  return { commits: total, epoch };
};

/**
 * Lets a log go on from what it has, where commits that were acknowledged are gone: in a new epoch, so that whoever has
 * seen those does not take what comes in their places for them. No replica may be open. Answers the new epoch and how
 * far each organization is.
 */
export const acceptMongoLoss = async (
  db: Db,
): Promise<{ readonly epoch: number; readonly positions: ReadonlyMap<string, number> }> => {
  const { c, meta } = await openCollections(db);
  const positions = new Map<string, number>();
  const log = createLogReads(c, operationMs);
  for (let after = ''; ;) {
    const organizations = await log.organizationsAfter(after, 500);
    for (const { _id, position } of organizations) {
      positions.set(_id, position);
      await c.organizations.updateOne({ _id }, { $set: { epochFrom: position } });
    }
    if (organizations.length < 500) break;
    after = organizations.at(-1)!._id;
  }
  // Last: what was cut off begins again.
  const epoch = nextEpoch(meta.epoch);
  await c.meta.updateOne({ _id: metaId, epoch: meta.epoch }, { $set: { epoch } });
  return { epoch, positions };
};
