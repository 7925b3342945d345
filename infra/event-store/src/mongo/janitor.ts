import { updateEach } from '@tessera/document-store/mongo';
import type { WriteModule } from '@tessera/kernel';
import { Header } from '@tessera/proto/commit/v1/commit';
import { fillerFor } from './append.ts';
import { landedOf, type Landed, type MongoApplier } from './applier.ts';
import { pause, type Collections, type OrganizationDocument } from './collections.ts';
import { isAway, isDuplicate, within } from './failures.ts';
import type { MongoLogReads } from './log.ts';
import type { MongoTiming, StoreReport } from './port.ts';

const organizationsAtOnce = 1_000;
/** Places looked at in one organization in one round. */
const placesAtOnce = 1_000;
/** Commits applied together. */
const pageCommits = 200;

type Round = 'patient' | 'at once';

/**
 * Looks after what a process that ended between two steps left behind: fills places that nobody will fill, applies
 * commits that nobody says to have applied, and moves each organization's `applied`. Every process runs one; all that
 * it does may be done by several at once.
 */
export const createJanitor = <E>(
  module: WriteModule<E>,
  c: Collections,
  log: MongoLogReads,
  applier: MongoApplier<E>,
  epoch: number,
  timing: MongoTiming,
  report: (report: StoreReport) => void,
  onApplied: (organizationId: string, applied: number) => Promise<void>,
) => {
  /**
   * Since when this process misses a commit, or its application, by its own steady clock: other machines' clocks tell
   * nothing.
   */
  const missed = new Map<string, number>();
  const ended = new AbortController();

  const waitedFor = (name: string, ms: number, seen: Set<string>): boolean => {
    seen.add(name);
    const since = missed.get(name);
    if (since === undefined) missed.set(name, performance.now());
    return since !== undefined && performance.now() - since >= ms;
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

  /**
   * Commits of one organization that nobody says to have applied, and missing places, up to where it is worth looking
   * now.
   */
  const look = async (
    organization: OrganizationDocument,
  ): Promise<{
    readonly through: number;
    readonly gaps: number[];
    readonly unapplied: number[];
    readonly done: Set<number>;
  }> => {
    const after = organization.applied;
    const through = Math.min(organization.position, after + placesAtOnce);
    const ranges = await within(
      timing.operation,
      c.applied
        .find(
          { organization: organization._id, to: { $gt: after }, from: { $lte: through } },
          { maxTimeMS: timing.operation },
        )
        .toArray(),
    );
    const done = new Set<number>();
    for (const { from, to } of ranges)
      for (let p = Math.max(from, after + 1); p <= Math.min(to, through); p++) done.add(p);
    const present = new Set<number>();
    if (done.size < through - after) {
      for (const place of await log.places(organization._id, after, through)) {
        present.add(place.position);
        if (place.filled) done.add(place.position);
      }
    }
    const gaps: number[] = [];
    const unapplied: number[] = [];
    for (let p = after + 1; p <= through; p++) {
      if (done.has(p)) continue;
      (present.has(p) ? unapplied : gaps).push(p);
    }
    return { through, gaps, unapplied, done };
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

  /** Moves `applied` over what is done, and forgets the marks that it covers. Never backwards, whoever else does it. */
  const advance = async (organization: OrganizationDocument, done: ReadonlySet<number>): Promise<number> => {
    let applied = organization.applied;
    while (done.has(applied + 1)) applied += 1;
    if (applied === organization.applied && applied < organization.position) return applied;
    const { _id } = organization;
    await within(
      timing.operation,
      updateEach(c.organizations, [{ q: { _id, applied: { $lt: applied } }, u: { $set: { applied } } }]),
    );
    await within(
      timing.operation,
      updateEach(c.organizations, [{ q: { _id, position: applied, applied }, u: { $set: { moved: false } } }]),
    );
    await within(
      timing.operation,
      c.applied.deleteMany({ organization: _id, from: { $lte: applied }, to: { $lte: applied } }),
    );
    return applied;
  };

  const tend = async (
    organization: OrganizationDocument,
    round: Round,
    seen: Set<string>,
  ): Promise<{ readonly caughtUp: number; readonly applied: number }> => {
    const { gaps, unapplied, done } = await look(organization);
    const due = unapplied.filter(
      (p) => round === 'at once' || waitedFor(`${organization._id}/${p}/apply`, timing.unapplied, seen),
    );
    const now = await applyAll(organization._id, due);
    for (const position of now) {
      done.add(position);
      if (round === 'patient') report({ kind: 'applied', organizationId: organization._id, position });
    }
    for (const position of gaps) {
      if (!waitedFor(`${organization._id}/${position}/gap`, timing.gap, seen)) continue;
      await fill(organization._id, position);
    }
    const applied = await advance(organization, done);
    await onApplied(organization._id, applied);
    return { caughtUp: now.length, applied };
  };

  /** By organization, the newest position that the last round saw: what is newer is not late yet. */
  let heads = new Map<string, number>();
  let late = 0;

  const round = async (): Promise<void> => {
    const seen = new Set<string>();
    const newest = new Map<string, number>();
    let behind = 0;
    for (const organization of await log.moved(organizationsAtOnce)) {
      if (ended.signal.aborted) return;
      const { applied } = await tend(organization, 'patient', seen);
      behind += Math.max(0, (heads.get(organization._id) ?? 0) - applied);
      newest.set(organization._id, organization.position);
    }
    heads = newest;
    late = behind;
    for (const name of missed.keys()) if (!seen.has(name)) missed.delete(name);
  };

  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // Replicas that were started together must not all look at once.
      await pause(timing.janitor * (0.75 + Math.random() / 2), ended.signal);
      if (ended.signal.aborted) return;
      try {
        await round();
      } catch (error) {
        if (!isAway(error) && !(error instanceof Error && error.name === 'Rejection'))
          report({ kind: 'failed', what: 'looking after the log', error });
      }
    }
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
        for (const organization of await log.moved(organizationsAtOnce)) {
          const { caughtUp, applied } = await tend(organization, 'at once', new Set());
          total += caughtUp;
          if (applied > organization.applied && applied < organization.position) progress = true;
        }
        if (!progress) return total;
      }
    },
    /** One round now: for those who wait until what was written counts as applied. */
    round,
    /** Commits that were in the log a round ago and do not count as applied yet. */
    late: (): number => late,
    close: async (): Promise<void> => {
      ended.abort();
      await running;
    },
  };
};
