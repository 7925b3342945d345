import { randomUUID } from 'node:crypto';
import { ReadConcern, type Collection, type Db, type MongoClient } from 'mongodb';
import { isAway, isDuplicate } from './failures.ts';
import type { StoreReport } from './port.ts';

/**
 * One commit. Bytes as the embedded log has them; what is beside them is derived from them and there to be found by.
 */
export type CommitDocument = {
  /** `<organization>.<epoch>.<position>`: a commit id names a commit only together with the organization. */
  readonly _id: string;
  readonly organization: string;
  readonly position: number;
  /**
   * What no other commit of the organization may have, see `keys.ts`. Never empty, as two empty ones would count as
   * equal.
   */
  readonly keys: readonly string[];
  /** What it is listed by, see `keys.ts`. */
  readonly tags: readonly string[];
  readonly summary: string;
  readonly encoding: number;
  readonly checksum: Uint8Array;
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  /** An empty commit in a place that its writer lost or left. */
  readonly filled?: true;
};

/** One organization's place in the log. */
export type OrganizationDocument = {
  readonly _id: string;
  /** Positions given out so far; the newest may still be open. */
  readonly position: number;
  /** Time of the newest commit, in ms. */
  readonly time: number;
  /** All commits up to here are in the model. */
  readonly applied: number;
  /** True from the giving out of a position until `applied` has reached it. */
  readonly moved: boolean;
  /** Position at the last restore: later ones that were seen before it named other commits. */
  readonly epochFrom?: number;
};

/** Commits that some process says to have applied. */
export type AppliedDocument = { readonly organization: string; readonly from: number; readonly to: number };
/** Who holds a claim. `version` counts its changes; no owner: released. */
export type ClaimDocument = {
  readonly _id: string;
  readonly organization: string;
  readonly owner: string | null;
  readonly version: number;
};
/** `_id` is `<organization>.<first>`, so that two processes that seal make one seal. */
export type SealDocument = {
  readonly _id: string;
  readonly organization: string;
  readonly first: number;
  readonly last: number;
  readonly hash: Uint8Array;
  readonly sealedAt: number;
};
/**
 * A rewritten commit: its first checksum, the one before the last purge, and the present one. `_id` is that of the
 * commit.
 */
export type TombstoneDocument = {
  readonly _id: string;
  readonly organization: string;
  readonly position: number;
  readonly old: Uint8Array;
  readonly before: Uint8Array;
  readonly new: Uint8Array;
  readonly purgeId: string;
  readonly at: number;
  /** Its place in the embedded log that it came from, by which that log's purges name it. */
  readonly seq?: number;
};
/** A purge that was accepted, until it is at its end: whatever happens, some process goes on from here. */
export type PurgeDocument = {
  readonly _id: string;
  readonly organization: string;
  readonly purgeId: string;
  readonly stream: string;
  readonly items: readonly string[];
  readonly actor: { readonly kind: string; readonly id: string };
  /** Where the items stand; known once nothing can be written to them any more. */
  readonly positions?: readonly number[];
};
export type MetaDocument = {
  readonly _id: string;
  readonly logId: string;
  readonly epoch: number;
  readonly format: number;
  readonly projections?: string;
  readonly purged?: number;
  readonly probe?: number;
};

export type Collections = {
  readonly commits: Collection<CommitDocument>;
  readonly organizations: Collection<OrganizationDocument>;
  readonly applied: Collection<AppliedDocument>;
  readonly claims: Collection<ClaimDocument>;
  readonly seals: Collection<SealDocument>;
  readonly tombstones: Collection<TombstoneDocument>;
  readonly purges: Collection<PurgeDocument>;
  readonly meta: Collection<MetaDocument>;
};

/**
 * Rises when the layout changes; a newer log is refused, an older one migrated, never rebuilt: the log is the truth.
 */
const format = 1;
export const metaId = 'log';

export const collectionsOf = (db: Db): Collections => {
  const bytes = { promoteBuffers: true };
  return {
    commits: db.collection<CommitDocument>('commits', bytes),
    organizations: db.collection<OrganizationDocument>('log_organizations'),
    applied: db.collection<AppliedDocument>('log_applied'),
    claims: db.collection<ClaimDocument>('log_claims'),
    seals: db.collection<SealDocument>('log_seals', bytes),
    tombstones: db.collection<TombstoneDocument>('log_tombstones', bytes),
    purges: db.collection<PurgeDocument>('log_purges'),
    meta: db.collection<MetaDocument>('log_meta'),
  };
};

const declare = async (c: Collections): Promise<void> => {
  await c.commits.createIndex({ organization: 1, position: 1 }, { unique: true });
  await c.commits.createIndex({ organization: 1, keys: 1 }, { unique: true });
  await c.commits.createIndex({ organization: 1, tags: 1, position: 1 });
  await c.organizations.createIndex({ moved: 1 }, { partialFilterExpression: { moved: true } });
  await c.organizations.createIndex({ time: 1, _id: 1 });
  await c.applied.createIndex({ organization: 1, from: 1 });
  await c.claims.createIndex({ organization: 1 });
  await c.seals.createIndex({ organization: 1, last: 1 }, { unique: true });
  await c.tombstones.createIndex({ organization: 1, position: 1 }, { unique: true });
};

/** The service's database as the log needs it: an acknowledged write is on the disks of a majority. */
export const logDatabase = (client: MongoClient, database: string): Db =>
  client.db(database, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: new ReadConcern('local'),
    readPreference: 'primary',
  });

/** Throws where the engine cannot promise what `majority` with the journal promises. */
const assertDurable = async (c: Collections): Promise<void> => {
  const concern = c.commits.writeConcern;
  if (concern?.w !== 'majority' || concern.journal !== true)
    throw new Error('the log must be written with majority and journal');
  const answer = await c.meta.updateOne({ _id: metaId }, { $inc: { probe: 1 } });
  if (!answer.acknowledged) throw new Error('the engine does not acknowledge writes with majority and journal');
};

/**
 * Makes what is missing and answers the log's own facts. Throws when the log is of a newer format or the engine refuses
 * durable writes.
 */
export const openCollections = async (db: Db): Promise<{ readonly c: Collections; readonly meta: MetaDocument }> => {
  const c = collectionsOf(db);
  try {
    await c.meta.insertOne({ _id: metaId, logId: randomUUID(), epoch: 1, format });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  await assertDurable(c);
  const meta = (await c.meta.findOne({ _id: metaId }))!;
  if (meta.format > format)
    throw new Error(`this log has format ${meta.format}, made by a newer version; this one reads up to ${format}`);
  await declare(c);
  return { c, meta };
};

const waitBetweenMs = 1_000;

/** Opens the log of a service, for as long as it takes until the engine answers; says each time that it waits. */
export const waitForLog = async (
  client: MongoClient,
  database: string,
  report: (report: StoreReport) => void,
  ended: AbortSignal,
): Promise<Awaited<ReturnType<typeof openCollections>>> => {
  for (;;) {
    try {
      // A client whose first connection failed makes no other by itself.
      await client.connect();
      return await openCollections(logDatabase(client, database));
    } catch (error) {
      if (!isAway(error) || ended.aborted) throw error;
      report({ kind: 'waiting', error: error instanceof Error ? error.message : String(error) });
      await pause(waitBetweenMs, ended);
    }
  }
};

export const pause = (ms: number, ended?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      ended?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    ended?.addEventListener('abort', done);
  });
