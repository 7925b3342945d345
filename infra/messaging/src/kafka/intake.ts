import { bounded } from '@tessera/kernel';
import {
  openRawCommit,
  type CommitReads,
  type OrganizationHead,
  type RawEvent,
  type Reaction,
  type TailedEvent,
} from '@tessera/event-store';
import { eventIdOf, laneName, rootOf, Stopped, type createHandling } from '../handling.ts';
import { arrivalsOf, type Arrival } from './message.ts';
import { messagingMetrics } from '../metrics.ts';
import type { Mark, PartitionedState, Settled } from './port.ts';
import { rejection } from '../refusals.ts';

export type IntakeOptions = {
  readonly reaction: Reaction;
  readonly source: CommitReads;
  readonly decode: (type: string, payload: Uint8Array) => unknown;
  readonly state: PartitionedState;
  readonly handling: ReturnType<typeof createHandling>;
  /** Changes when lanes are given out anew, see `HandlingOptions.term`. */
  readonly term: () => number;
  /** Whether this process works on the lane now, with nothing of it still to come from the broker. */
  readonly idle: (organizationId: string, root: string) => boolean;
  /** A commit younger than this may still be on its way, in ms. */
  readonly graceMs: number;
  readonly now: () => number;
};

const pageCommits = 200;
/** Marks written for an organization before its progress is moved. */
const marksAtMost = 32;
/** Marks are written so often: what is lost of them is found again by the comparison with the source. */
const flushEveryMs = 100;
const rememberedOrganizations = 10_000;
const rememberedLanes = 100_000;
/**
 * Pages of a comparison without anything for this process after which it leaves the rest to others, or to the next
 * time.
 */
const barrenPages = 10;

/** A position that a log had in an epoch of it. */
type Place = { readonly position: number; readonly epoch: number };
const newer = (a: Place, b: Place): Place =>
  b.epoch > a.epoch || (b.epoch === a.epoch && b.position > a.position) ? b : a;

/** An event whose payload is decoded where a failure of it counts as the event's own. */
const tailed = (raw: RawEvent, trace: string | undefined, decode: IntakeOptions['decode']): TailedEvent => ({
  seq: raw.context.position,
  type: raw.type,
  context: raw.context,
  trace,
  get event() {
    return decode(raw.type, raw.payload);
  },
});

/**
 * Takes in commits for one reaction, in whatever order, number and completeness a broker brings them, and hands each
 * event on once and in its stream's order: what is known as done is dropped, and where a commit's predecessor on its
 * root is missing, the part between is read from the source first.
 */
