import { deleteEach, updateEach } from '@tessera/document-store/mongo';
import { bounded, type WriteModule } from '@tessera/kernel';
import { Header } from '@tessera/proto/commit/v1/commit';
import { fillerFor } from './append.ts';
import { landedOf, type Landed, type MongoApplier } from './applier.ts';
import {
  appliedOf,
  movedOf,
  pause,
  type AppliedDocument,
  type Collections,
  type OrganizationDocument,
} from './collections.ts';
import { isAway, isDuplicate, within } from './failures.ts';
import type { MongoLogReads } from './log.ts';
import type { MongoTiming, StoreReport } from './port.ts';
import { createTurn, turnOf } from './turn.ts';

const organizationsAtOnce = 1_000;
/** Places looked at in one organization in one round. */
const placesAtOnce = 1_000;
/** Places of organizations that are looked at together: what is read of them at once is bounded by it. */
const placesTogether = 10_000;
/** Commits applied together. */
const pageCommits = 200;
/** Organizations of which it is remembered how far the model is. */
const rememberedFollowed = 20_000;
/** Rounds that the process whose turn it is may miss. */
const roundsMissed = 2.5;

type Round = 'patient' | 'eager' | 'at once';

/** What is known of one organization's log behind `applied`. */
type Found = {
  readonly organization: OrganizationDocument;
  /** Places of which nothing is left to do. */
  readonly done: Set<number>;
  readonly gaps: readonly number[];
  readonly unapplied: readonly number[];
};

/** Organizations that are looked at together: many with little to look at, or one with much. */
const slicesOf = function* (organizations: readonly OrganizationDocument[]): Generator<OrganizationDocument[]> {
  let slice: OrganizationDocument[] = [];
  let places = 0;
  for (const one of organizations) {
    const own = one.position - one.applied;
    if (own > placesAtOnce) {
      yield [one];
      continue;
    }
    if (places + own > placesTogether) {
      yield slice;
      slice = [];
      places = 0;
    }
    slice.push(one);
    places += own;
  }
  if (slice.length > 0) yield slice;
};

/**
 * Looks after what a process that ended between two steps left behind: fills places that nobody will fill, applies
 * commits that nobody says to have applied, and moves each organization's `applied`. Every process has one and takes
 * turns: where all is well a round costs a few round trips, however many organizations and processes there are. All that
 * it does may be done by several at once.
 */
