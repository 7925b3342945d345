import type { Advance, EventContext, ModelOp, Notice, WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Header, type Body } from '@tessera/proto/commit/v1/commit';
import { decodeBody } from '../log/codec.ts';
import { contextOf, decodeEvents } from '../writer/facts.ts';
import type { AppliedEvent } from '../writer/applier.ts';
import type { ClaimChange, Claims } from './claims.ts';
import type { CommitDocument } from './collections.ts';
import { within } from './failures.ts';
import { claimChanges, claimOfKey, streamKey } from './keys.ts';
import type { MongoLogReads } from './log.ts';

/** A commit that stands in the log, decoded. */
export type Landed<E> = {
  readonly organizationId: string;
  readonly header: Header;
  readonly applied: readonly AppliedEvent<E>[];
  readonly claims: readonly ClaimChange[];
  /**
   * Streams whose states its projections are known to ask for, as they were when it was decided; `decidedAt` as
   * `performance.now()` counts.
   */
  readonly reads?: { readonly states: ReadonlyMap<string, State>; readonly decidedAt: number };
};

export type AppliedResult = { readonly notices: readonly Notice[] } | { readonly fault: unknown };
type State = { readonly version: number; readonly state: unknown };

/** Positions of stream versions that are remembered; they never change. */
const rememberedVersions = 20_000;
const foldPage = 200;
/**
 * How long a state of a commit's decision serves its application, in ms: what changes it meanwhile is as much of a race
 * as what is in the log and not yet applied.
 */
const decidedMs = 200;
const never: State = { version: 0, state: undefined };

class Missing extends Error {
  readonly streams: readonly string[];
  constructor(streams: readonly string[]) {
    super('states to be read first');
    this.streams = streams;
  }
}

export const claimsOf = (
  organizationId: string,
  keys: readonly string[],
  body: Pick<Body, 'claims' | 'releases'>,
): ClaimChange[] => {
  const owners = claimChanges(body.claims, body.releases);
  return keys.flatMap((key) => {
    const claim = claimOfKey(key);
    return claim === undefined ? [] : [{ organizationId, ...claim, owner: owners.get(claim.name) ?? null }];
  });
};

/** The version to which a commit first takes a stream, if it advances it. */
const firstVersion = (commit: Landed<unknown>, stream: string): number | undefined => {
  for (const { advances } of commit.applied)
    for (const advance of advances) if (!('ids' in advance) && advance.stream === stream) return advance.version;
  return undefined;
};

export const landedOf = <E>(module: Pick<WriteModule<E>, 'events'>, commit: CommitDocument): Landed<E> => {
  const body = decodeBody(commit.body, commit.encoding);
  return {
    organizationId: commit.organization,
    header: Header.decode(commit.header),
    applied: decodeEvents(module, body.events),
    claims: claimsOf(commit.organization, commit.keys, body),
  };
};

/**
 * Brings the model up to commits of the log. Any process may apply any commit, late, again and in any order that keeps
 * that of each stream: what the model does is guarded, and a state that a projection asks for is the one as of the
 * commit, folded from the log where the model is already past it.
 */