export const createIntake = ({
  reaction,
  source,
  decode,
  state,
  handling,
  term,
  idle,
  graceMs,
  now,
}: IntakeOptions) => {
  const known = new Map<string, Settled>();
  /** Organizations of which the log was looked at since the lanes were given out. */
  const looked = new Set<string>();
  /** By lane, the position up to which all of its commits are done. */
  const lanesDone = bounded<string, number>(rememberedLanes);
  const marks = new Map<string, { epoch: number; marks: Mark[]; writes: number }>();

  const settle = async (organizationId: string): Promise<Settled> => {
    const settled = await state.settle(reaction.name, organizationId);
    // Forgetting is safe at any time: it is asked for again.
    if (known.size >= rememberedOrganizations) {
      known.clear();
      looked.clear();
    }
    known.set(organizationId, settled);
    return settled;
  };
  const knownOf = async (organizationId: string): Promise<Settled> =>
    known.get(organizationId) ?? settle(organizationId);

  const isDone = (organizationId: string, position: number, root: string): boolean => {
    const settled = known.get(organizationId);
    return (
      (settled !== undefined && (position <= settled.progress.through || settled.marks.has(position, root))) ||
      (lanesDone.get(laneName(organizationId, root)) ?? 0) >= position
    );
  };

  /**
   * Looks where the log of an organization is. Notices a restoration, which takes back what was done of commits that are
   * gone. Throws `subscriptions.ahead` where the log lacks what was done or brought, and no restoration says so: what
   * comes in the places of those commits would count as done.
   */
  const look = async (organizationId: string, brought: Place): Promise<void> => {
    const { progress } = await settle(organizationId);
    const done = { position: progress.through, epoch: progress.epoch };
    const seen = newer(done, brought);
    const page = await source.commitsAfter(organizationId, seen.position, 1, seen.epoch);
    if (page.epoch < seen.epoch || (page.epoch === seen.epoch && page.head < seen.position))
      throw rejection(
        'unavailable',
        'subscriptions.ahead',
        `The log of ${reaction.source} ends at position ${page.head} of organization ${organizationId} in epoch ${page.epoch}, and ${reaction.name} has seen position ${seen.position} in epoch ${seen.epoch}: its database was taken back to an earlier state. Nothing is handled before it has what it had (tessera restore), or its loss is accepted (tessera salvage ${reaction.source}).`,
      );
    if (page.epoch > progress.epoch) {
      await state.cut(reaction.name, organizationId, page.epoch, page.epochFrom);
      lanesDone.clear();
      await settle(organizationId);
    }
    looked.add(organizationId);
  };
  /** The same before what was brought is handled: once for each organization, and whenever its epoch is a new one. */
  const follow = async (organizationId: string, brought: Place): Promise<void> => {
    const { progress } = await knownOf(organizationId);
    if (!looked.has(organizationId) || brought.epoch > progress.epoch) await look(organizationId, brought);
  };
  /** A commit that a restoration took away, though the broker still has it. */
  const gone = (arrival: Arrival): boolean => {
    const cuts = known.get(arrival.organizationId)?.progress.cuts ?? [];
    if (!cuts.some((cut) => arrival.position > cut.from)) return false;
    const { epoch } = arrival.open().header;
    return cuts.some((cut) => epoch < cut.epoch && arrival.position > cut.from);
  };

  const eventsOf = (arrival: Arrival): readonly TailedEvent[] => {
    if (!arrival.types.some((type) => reaction.types.includes(type))) return [];
    const { header, events } = arrival.open();
    return events
      .filter((raw) => reaction.types.includes(raw.type))
      .map((raw) => tailed(raw, header.trace, decode))
      .filter((event) => rootOf(event) === arrival.root);
  };

  const finish = (arrival: Arrival): void => {
    const { organizationId, position, root, of } = arrival;
    const lane = laneName(organizationId, root);
    lanesDone.set(lane, Math.max(lanesDone.get(lane) ?? 0, position));
    const entry = marks.get(organizationId) ?? { epoch: 0, marks: [], writes: 0 };
    marks.set(organizationId, entry);
    entry.epoch = known.get(organizationId)?.progress.epoch ?? arrival.epoch;
    entry.marks.push({ position, root, of });
    flushSoon();
  };

  let flushing: NodeJS.Timeout | undefined;
  const flushSoon = (): void => {
    flushing ??= setTimeout(() => void flush().catch(() => flushSoon()), flushEveryMs);
  };
  /** Writes down what was finished. */
  const flush = async (): Promise<void> => {
    clearTimeout(flushing);
    flushing = undefined;
    await Promise.all(
      [...marks].map(async ([organizationId, entry]) => {
        const batch = entry.marks;
        if (batch.length === 0) return;
        entry.marks = [];
        try {
          await state.mark(reaction.name, organizationId, entry.epoch, batch);
        } catch (error) {
          entry.marks.push(...batch);
          throw error;
        }
        entry.writes += 1;
        if (entry.writes < marksAtMost) return;
        entry.writes = 0;
        await settle(organizationId);
      }),
    );
  };

  /** What this process knows as done or not done it knows of one term only. */
  const still = (begun: number): void => {
    if (term() !== begun) throw new Stopped();
  };
  const handleAll = async (arrival: Arrival, seen: ReadonlySet<string>, begun: number): Promise<void> => {
    for (const event of eventsOf(arrival)) if (!seen.has(eventIdOf(event))) await handling.handle(event, begun);
    still(begun);
    finish(arrival);
  };
  const seenOf = (arrivals: readonly Arrival[]): Promise<ReadonlySet<string>> =>
    state.seenOf(reaction.name, arrivals.flatMap(eventsOf).map(eventIdOf));

  /** Within its lane: does what is missing before an arrival, from the source. */
  const fill = async ({ organizationId, position, root, previous }: Arrival, begun: number): Promise<void> => {
    const { progress } = await settle(organizationId);
    if (previous === 0 || isDone(organizationId, previous, root)) return;
    for (let after = progress.through; after < position - 1;) {
      const page = await source.commitsAfter(organizationId, after, pageCommits);
      if (page.commits.length === 0) return;
      after = page.commits.at(-1)!.position;
      const missing = page.commits
        .filter((raw) => raw.position < position)
        .flatMap((raw) => arrivalsOf(reaction.source, raw, page.epoch))
        .filter((arrival) => arrival.root === root && !isDone(organizationId, arrival.position, root));
      const seen = await seenOf(missing);
      for (const arrival of missing) await handleAll(arrival, seen, begun);
      messagingMetrics.reread.add({ reaction: reaction.name }, missing.length);
    }
  };

  const takeOne = async (arrival: Arrival, seen: ReadonlySet<string>, begun: number): Promise<void> => {
    const { organizationId, position, root, previous } = arrival;
    still(begun);
    if (!isDone(organizationId, position, root)) {
      if (previous > 0 && !isDone(organizationId, previous, root)) await fill(arrival, begun);
      await handleAll(arrival, seen, begun);
    } else finish(arrival);
  };

  const inLanes = async (arrivals: readonly Arrival[], begun: number): Promise<void> => {
    const byLane = Map.groupBy(arrivals, (one) => laneName(one.organizationId, one.root));
    // Who did the event before in this lane knows that nobody else did this one.
    const unsure = [...byLane].flatMap(([lane, list]) =>
      list[0]!.previous > 0 && lanesDone.get(lane) === list[0]!.previous ? [] : list,
    );
    const seen = await seenOf(unsure.filter((one) => !isDone(one.organizationId, one.position, one.root)));
    await handling.runLanes(
      new Map(
        [...byLane].map(([lane, list]) => [
          lane,
          async () => {
            for (const one of list) await takeOne(one, seen, begun);
          },
        ]),
      ),
    );
  };

  /** Compares one organization's log with what is done, and does what nobody brought. True when nothing is missing. */
  const compare = async (head: OrganizationHead): Promise<boolean> => {
    const { organizationId } = head;
    const begun = term();
    await flush();
    let { progress, marks: present } = await settle(organizationId);
    // Decided once for each lane: whoever passed over one commit of it may not do a later one.
    const lanes = new Map<string, boolean>();
    const isIdle = (root: string): boolean => {
      const lane = laneName(organizationId, root);
      const yes = lanes.get(lane) ?? idle(organizationId, root);
      lanes.set(lane, yes);
      return yes;
    };
    for (let after = progress.through, barren = 0; barren < barrenPages;) {
      const page = await source.commitsAfter(organizationId, after, pageCommits, progress.epoch);
      if (page.epoch !== progress.epoch || page.head < progress.through) {
        await look(organizationId, { position: progress.through, epoch: progress.epoch });
        ({ progress, marks: present } = await settle(organizationId));
        after = progress.through;
        if (page.epoch !== progress.epoch) return false;
        continue;
      }
      const late = page.commits
        .filter((raw) => !present.whole(raw.position))
        .flatMap((raw) => arrivalsOf(reaction.source, raw, page.epoch));
      const young = late.find((one) => one.open().header.time + graceMs > now());
      const due = late.filter((one) => (young === undefined || one.position < young.position) && isIdle(one.root));
      messagingMetrics.reread.add(
        { reaction: reaction.name },
        due.filter((one) => !isDone(organizationId, one.position, one.root)).length,
      );
      barren = due.length === 0 ? barren + 1 : 0;
      await inLanes(due, begun);
      if (young !== undefined || page.commits.length === 0 || page.commits.at(-1)!.position >= head.position) break;
      after = page.commits.at(-1)!.position;
    }
    await flush();
    return (await settle(organizationId)).progress.through >= head.position;
  };

  return {
    /** Takes what a broker brought, in its order. Resolves when all of it is handled or set aside. */
    take: async (arrivals: readonly Arrival[]): Promise<void> => {
      const begun = term();
      const newest = new Map<string, Place>();
      for (const { organizationId, position, epoch } of arrivals)
        newest.set(organizationId, newer(newest.get(organizationId) ?? { position: 0, epoch: 0 }, { position, epoch }));
      await Promise.all([...newest].map(([organizationId, brought]) => follow(organizationId, brought)));
      await inLanes(
        arrivals.filter((arrival) => !gone(arrival)),
        begun,
      );
    },
    compare,
    /** How far the reaction is in an organization. */
    through: async (organizationId: string): Promise<number> => {
      await flush();
      return (await settle(organizationId)).progress.through;
    },
    /** Writes down what is done, before the end. */
    flush,
    /** Others may have worked on what this process knows of: it asks again. */
    forget: (): void => {
      known.clear();
      looked.clear();
      lanesDone.clear();
    },
  };
};

/** One event of a commit that waits on a parked stream. */
export const eventAt = async (
  reaction: Reaction,
  source: CommitReads,
  decode: IntakeOptions['decode'],
  organizationId: string,
  place: { readonly seq: number; readonly index: number },
): Promise<TailedEvent | undefined> => {
  const page = await source.commitsAfter(organizationId, place.seq - 1, 1);
  const raw = page.commits[0];
  if (raw === undefined || raw.position !== place.seq) return undefined;
  const { header, events } = openRawCommit(reaction.source, raw);
  const event = events.find((one) => one.context.index === place.index);
  return event && reaction.types.includes(event.type) ? tailed(event, header.trace, decode) : undefined;
};