export const createReconciler = <E>(
  module: WriteModule<E>,
  c: Collections,
  log: MongoLogReads,
  applier: MongoApplier<E>,
  epoch: number,
  timing: MongoTiming,
  report: (report: StoreReport) => void,
  onApplied: (organizationId: string, applied: number) => Promise<void>,
  /** What the one whose turn it is does before each round. */
  before: () => Promise<void> = () => Promise.resolve(),
) => {
  /**
   * Since when this process waits for each place, by its own steady clock: other machines' clocks tell nothing.
   */
  const missed = new Map<string, number>();
  const path = appliedOf(c.name);
  const ended = new AbortController();

  const turn = createTurn(c, turnOf(c.name), timing.operation, timing.reconciler * roundsMissed);

  /** For how many ms the place was waited for; looked at for the first time it is 0. */
  const waitedFor = (organizationId: string, position: number, seen: Set<string>): number => {
    const name = `${organizationId}/${position}`;
    seen.add(name);
    const since = missed.get(name);
    if (since === undefined) missed.set(name, performance.now());
    return since === undefined ? 0 : performance.now() - since;
  };

  const fill = async (organizationId: string, position: number): Promise<void> => {
    const [before] = position === 1 ? [] : await log.at(organizationId, [position - 1]);
    const time = before === undefined ? 0 : Header.decode(before.header).time;
    try {
      await within(
        timing.operation,
        c.commits.insertOne(fillerFor(organizationId, position, epoch, time), { maxTimeMS: timing.operation }),
      );
      report({ kind: 'filled', organizationId, position });
    } catch (error) {
      // Its writer was only late.
      if (!isDuplicate(error)) throw error;
    }
  };

  /** What processes say to have applied. */
  const marksOf = async (slice: readonly OrganizationDocument[]): Promise<Map<string, AppliedDocument[]>> => {
    const [{ _id, applied }] = slice as [OrganizationDocument];
    const filter =
      slice.length === 1
        ? { organization: _id, to: { $gt: applied }, from: { $lte: applied + placesAtOnce } }
        : { organization: { $in: slice.map((one) => one._id) } };
    const marks = await within(
      timing.operation,
      c.applied.find(filter, { projection: { _id: 0 }, maxTimeMS: timing.operation }).toArray(),
    );
    return Map.groupBy(marks, (mark) => mark.organization);
  };

  /**
   * Commits of one organization that nobody says to have applied, and missing places, up to where it is worth looking.
   * What waits for a short time only is on its way: the log is not asked about it.
   */
  const look = async (
    organization: OrganizationDocument,
    marks: readonly AppliedDocument[],
    round: Round,
    seen: Set<string>,
  ): Promise<Found> => {
    const { _id, applied: after } = organization;
    const through = Math.min(organization.position, after + placesAtOnce);
    const done = new Set<number>();
    for (const { from, to } of marks)
      for (let p = Math.max(from, after + 1); p <= Math.min(to, through); p++) done.add(p);
    const open: number[] = [];
    const waits = new Map<number, number>();
    for (let p = after + 1; p <= through; p++) {
      if (done.has(p)) continue;
      const waited = waitedFor(_id, p, seen);
      waits.set(p, waited);
      if (round !== 'patient' || waited >= timing.unapplied) open.push(p);
    }
    if (open.length === 0) return { organization, done, gaps: [], unapplied: [] };
    const present = new Set<number>();
    for (const place of await log.places(_id, open[0]! - 1, open.at(-1)!)) {
      present.add(place.position);
      if (place.filled) done.add(place.position);
    }
    const left = open.filter((p) => !done.has(p));
    return {
      organization,
      done,
      gaps: left.filter((p) => !present.has(p) && waits.get(p)! >= timing.gap),
      unapplied: left.filter((p) => present.has(p) && (round === 'at once' || waits.get(p)! >= timing.unapplied)),
    };
  };

  /** Applies commits in runs without a gap, in order; answers the positions that are in the model now. */
  const applyAll = async (organizationId: string, positions: readonly number[]): Promise<number[]> => {
    const applied: number[] = [];
    for (let i = 0; i < positions.length;) {
      let n = 1;
      while (n < pageCommits && i + n < positions.length && positions[i + n] === positions[i]! + n) n += 1;
      const commits = await log.at(organizationId, positions.slice(i, i + n));
      const landed: Landed<E>[] = commits.map((commit) => landedOf(module, commit));
      const results = await applier.apply(landed);
      results.forEach((result, k) => {
        const { position } = landed[k]!.header;
        if ('fault' in result)
          report({
            kind: 'failed',
            what: `position ${position} of ${organizationId} cannot be applied`,
            error: result.fault,
          });
        else applied.push(position);
      });
      i += n;
    }
    return applied;
  };

  /**
   * Moves each `applied` over what is done, and forgets the marks that it covers; answers where they are. Never
   * backwards, whoever else does it.
   */
  const advance = async (found: readonly Found[]): Promise<Map<string, number>> => {
    const reached = found.map(({ organization, done }) => {
      let { applied } = organization;
      while (done.has(applied + 1)) applied += 1;
      return { organization, applied };
    });
    const moved = reached.filter(
      ({ organization, applied }) => applied > organization.applied || applied >= organization.position,
    );
    if (moved.length > 0) {
      await within(
        timing.operation,
        updateEach(
          c.organizations,
          moved.flatMap(({ organization: { _id, position }, applied }) => [
            { q: { _id, [path]: { $not: { $gte: applied } } }, u: { $set: { [path]: applied } } },
            ...(applied < position
              ? []
              : [{ q: { _id, position: applied, [path]: applied }, u: { $set: { [movedOf(c.name)]: false } } }]),
          ]),
          { ordered: true },
        ),
      );
      await within(
        timing.operation,
        deleteEach(
          c.applied,
          moved.map(({ organization: { _id }, applied }) => ({
            organization: _id,
            from: { $lte: applied },
            to: { $lte: applied },
          })),
          { concern: { w: 1, j: false } },
        ),
      );
    }
    return new Map(reached.map(({ organization, applied }) => [organization._id, applied]));
  };

  /** Answers how many commits were applied, and where each organization's `applied` is. */
  const tend = async (
    slice: readonly OrganizationDocument[],
    round: Round,
    seen: Set<string>,
  ): Promise<{ readonly caughtUp: number; readonly applied: ReadonlyMap<string, number> }> => {
    const marks = await marksOf(slice);
    const found: Found[] = [];
    let caughtUp = 0;
    for (const organization of slice) {
      const { _id } = organization;
      const one = await look(organization, marks.get(_id) ?? [], round, seen);
      found.push(one);
      for (const position of await applyAll(_id, one.unapplied)) {
        one.done.add(position);
        caughtUp += 1;
        if (round !== 'at once') report({ kind: 'applied', organizationId: _id, position });
      }
      for (const position of one.gaps) await fill(_id, position);
    }
    const applied = await advance(found);
    for (const [organizationId, position] of applied) await onApplied(organizationId, position);
    return { caughtUp, applied };
  };

  /** By organization, the position up to which this process knows the model to have all. */
  const followed = bounded<string, number>(rememberedFollowed);

  /** By organization, the newest position that the last round saw: what is newer is not late yet. */
  let heads = new Map<string, number>();
  let late = 0;

  const forget = (): void => {
    missed.clear();
    heads.clear();
    late = 0;
  };

  const round = async (kind: 'patient' | 'eager'): Promise<void> => {
    const seen = new Set<string>();
    const newest = new Map<string, number>();
    let behind = 0;
    for (const slice of slicesOf(await log.moved(organizationsAtOnce))) {
      if (ended.signal.aborted) return;
      const { applied } = await tend(slice, kind, seen);
      for (const { _id, position } of slice) {
        behind += Math.max(0, (heads.get(_id) ?? 0) - applied.get(_id)!);
        newest.set(_id, position);
      }
    }
    heads = newest;
    late = behind;
    for (const name of missed.keys()) if (!seen.has(name)) missed.delete(name);
  };

  /** One round, if it is this process's turn. */
  const turned = async (): Promise<void> => {
    if (!(await turn.mine())) return forget();
    // A round that has much to do must not look like one that ended.
    const beat = setInterval(() => void turn.mine().catch(() => undefined), timing.reconciler);
    try {
      await before();
      await round('patient');
    } finally {
      clearInterval(beat);
    }
  };

  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // Replicas that were started together must not all look at once.
      await pause(timing.reconciler * (0.75 + Math.random() / 2), ended.signal);
      if (ended.signal.aborted) break;
      try {
        await turned();
      } catch (error) {
        if (!isAway(error) && !(error instanceof Error && error.name === 'Rejection'))
          report({ kind: 'failed', what: 'looking after the log', error });
      }
    }
    await turn.leave();
  };
  let running: Promise<void> | undefined;

  return {
    start: (): void => void (running ??= run()),
    /**
     * Brings the model up to all that is in the log now, without waiting for those who may be at it; answers how many
     * commits it applied.
     */
    catchUp: async (): Promise<number> => {
      let total = 0;
      for (;;) {
        let progress = false;
        for (const slice of slicesOf(await log.moved(organizationsAtOnce))) {
          const { caughtUp, applied } = await tend(slice, 'at once', new Set());
          total += caughtUp;
          for (const { _id, applied: before, position } of slice) {
            const reached = applied.get(_id)!;
            if (reached > before && reached < position) progress = true;
          }
        }
        if (!progress) return total;
      }
    },
    /** Brings the model up to what an organization has in the log now, whoever wrote it. */
    follow: async (organizationId: string): Promise<void> => {
      for (let before = -1; ;) {
        const organization = await log.organization(organizationId);
        if (organization === null || organization.position <= (followed.get(organizationId) ?? 0)) return;
        const { applied } = await tend([organization], 'at once', new Set());
        const reached = applied.get(organizationId)!;
        followed.set(organizationId, reached);
        // Where a place is still open nobody was told of what comes in it.
        if (reached >= organization.position || reached === before || reached === organization.applied) return;
        before = reached;
      }
    },
    /** One round now, whosever turn it is: for those who wait until what was written counts as applied. */
    round: (): Promise<void> => round('eager'),
    /** Commits that were in the log a round ago and do not count as applied yet; 0 where it is another's turn. */
    late: (): number => late,
    close: async (): Promise<void> => {
      ended.abort();
      await running;
    },
  };
};