export const createApplier = <E>(
  module: WriteModule<E>,
  model: MongoModel,
  log: MongoLogReads,
  claims: Claims,
  operationMs: number,
) => {
  const aggregates = new Map(module.aggregates.map((a) => [a.kind, a]));
  const versionPositions = new Map<string, number>();

  const evolve = (
    before: State,
    event: E | undefined,
    advance: Extract<Advance, { version: number }>,
    context: EventContext,
  ): State => {
    const aggregate = aggregates.get(advance.stream.slice(0, advance.stream.indexOf(':')));
    const known = before.version === 0 ? aggregate?.initial : before.state;
    return {
      version: advance.version,
      state: aggregate === undefined || event === undefined ? known : aggregate.evolve(known, event, context),
    };
  };

  /** The state of a stream as its commits up to a position left it, from the log alone. */
  const foldTo = async (organizationId: string, stream: string, position: number): Promise<State> => {
    let state = never;
    for (let after = 0; ;) {
      const commits = await log.ofStream(organizationId, stream, after, foldPage);
      for (const commit of commits) {
        if (commit.position > position) return state;
        const { header, applied } = landedOf(module, commit);
        for (const { index, event, advances } of applied) {
          const context = contextOf(module.service, header, index, advances);
          for (const advance of advances)
            if (!('ids' in advance) && advance.stream === stream) state = evolve(state, event, advance, context);
        }
      }
      if (commits.length < foldPage) return state;
      after = commits.at(-1)!.position;
    }
  };

  const positionOf = async (organizationId: string, stream: string, version: number): Promise<number> => {
    const name = `${organizationId}\0${stream}@${version}`;
    let position = versionPositions.get(name);
    if (position === undefined) {
      position = (await log.positionOfKey(organizationId, streamKey(stream, version))) ?? 0;
      if (versionPositions.size >= rememberedVersions) versionPositions.clear();
      versionPositions.set(name, position);
    }
    return position;
  };

  const snapshots = async (organizationId: string, streams: readonly string[]): Promise<State[]> =>
    (await within(operationMs, model.snapshots(organizationId, streams))).map((s) =>
      s === undefined ? never : { version: s.version, state: s.state ?? undefined },
    );

  /** What is known to be asked for: as it was when a commit was decided just now, or read at once for many. */
  const readTogether = async (commits: readonly Landed<E>[]): Promise<Map<string, Map<string, State>>> =>
    new Map(
      await Promise.all(
        [...Map.groupBy(commits, (commit) => commit.organizationId)].map(async ([organizationId, own]) => {
          const oldest = performance.now() - decidedMs;
          const states = new Map<string, State>();
          const missing = new Set<string>();
          for (const { reads } of own) {
            for (const [stream, state] of reads?.states ?? []) {
              if (reads!.decidedAt < oldest) missing.add(stream);
              else if ((states.get(stream)?.version ?? -1) < state.version) states.set(stream, state);
            }
          }
          const streams = [...missing];
          if (streams.length > 0)
            (await snapshots(organizationId, streams)).forEach((state, i) => states.set(streams[i]!, state));
          return [organizationId, states] as const;
        }),
      ),
    );

  /** States of streams just before a commit touched them; `read` are present ones. */
  const before = async (
    commit: Landed<E>,
    streams: readonly string[],
    read: ReadonlyMap<string, State>,
  ): Promise<State[]> => {
    const { organizationId, header } = commit;
    const present = streams.every((stream) => read.has(stream))
      ? streams.map((stream) => read.get(stream)!)
      : await snapshots(organizationId, streams);
    return Promise.all(
      streams.map(async (stream, i) => {
        const { version } = present[i]!;
        const reached = firstVersion(commit, stream);
        const fits =
          reached === undefined
            ? version === 0 || (await positionOf(organizationId, stream, version)) < header.position
            : version === reached - 1;
        return fits ? present[i]! : foldTo(organizationId, stream, header.position - 1);
      }),
    );
  };

  /**
   * One commit against known states; throws Missing for those that it lacks. Folds into `states` only when it comes to
   * its end.
   */
  const project = (
    commit: Landed<E>,
    states: Map<string, State>,
  ): {
    ops: { organizationId: string; op: ModelOp; context: EventContext }[];
    notices: Notice[];
    folded: Map<string, State>;
  } => {
    const { organizationId, header } = commit;
    const folded = new Map<string, State>();
    const ops: { organizationId: string; op: ModelOp; context: EventContext }[] = [];
    const notices: Notice[] = [];
    const stateOf = (stream: string): State => {
      const state = folded.get(stream) ?? states.get(stream);
      if (state === undefined) throw new Missing([stream]);
      return state;
    };
    const lacking = commit.applied.flatMap(({ advances }) =>
      advances.flatMap((a) => ('ids' in a || states.has(a.stream) ? [] : [a.stream])),
    );
    if (lacking.length > 0) throw new Missing([...new Set(lacking)]);
    for (const { index, event, advances } of commit.applied) {
      const context = contextOf(module.service, header, index, advances);
      for (const advance of advances)
        if (!('ids' in advance)) folded.set(advance.stream, evolve(stateOf(advance.stream), event, advance, context));
      if (event === undefined) continue;
      for (const projection of module.projections) {
        for (const op of projection.project(event, context, (stream) => stateOf(stream).state))
          ops.push({ organizationId, op, context });
      }
      if (module.notices) notices.push(...module.notices(event, context));
    }
    return { ops, notices, folded };
  };

  /** The same with the states read as they are needed. */
  const projectReading = async (
    commit: Landed<E>,
    states: Map<string, State>,
    read: (streams: readonly string[]) => Promise<State[]>,
  ): Promise<ReturnType<typeof project>> => {
    for (;;) {
      try {
        return project(commit, states);
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        (await read(error.streams)).forEach((state, i) => states.set(error.streams[i]!, state));
      }
    }
  };

  return {
    snapshots,
    /**
     * Throws what a projection would throw for this commit on the present states: before it is in the log, where it
     * could not be taken back. Answers the states that it asked for.
     */
    rehearse: async (commit: Landed<E>, known: ReadonlyMap<string, State>): Promise<ReadonlyMap<string, State>> => {
      const states = new Map(known);
      await projectReading(commit, states, (streams) => snapshots(commit.organizationId, streams));
      return states;
    },
    /**
     * Applies commits, those of one organization in the order of their positions and no two that advance one stream
     * unless all between them are given. Resolves when readers see them, with what browsers may be told, or why a
     * projection failed, for each. Throws when the engine is away: then some of it may be applied, and all may be
     * applied again.
     */
    apply: async (commits: readonly Landed<E>[]): Promise<AppliedResult[]> => {
      const states = new Map<string, Map<string, State>>();
      const folded = new Map<string, Map<string, State>>();
      const ops: { organizationId: string; op: ModelOp; context: EventContext }[] = [];
      const results: AppliedResult[] = [];
      const changes: ClaimChange[] = [];
      const positions = new Map<string, number>();
      const present = await readTogether(commits);
      for (const commit of commits) {
        const { organizationId, header } = commit;
        let known = states.get(organizationId);
        // Across commits that are not given, a state may have moved.
        if (known === undefined || positions.get(organizationId) !== header.position - 1)
          states.set(organizationId, (known = new Map()));
        positions.set(organizationId, header.position);
        try {
          const made = await projectReading(commit, known, (streams) =>
            before(commit, streams, present.get(organizationId)!),
          );
          ops.push(...made.ops);
          results.push({ notices: made.notices });
          let changed = folded.get(organizationId);
          if (changed === undefined) folded.set(organizationId, (changed = new Map()));
          for (const [stream, state] of made.folded) {
            known.set(stream, state);
            changed.set(stream, state);
          }
        } catch (error) {
          if (error instanceof Error && (error.name === 'Rejection' || error.name.startsWith('Mongo'))) throw error;
          results.push({ fault: error });
          continue;
        }
        changes.push(...commit.claims);
      }
      await Promise.all([ops.length > 0 && within(operationMs * 2, model.apply(ops)), claims.apply(changes)]);
      // Last: who sees a stream's version must find all that came with it.
      await Promise.all(
        [...folded].map(async ([organizationId, streams]) => {
          if (streams.size === 0) return;
          await within(
            operationMs,
            model.putSnapshots(
              organizationId,
              [...streams].map(([stream, { version, state }]) => ({ stream, version, state })),
            ),
          );
        }),
      );
      return results;
    },
  };
};

export type MongoApplier<E> = ReturnType<typeof createApplier<E>>;
