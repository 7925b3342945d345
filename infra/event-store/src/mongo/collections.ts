import { randomUUID } from 'node:crypto';
import { ReadConcern, type Collection, type Db, type Document, type MongoClient } from 'mongodb';
import { isAway, isDuplicate } from './failures.ts';
import type { PurgeOrder } from '../port.ts';
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
  /** The same two of other models than the first, by their names. */
  readonly models?: Readonly<Record<string, { readonly applied: number; readonly moved: boolean }>>;
  /** Position at the last restore: later ones that were seen before it named other commits. */
  readonly epochFrom?: number;
};

/** A read model beside the first, or what is known of the first one. `_id` is its name. */
export type ModelDocument = {
  readonly _id: string;
  readonly versions?: string;
  /** It had all of the log once. */
  readonly ready?: boolean;
  /** Counts up while a release of these versions runs. */
  readonly beat?: number;
  /** True while its release waits for a purge before it begins. */
  readonly waits?: boolean;
  readonly usedAt?: Date;
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
  readonly actor: { readonly kind: string; readonly id: string };
  /** Where listed items stand; known once nothing can be written to them any more. */
  readonly positions?: readonly number[];
  /** Of a person: the position up to which the organization's commits were looked at. */
  readonly after?: number;
  /** Streams that are to be folded anew. */
  readonly told?: readonly string[];
  /** When it was accepted, in ms. */
  readonly since?: number;
} & PurgeOrder;
/** Whose turn it is to do what one process does for all. `beat` counts; a holder of `''` has left. */
export type TurnDocument = { readonly _id: string; readonly holder: string; readonly beat: number };
export type MetaDocument = {
  readonly _id: string;
  readonly logId: string;
  readonly epoch: number;
  readonly format: number;
  readonly projections?: string;
  readonly purged?: number;
  readonly probe?: number;
};

/** The name of the model that a database had before it could have several; its collections have no prefix. */
export const firstModel = '';
export const modelPrefix = (name: string): string => (name === firstModel ? '' : `m${name}_`);
export const marksOf = (name: string): string => (name === firstModel ? 'log_applied' : `log_applied_${name}`);
/** Where an organization's document says how far it is in a model, and that it is not at the end of the log. */
/** Up to where an organization's log is in a model. */
export const appliedPosition = ({ applied, models }: OrganizationDocument, name: string): number =>
  (name === firstModel ? applied : models?.[name]?.applied) ?? 0;
export const appliedOf = (name: string): string => (name === firstModel ? 'applied' : `models.${name}.applied`);
export const movedOf = (name: string): string => (name === firstModel ? 'moved' : `models.${name}.moved`);

export type Collections = {
  /** The model that `applied` and the marks are of. */
  readonly name: string;
  readonly models: Collection<ModelDocument>;
  readonly commits: Collection<CommitDocument>;
  readonly organizations: Collection<OrganizationDocument>;
  readonly applied: Collection<AppliedDocument>;
  readonly claims: Collection<ClaimDocument>;
  readonly seals: Collection<SealDocument>;
  readonly tombstones: Collection<TombstoneDocument>;
  readonly purges: Collection<PurgeDocument>;
  readonly turns: Collection<TurnDocument>;
  readonly meta: Collection<MetaDocument>;
};

/**
 * Rises when the layout changes; a newer log is refused, an older one migrated, never rebuilt: the log is the truth.
 */
const format = 1;
export const metaId = 'log';

export const collectionsOf = (db: Db, name = firstModel): Collections => {
  const bytes = { promoteBuffers: true };
  return {
    name,
    models: db.collection<ModelDocument>('log_models'),
    commits: db.collection<CommitDocument>('commits', bytes),
    organizations: db.collection<OrganizationDocument>('log_organizations'),
    applied: db.collection<AppliedDocument>(marksOf(name)),
    claims: db.collection<ClaimDocument>('log_claims'),
    seals: db.collection<SealDocument>('log_seals', bytes),
    tombstones: db.collection<TombstoneDocument>('log_tombstones', bytes),
    purges: db.collection<PurgeDocument>('log_purges'),
    turns: db.collection<TurnDocument>('log_turns'),
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

/**
 * Throws where a server says by its `hello` that it belongs to no replica set: it takes `majority` for itself alone, and
 * has no order of writes by which a reader knows what a majority has.
 */
export const assertReplicaSet = (hello: Document): void => {
  if (hello.setName === undefined && hello.msg !== 'isdbgrid' && hello.serviceId === undefined)
    throw new Error(
      'the MongoDB server of TESSERA_MONGO_URL stands alone: Tessera needs a replica set, of one member at least (mongod --replSet, then rs.initiate())',
    );
};

/** Throws where the engine cannot promise what `majority` with the journal promises. */
const assertDurable = async (c: Collections): Promise<void> => {
  const concern = c.commits.writeConcern;
  if (concern?.w !== 'majority' || concern.journal !== true)
    throw new Error('the log must be written with majority and journal');
  const answer = await c.meta.updateOne({ _id: metaId }, { $inc: { probe: 1 } });
  if (!answer.acknowledged) throw new Error('the engine does not acknowledge writes with majority and journal');
};

/**
 * Makes what is missing and answers the log's own facts. Throws when the log is of a newer format, the server stands
 * alone or the engine refuses durable writes.
 */
export const openCollections = async (db: Db): Promise<{ readonly c: Collections; readonly meta: MetaDocument }> => {
  const c = collectionsOf(db);
  assertReplicaSet(await db.command({ hello: 1 }));
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
