import type { Document, Filter, FindOptions } from 'mongodb';
import { checksumHolds } from '../log/codec.ts';
import type { Collections, CommitDocument, OrganizationDocument } from './collections.ts';
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
export const createLogReads = (c: Collections, operationMs: number) => {
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

  const organization = (organizationId: string): Promise<OrganizationDocument | null> =>
    bounded(c.organizations.findOne({ _id: organizationId }, { maxTimeMS: operationMs }));

  const between = (organizationId: string, after: number, through: number): Filter<CommitDocument> => ({
    organization: organizationId,
    position: { $gt: after, $lte: through },
  });

  /**
   * The newest position up to which nothing is missing, for an organization of which `claimed` positions were given
   * out.
   */
  const frontier = async (organizationId: string, claimed: number): Promise<number> => {
    let known = frontiers.get(organizationId) ?? 0;
    // A log that was restored meanwhile is shorter.
    if (known > claimed) known = 0;
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

  /** Commits after a position without a gap, at least one where there is one and about 4 MB at most. */
  const following = async (organizationId: string, after: number, limit: number): Promise<CommitDocument[]> => {
    const cursor = c.commits.find(between(organizationId, after, after + limit), {
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
      return found === null ? 0 : frontier(organizationId, found.position);
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
    organizationsAfter: (after: string, limit: number, committedSince?: number): Promise<OrganizationDocument[]> => {
      const filter: Filter<OrganizationDocument> & Document = {
        _id: { $gt: after },
        position: { $gt: 0 },
        ...(committedSince !== undefined && { time: { $gte: committedSince } }),
      };
      return bounded(c.organizations.find(filter, { sort: { _id: 1 }, limit, maxTimeMS: operationMs }).toArray());
    },
    moved: (limit: number): Promise<OrganizationDocument[]> =>
      bounded(c.organizations.find({ moved: true }, { limit, maxTimeMS: operationMs }).toArray()),
  };
};

export type MongoLogReads = ReturnType<typeof createLogReads>;
