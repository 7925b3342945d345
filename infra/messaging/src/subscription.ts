import type { EventSource, Reaction, TailedEvent } from '@tessera/event-store';
import { isRejection } from '@tessera/kernel';
import type { RetryPolicy, SubscriptionState } from './port.ts';
import { createLanes } from './lanes.ts';

/** Commits looked at in one reading, and streams worked on at once. */
const pageCommits = 200;
const lanesAtOnce = 8;
/** Commits without an event for this reaction are skipped in memory; its durable offset follows after this many. */
const skippedCommits = 1_000;

/** Names an event once and for all: inbox and effects are keyed by it. */
export const eventIdOf = (event: TailedEvent): string => `${event.context.organizationId}/${event.context.commitId}/${event.context.index}`;

/** The aggregate root that orders an event (EVENTS.md 16): records of a table and the table itself stand in one line. */
const rootOf = (event: TailedEvent): string => {
  const stream = event.context.advances[0]?.stream ?? '';
  return stream.slice(stream.indexOf(':') + 1);
};

type Wiring = {
  readonly reaction: Reaction;
  readonly source: EventSource;
  readonly state: SubscriptionState;
  readonly retry: RetryPolicy;
  readonly onFailure: (eventId: string, attempts: number, error: unknown) => void;
  readonly now: () => number;
  /** Resolves after so many ms, or earlier when stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly stopped: () => boolean;
};

/**
 * One reaction on its source's log: reads from its offset, handles each stream's events in order and streams beside each other, sets a failing stream
 * aside with all that follows on it, and moves its offset only past events that were handled or set aside.
 */
export const createSubscription = ({ reaction, source, state, retry, onFailure, now, pause, stopped }: Wiring) => {
  const lanes = createLanes();
  /** Streams set aside, `organization root` to the parked id. */
  const aside = new Map<string, string>();

  /** Place reached in this process; ahead of the durable offset by commits that did not concern the reaction. */
  let reached: { seq: number; epoch: number } | undefined;
  let durable = 0;

  const laneOf = (event: TailedEvent): string => `${event.context.organizationId} ${rootOf(event)}`;

  const refreshAside = async (): Promise<void> => {
    aside.clear();
    for (const p of await state.parked({ reaction: reaction.name, limit: 100_000 })) aside.set(`${p.organizationId} ${p.root}`, p.id);
  };

  /** Undefined when handled; the error otherwise. Unavailability is waited out, because it says nothing about the event. */
  const attempt = async (event: TailedEvent): Promise<{ error: unknown } | undefined> => {
    for (let wait = retry.inlineMs; ; wait = Math.min(wait * 2, retry.maxMs)) {
      try {
        await reaction.handle(event.event, event.context);
        await state.handled(reaction.name, eventIdOf(event), { seq: event.seq, index: event.context.index });
        return undefined;
      } catch (error) {
        if (!isRejection(error) || error.kind !== 'unavailable') return { error };
        if (stopped()) return { error };
        await pause(wait);
      }
    }
  };

  const setAside = async (event: TailedEvent): Promise<void> => {
    const stream = { organizationId: event.context.organizationId, root: rootOf(event) };
    const place = { seq: event.seq, index: event.context.index };
    await state.queue(reaction.name, stream, { source: reaction.source, eventId: eventIdOf(event), eventType: event.type, place });
  };

  const handleInOrder = async (lane: string, event: TailedEvent): Promise<void> => {
    if (aside.has(lane)) return setAside(event);
    if (await state.seen(reaction.name, eventIdOf(event))) return;
    let failure: { error: unknown } | undefined;
    for (let tries = 1, wait = retry.inlineMs; ; tries++, wait *= 2) {
      failure = await attempt(event);
      if (failure === undefined) return;
      if (stopped()) throw new Stopped();
      onFailure(eventIdOf(event), tries, failure.error);
      if (tries >= retry.inline) break;
      await pause(wait);
      if (stopped()) throw new Stopped();
    }
    await setAside(event);
    await refreshAside();
    const more = retry.inline < retry.attempts;
    await state.failed(aside.get(lane)!, retry.inline, textOf(failure.error), more ? now() + retry.firstMs : undefined);
  };

  /** Handles a page of the log; answers whether there may be more. */
  const step = async (): Promise<boolean> => {
    if (reached === undefined) {
      reached = await state.offset(reaction.name);
      durable = reached?.seq ?? 0;
    }
    const offset = reached;
    let after = offset?.seq ?? 0;
    let page = await source.tail(reaction.source, after, pageCommits, reaction.types);
    if (offset !== undefined && page.epoch !== offset.epoch && after > page.epochFrom) {
      after = page.epochFrom;
      page = await source.tail(reaction.source, after, pageCommits, reaction.types);
    }
    const byLane = Map.groupBy(page.events, laneOf);
    const queue = [...byLane];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [lane, events] = next;
        await lanes.run(lane, async () => {
          for (const event of events) await handleInOrder(lane, event);
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanesAtOnce, queue.length) }, work));
    if (page.events.length > 0 || page.through - durable >= skippedCommits || offset === undefined || offset.epoch !== page.epoch) {
      await state.advance(reaction.name, page.through, page.epoch);
      durable = page.through;
    }
    reached = { seq: page.through, epoch: page.epoch };
    return !page.end;
  };

  /** Tries one stream that was set aside, from its first waiting event on; it is released when none is left. */
  const retryStream = (lane: string, id: string): Promise<void> =>
    lanes.run(lane, async () => {
      for (;;) {
        const head = await state.head(id);
        if (head === undefined) {
          await state.release(id);
          aside.delete(lane);
          return;
        }
        const parked = await state.find(id);
        const page = await source.tail(reaction.source, head.place.seq - 1, 1, reaction.types);
        const event = page.events.find((e) => e.seq === head.place.seq && e.context.index === head.place.index);
        // An event that the log no longer has was purged: there is nothing left to react to.
        const failure = event === undefined || eventIdOf(event) !== head.eventId ? await state.handled(reaction.name, head.eventId, head.place) : await attempt(event);
        if (failure === undefined) {
          await state.failed(id, 0, '', now());
          continue;
        }
        if (stopped()) return;
        const attempts = (parked?.attempts ?? 0) + 1;
        onFailure(head.eventId, attempts, failure.error);
        const delay = Math.min(retry.firstMs * 2 ** Math.max(0, attempts - retry.inline), retry.maxMs);
        await state.failed(id, attempts, textOf(failure.error), attempts < retry.attempts ? now() + delay : undefined);
        return;
      }
    });

  /** Tries the streams that are due; answers when the next one will be, in ms from now. */
  const retryDue = async (): Promise<number | undefined> => {
    if (aside.size === 0) return undefined;
    const parked = await state.parked({ reaction: reaction.name, limit: 100_000 });
    const due = parked.filter((p) => p.nextTryAt !== undefined && p.nextTryAt <= now());
    await Promise.all(due.map((p) => retryStream(`${p.organizationId} ${p.root}`, p.id)));
    const times = (await state.parked({ reaction: reaction.name, limit: 100_000 })).flatMap((p) => (p.nextTryAt === undefined ? [] : [p.nextTryAt]));
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now());
  };

  return { step, retryDue, refreshAside };
};

/** Ends a page without moving its offset: the rest of it is read again at the next start. */
export class Stopped extends Error {}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
