import type { Document, Filter, FindOptions } from 'mongodb';
import { checksumHolds } from '../log/codec.ts';
import {
  firstModel,
  metaId,
  movedOf,
  type Collections,
  type CommitDocument,
  type OrganizationDocument,
} from './collections.ts';
import { orUnavailable, within } from './failures.ts';
import { rootTag } from './keys.ts';

/** Thrown when stored bytes do not match their checksum: nothing may be derived from them. */
const damaged = (commit: CommitDocument): Error =>
  Object.assign(
    new Error(
      `the log is damaged: position ${commit.position} of organization ${commit.organization} does not match its checksum`,
    ),
    { name: 'LogCorruption' },
  );

const checked = (commit: CommitDocument): CommitDocument => {
  if (!checksumHolds(commit)) throw damaged(commit);
  return commit;
};

/** Positions looked at in one read: an open range would cost all that it matches. */
const windowPositions = 500;
const pageBytes = 4 * 1024 * 1024;
/** Organizations whose frontier is remembered. */
const rememberedFrontiers = 20_000;

/** Reads of the log. Every call is bounded in time; where the engine is away it throws `store.unavailable`. */
export const createLogReads = (
  c: Collections,
  operationMs: number,
  /** Told of a log that is shorter than this process has seen it. */
  onBack: (organizationId: string, known: number, position: number) => void = () => undefined,
) => {
  const bounded = <T>(call: Promise<T>): Promise<T> => orUnavailable(within(operationMs, call));
  const find = (filter: Filter<CommitDocument>, options: FindOptions, majority = false): Promise<CommitDocument[]> =>
    bounded(
      c.commits
        .find(filter, { maxTimeMS: operationMs, ...(majority && { readConcern: { level: 'majority' } }), ...options })
        .toArray() as Promise<CommitDocument[]>,
    );
  /** The same up to about 4 MB of what is stored, at least one; of headers alone all, which no checksum covers. */
  const findSome = async (
    filter: Filter<CommitDocument>,
    options: FindOptions,
    part: 'whole' | 'headers',
  ): Promise<CommitDocument[]> => {
    if (part === 'headers') return find(filter, { ...options, projection: { body: 0 } });
    const cursor = c.commits.find(filter, { maxTimeMS: operationMs, batchSize: 100, ...options });
    const commits: CommitDocument[] = [];
    let bytes = 0;
    try {
      while (bytes < pageBytes) {
        const next = (await bounded(cursor.next())) as CommitDocument | null;
        if (next === null) break;
        commits.push(checked(next));
        bytes += next.body.length;
      }
    } finally {
      void cursor.close().catch(() => undefined);
    }
    return commits;
  };
  const frontiers = new Map<string, number>();
  /** An organization with how far it is in this process's model. */
  const inModel = (found: OrganizationDocument): OrganizationDocument =>
    c.name === firstModel ? found : { ...found, applied: found.models?.[c.name]?.applied ?? 0 };

  // What a head is told by must not be taken back: `applied` of a majority stands on commits of a majority.
  const places: FindOptions = { maxTimeMS: operationMs, readConcern: { level: 'majority' } };
  const organization = async (organizationId: string): Promise<OrganizationDocument | null> => {
    const found = await bounded(c.organizations.findOne({ _id: organizationId }, places));
    return found && inModel(found);
  };

  /** Positions given out so far, by organization; none where there is no place yet. */
  const positions = async (
    organizationIds: readonly string[],
    options: FindOptions,
  ): Promise<ReadonlyMap<string, number>> => {
    const found = await bounded(
      c.organizations
        .find({ _id: { $in: [...organizationIds] } }, { projection: { position: 1 }, ...options })
        .toArray(),
    );
    return new Map(found.map(({ _id, position }) => [_id, position]));
  };

  /**
   * The same on a primary that a majority follows, which a write of a majority proves: one that was elected a moment ago
   * does not know yet how far the majority is, and one that was deposed without knowing lacks what the other took.
   */
  const positionsForSure = async (organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    await bounded(c.meta.updateOne({ _id: metaId }, { $inc: { probe: 1 } }));
    return positions(organizationIds, { maxTimeMS: operationMs });
  };

  const between = (organizationId: string, after: number, through: number): Filter<CommitDocument> => ({
    organization: organizationId,
    position: { $gt: after, $lte: through },
  });

  /**
   * The newest position up to which nothing is missing. It is looked for behind what is in the model, or what this
   * process knows: one round trip for 2,000 commits that are newer, none where there are none.
   */
  const frontier = async (read: Pick<OrganizationDocument, '_id' | 'position' | 'applied'>): Promise<number> => {
    const { _id: organizationId, applied } = read;
    let claimed = read.position;
    let known = frontiers.get(organizationId) ?? 0;
    // Mostly another read of this process has seen newer commits since this one was sent.
    if (known > claimed) {
      claimed = (await positionsForSure([organizationId])).get(organizationId) ?? 0;
      if (known > claimed) {
        onBack(organizationId, known, claimed);
        known = 0;
      }
    }
    known = Math.max(known, applied);
    while (known < claimed) {
      const through = Math.min(claimed, known + windowPositions * 4);
      const present = await find(
        between(organizationId, known, through),
        { projection: { _id: 0, position: 1 }, sort: { position: 1 } },
        true,
      );
      const before = known;
      for (const { position } of present) {
        if (position !== known + 1) break;
        known = position;
      }
      if (known - before < present.length || known < through) break;
    }
    if (frontiers.size >= rememberedFrontiers) frontiers.clear();
    frontiers.set(organizationId, known);
    return known;
  };

  /**
   * Commits after a position without a gap, at least one where there is one and about 4 MB at most. `aside`: a secondary
   * may answer, where there is one; it may lack the newest.
   */
  const following = async (
    organizationId: string,
    after: number,
    limit: number,
    aside = false,
  ): Promise<CommitDocument[]> => {
    const cursor = c.commits.find(between(organizationId, after, after + limit), {
      ...(aside && { readPreference: 'secondaryPreferred' }),
      sort: { position: 1 },
      maxTimeMS: operationMs,
      readConcern: { level: 'majority' },
      batchSize: Math.min(limit, 200),
    });
    const commits: CommitDocument[] = [];
    let bytes = 0;
    try {
      while (bytes < pageBytes && commits.length < limit) {
        const next = (await bounded(cursor.next())) as CommitDocument | null;
        if (next === null || next.position !== after + commits.length + 1) break;
        commits.push(checked(next));
        bytes += next.body.length;
      }
    } finally {
      void cursor.close().catch(() => undefined);
    }
    const known = frontiers.get(organizationId) ?? 0;
    const last = commits.at(-1)?.position ?? 0;
    if (known >= after && last > known) frontiers.set(organizationId, last);
    return commits;
  };

  return {
    organization,
    frontier,
    following,
    head: async (organizationId: string): Promise<number> => {
      const found = await organization(organizationId);
      return found === null ? 0 : frontier(found);
    },
    at: async (organizationId: string, positions: readonly number[]): Promise<CommitDocument[]> =>
      positions.length === 0
        ? []
        : (
            await find({ organization: organizationId, position: { $in: [...positions] } }, { sort: { position: 1 } })
          ).map(checked),
    /** Also what is not yet on a majority: who lost to it must know it. */
    withKeys: async (organizationId: string, keys: readonly string[]): Promise<CommitDocument[]> =>
      keys.length === 0
        ? []
        : (await find({ organization: organizationId, keys: { $in: [...keys] } }, { sort: { position: 1 } })).map(
            checked,
          ),
    /** Where commits stand that reached any version of a name. */
    positionsOfName: async (organizationId: string, name: string): Promise<number[]> =>
      (
        await find(
          { organization: organizationId, keys: { $elemMatch: { $gte: `${name}@`, $lt: `${name}A` } } },
          { projection: { position: 1 }, sort: { position: 1 } },
        )
      ).map((c) => c.position),
    /** Where a commit with this key stands. */
    positionOfKey: async (organizationId: string, key: string): Promise<number | undefined> =>
      (await find({ organization: organizationId, keys: key }, { projection: { position: 1 }, limit: 1 }))[0]?.position,
    /** Commits between two positions, both exclusive, gaps or not; a page ends at about 4 MB. */
    range: async (
      organizationId: string,
      bounds: {
        readonly after: number;
        readonly before: number;
        readonly order: 'asc' | 'desc';
        readonly limit: number;
      },
      part: 'whole' | 'headers' = 'whole',
    ): Promise<CommitDocument[]> => {
      const found: CommitDocument[] = [];
      let { after, before } = bounds;
      let bytes = 0;
      while (after + 1 < before && found.length < bounds.limit) {
        const low = bounds.order === 'asc' ? after : Math.max(after, before - 1 - windowPositions);
        const high = bounds.order === 'asc' ? Math.min(before - 1, after + windowPositions) : before - 1;
        const commits = await findSome(
          { ...between(organizationId, low, high), filled: { $ne: true } },
          { sort: { position: bounds.order === 'asc' ? 1 : -1 }, limit: bounds.limit - found.length },
          part,
        );
        for (const commit of commits) {
          found.push(commit);
          if (part === 'whole') bytes += commit.body.length;
        }
        if (bytes >= pageBytes) break;
        if (bounds.order === 'asc') after = high;
        else before = low + 1;
      }
      return found;
    },
    /** Commits with all of these tags, newest first. The first tag should be the rarest. */
    tagged: async (
      organizationId: string,
      tags: readonly string[],
      page: { readonly before: number; readonly limit: number },
      part: 'whole' | 'headers' = 'whole',
    ): Promise<CommitDocument[]> => {
      const [first, ...rest] = tags;
      const filter: Filter<CommitDocument> = {
        organization: organizationId,
        tags: first!,
        position: { $lt: page.before },
        ...(rest.length > 0 && { $and: rest.map((tag) => ({ tags: tag })) }),
      };
      return findSome(filter, { sort: { position: -1 }, limit: page.limit }, part);
    },
    /** Commits that advanced a stream, oldest first. */
    ofStream: async (organizationId: string, stream: string, after: number, limit: number): Promise<CommitDocument[]> =>
      (
        await find(
          { organization: organizationId, tags: stream, position: { $gt: after } },
          { sort: { position: 1 }, limit },
        )
      ).map(checked),
    previousOfRoot: async (organizationId: string, root: string, before: number): Promise<number> =>
      (
        await find(
          { organization: organizationId, tags: rootTag(root), position: { $lt: before } },
          { projection: { position: 1 }, sort: { position: -1 }, limit: 1 },
        )
      )[0]?.position ?? 0,
    /** Positions present in a range, in order, with whether each is an empty one. */
    places: (
      organizationId: string,
      after: number,
      through: number,
    ): Promise<readonly { readonly position: number; readonly filled?: true }[]> =>
      find(between(organizationId, after, through), {
        projection: { _id: 0, position: 1, filled: 1 },
        sort: { position: 1 },
      }),
    organizationsAfter: async (
      after: string,
      limit: number,
      committedSince?: number,
    ): Promise<OrganizationDocument[]> => {
      const filter: Filter<OrganizationDocument> & Document = {
        _id: { $gt: after },
        position: { $gt: 0 },
        ...(committedSince !== undefined && { time: { $gte: committedSince } }),
      };
      return (await bounded(c.organizations.find(filter, { sort: { _id: 1 }, limit, ...places }).toArray())).map(
        inModel,
      );
    },
    positionsOf: (organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      positions(organizationIds, places),
    positionsForSure,
    /** Organizations that have more in the log than in this process's model. */
    moved: async (limit: number): Promise<OrganizationDocument[]> =>
      (
        await bounded(c.organizations.find({ [movedOf(c.name)]: true }, { limit, maxTimeMS: operationMs }).toArray())
      ).map(inModel),
  };
};

export type MongoLogReads = ReturnType<typeof createLogReads>;
