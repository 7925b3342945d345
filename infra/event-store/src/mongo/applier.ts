import type { Advance, Derived, EventContext, ModelOp, Notice, Row, WriteModule } from '@tessera/kernel';
import type { MongoModel } from '@tessera/document-store';
import { Header, type Body } from '@tessera/proto/commit/v1/commit';
import { decodeBody } from '../log/codec.ts';
import { derivedOp, readOf, withDerived } from '../writer/derived.ts';
import { computeLinked, createAlong, type Along } from './along.ts';
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
/** Rows that a commit changes, of whose table something follows: from themselves alone, or along links. */
type Follow = {
  readonly op: Extract<ModelOp, { readonly op: 'rows.update' | 'rows.delete' | 'rows.restore' }>;
  readonly derived: Derived;
  readonly context: EventContext;
};
type Follows = { readonly own: Follow[]; readonly along: Along[] };
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

  const alongLinks = createAlong(module.derivation, model);

  /** An op with what follows from the rows that it makes; `follows` gets what follows from those that it changes. */
  const deriving = (
    op: ModelOp,
    context: EventContext,
    state: (stream: string) => unknown,
    follows: Follows,
  ): ModelOp => {
    if (op.op !== 'rows.insert' && op.op !== 'rows.update' && op.op !== 'rows.delete' && op.op !== 'rows.restore')
      return op;
    const derived = module.derivation?.of(op.table, state);
    const dependents = module.derivation?.dependents(op.table, state) ?? [];
    const joined = derived !== undefined && derived.joins.length > 0;
    if (joined || dependents.length > 0)
      follows.along.push({ op, context, own: joined ? derived : undefined, dependents, derived, state });
    if (derived === undefined || joined) return op;
    if (op.op === 'rows.insert') return withDerived(op, derived, context);
    follows.own.push({ op, derived, context });
    return op;
  };

  /**
   * All that follows from changed rows, of each as it is once it is written. Where another process writes a later version
   * meanwhile, that one computes it, whatever it changes: the cells of this one are refused then.
   */
  const follow = async (follows: readonly Follow[]): Promise<void> => {
    const made = await Promise.all(
      follows.map(async ({ op, derived, context }) => {
        const { organizationId } = context;
        const rows = await model.read(organizationId, {
          kind: 'rows',
          table: op.table,
          ids: op.ids,
          columns: readOf(derived),
        });
        const next = derivedOp(op.table, derived, rows as readonly (Row | undefined)[]);
        return next === undefined ? [] : [{ organizationId, op: next, context }];
      }),
    );
    if (made.flat().length > 0) await model.apply(made.flat());
  };

  /**
   * One commit against known states; throws Missing for those that it lacks. Folds into `states` only when it comes to
   * its end.
   */
  const project = (
    commit: Landed<E>,
    states: Map<string, State>,
    follows: Follows,
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
          ops.push({ organizationId, op: deriving(op, context, (stream) => stateOf(stream).state, follows), context });
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
  ): Promise<ReturnType<typeof project> & { readonly follows: Follows }> => {
    for (;;) {
      try {
        const follows: Follows = { own: [], along: [] };
        return { ...project(commit, states, follows), follows };
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        (await read(error.streams)).forEach((state, i) => states.set(error.streams[i]!, state));
      }
    }
  };

  return {
    /** What follows from the rows of a table, as its definition is at present. */
    derived: async (organizationId: string, table: string): Promise<Derived | undefined> => {
      const states = new Map<string, State>();
      for (;;) {
        try {
          return module.derivation?.of(table, (stream) => {
            const state = states.get(stream);
            if (state === undefined) throw new Missing([stream]);
            return state.state;
          });
        } catch (error) {
          if (!(error instanceof Missing)) throw error;
          (await snapshots(organizationId, error.streams)).forEach((state, i) => states.set(error.streams[i]!, state));
        }
      }
    },
    /** What a filling computes of rows, with what stands behind their links. */
    filled: (organizationId: string, derived: Derived, rows: readonly Row[]) =>
      computeLinked(model, organizationId, derived, rows),
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
     * Folds a stream anew from the log and projects its events again: what a purge of a person changed in them. A stream
     * whose state is as before is left.
     */
    refold: async (organizationId: string, stream: string): Promise<void> => {
      const [present] = await snapshots(organizationId, [stream]);
      const ops: { organizationId: string; op: ModelOp; context: EventContext }[] = [];
      const states = new Map<string, State>([[stream, never]]);
      for (let after = 0; ;) {
        const commits = await log.ofStream(organizationId, stream, after, foldPage);
        for (const commit of commits) {
          const { header, applied } = landedOf(module, commit);
          for (const { index, event, advances } of applied) {
            const advance = advances.find((a) => a.stream === stream);
            if (advance === undefined || 'ids' in advance) continue;
            const context = contextOf(module.service, header, index, advances);
            states.set(stream, evolve(states.get(stream)!, event, advance, context));
            if (event === undefined) continue;
            const known = async (names: readonly string[]): Promise<void> =>
              (await snapshots(organizationId, names)).forEach((state, i) => states.set(names[i]!, state));
            for (;;) {
              try {
                const made = module.projections.flatMap((projection) => [
                  ...projection.project(event, context, (name) => {
                    const state = states.get(name);
                    if (state === undefined) throw new Missing([name]);
                    return state.state;
                  }),
                ]);
                for (const op of made) ops.push({ organizationId, op, context });
                break;
              } catch (error) {
                if (!(error instanceof Missing)) throw error;
                await known(error.streams);
              }
            }
          }
        }
        if (commits.length < foldPage) break;
        after = commits.at(-1)!.position;
      }
      const { version, state } = states.get(stream)!;
      const folds = aggregates.has(stream.slice(0, stream.indexOf(':')));
      if (folds && JSON.stringify(state) === JSON.stringify(present!.state)) return;
      await within(operationMs * 2, model.apply(ops));
      await within(operationMs, model.putSnapshots(organizationId, [{ stream, version, state }]));
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
      const follows: Follows = { own: [], along: [] };
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
          follows.own.push(...made.follows.own);
          for (const one of made.follows.along)
            follows.along.push({
              ...one,
              // What it asks for beside is read as it is by then.
              resolve: (streams) => before(commit, streams, present.get(organizationId)!),
              tell: (told) => made.notices.push(...told),
            });
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
      if (follows.own.length > 0) await within(operationMs * 2, follow(follows.own));
      if (follows.along.length > 0) await within(operationMs * 4, alongLinks(follows.along));
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
