import type { Reaction, TailedEvent } from '@tessera/event-store';
import { isRejection, rootOf as streamRoot } from '@tessera/kernel';
import { span } from '@tessera/telemetry';
import { createLanes } from './lanes.ts';
import type { EventPlace, InboxState, ParkedStream, RetryPolicy } from './port.ts';

export const defaultRetry: RetryPolicy = { inline: 3, inlineMs: 20, firstMs: 1_000, maxMs: 60_000, attempts: 10 };

/** Names an event once and for all: inbox and effects are keyed by it. */
export const eventIdOf = (event: TailedEvent): string =>
  `${event.context.organizationId}/${event.context.commitId}/${event.context.index}`;

/**
 * The aggregate root that orders an event (docs/events.md 16): records of a table and the table itself stand in one
 * line.
 */
export const rootOf = (event: TailedEvent): string => streamRoot(event.context.advances[0]?.stream ?? '');

/** Events of one lane are handled in order, those of different lanes beside each other. */
export const laneName = (organizationId: string, root: string): string => `${organizationId} ${root}`;

/** Ends the work at hand without recording it: it is done again by the next owner. */
export class Stopped extends Error {}

export type HandlingOptions = {
  readonly reaction: Reaction;
  readonly state: InboxState;
  readonly retry: RetryPolicy;
  readonly onFailure: (eventId: string, attempts: number, error: unknown) => void;
  readonly now: () => number;
  /** Resolves after so many ms, or earlier when stopped. */
  readonly pause: (ms: number) => Promise<void>;
  readonly stopped: () => boolean;
  /** The first event that waits on a parked stream; undefined if the log no longer has it. */
  readonly fetch: (parked: ParkedStream, place: EventPlace) => Promise<TailedEvent | undefined>;
  /** Whether this process works on the lane; by default on every one. */
  readonly mine?: (organizationId: string, root: string) => boolean;
  /** Streams worked on at once; default 8. */
  readonly atOnce?: number;
  /** Called before each event; throws Stopped when this process may no longer work on it. */
  readonly permit?: (organizationId: string, root: string) => Promise<void>;
  /**
   * Changes when the streams are given out anew. Work that was begun before ends, even where its stream came back:
   * another process may have had it in between, and done what this one looked up as not done.
   */
  readonly term?: () => number;
};

/**
 * Handles events for one reaction, whatever brings them: each lane in order, once per event id, tried again by the
 * retry policy, and a failing stream is set aside with all that follows on it.
 */
export const createHandling = (options: HandlingOptions) => {
  const {
    reaction,
    state,
    retry,
    onFailure,
    now,
    pause,
    stopped,
    fetch,
    mine = () => true,
    atOnce = 8,
    permit,
    term = () => 0,
  } = options;
  const lanes = createLanes();
  /** Streams set aside, by lane, to the parked id. */
  const aside = new Map<string, string>();

  const refreshAside = async (): Promise<void> => {
    const parked = await state.parked({ reaction: reaction.name, limit: 100_000 });
    aside.clear();
    for (const p of parked) aside.set(laneName(p.organizationId, p.root), p.id);
  };

  /**
   * Undefined when handled; the error otherwise. Unavailability is waited out, because it says nothing about the event.
   */
  const attempt = async (
    event: TailedEvent,
    waiting: boolean,
    begun: number,
  ): Promise<{ error: unknown } | undefined> => {
    for (let wait = retry.inlineMs; ; wait = Math.min(wait * 2, retry.maxMs)) {
      await permit?.(event.context.organizationId, rootOf(event));
      if (term() !== begun) throw new Stopped();
      try {
        await span(
          `reaction ${reaction.name}`,
          'consumer',
          { 'messaging.operation.type': 'process', 'messaging.message.id': eventIdOf(event) },
          async () => reaction.handle(event.event, event.context),
          { traceparent: event.trace },
        );
        break;
      } catch (error) {
        if (!isUnavailable(error) || stopped()) return { error };
        await pause(wait);
      }
    }
    // What was done must not be done again because it cannot be written down yet.
    for (let wait = retry.inlineMs; ; wait = Math.min(wait * 2, retry.maxMs)) {
      try {
        await state.handled(reaction.name, eventIdOf(event), { seq: event.seq, index: event.context.index }, waiting);
        return undefined;
      } catch (error) {
        if (!isUnavailable(error) || stopped()) return { error };
        await pause(wait);
      }
    }
  };

  const setAside = async (event: TailedEvent): Promise<void> => {
    const stream = { organizationId: event.context.organizationId, root: rootOf(event) };
    const place = { seq: event.seq, index: event.context.index };
    await state.queue(reaction.name, stream, {
      source: reaction.source,
      eventId: eventIdOf(event),
      eventType: event.type,
      place,
    });
  };

  /**
   * Within its lane: handles an event that was not handled before, or sets it aside. `begun` is the term in which it was
   * looked up that it was not.
   */
  const handle = async (event: TailedEvent, begun = term()): Promise<void> => {
    const lane = laneName(event.context.organizationId, rootOf(event));
    if (aside.has(lane)) return setAside(event);
    let failure: { error: unknown } | undefined;
    for (let tries = 1, wait = retry.inlineMs; ; tries++, wait *= 2) {
      if (stopped()) throw new Stopped();
      failure = await attempt(event, false, begun);
      if (failure === undefined) return;
      if (stopped()) throw new Stopped();
      onFailure(eventIdOf(event), tries, failure.error);
      if (tries >= retry.inline) break;
      await pause(wait);
    }
    await setAside(event);
    await refreshAside();
    const id = aside.get(lane);
    if (id !== undefined)
      await state.failed(
        id,
        retry.inline,
        textOf(failure.error),
        retry.inline < retry.attempts ? now() + retry.firstMs : undefined,
      );
  };

  /**
   * Runs work by lane, a few lanes at once, each lane's in its order. Throws the first failure when all that had begun
   * has ended.
   */
  const runLanes = async (work: ReadonlyMap<string, () => Promise<void>>): Promise<void> => {
    const queue = [...work];
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) await lanes.run(one[0], one[1]);
    };
    const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, queue.length) }, next));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };

  /** Tries one stream that was set aside, from its first waiting event on; it is released when none is left. */
  const retryStream = (lane: string, id: string, begun: number): Promise<void> =>
    lanes.run(lane, async () => {
      for (;;) {
        const head = await state.head(id);
        if (head === undefined) {
          await state.release(id);
          aside.delete(lane);
          return;
        }
        const parked = await state.find(id);
        if (parked === undefined || stopped()) return;
        const event = await fetch(parked, head.place);
        // An event that the log no longer has was purged, and one handled by an earlier owner is done: there is nothing
        // left to react to.
        const over =
          event === undefined || eventIdOf(event) !== head.eventId || (await state.seen(reaction.name, head.eventId));
        const failure = over
          ? await state.handled(reaction.name, head.eventId, head.place, true)
          : await attempt(event, true, begun);
        if (failure === undefined) {
          await state.failed(id, 0, '', now());
          continue;
        }
        if (stopped()) return;
        const attempts = parked.attempts + 1;
        onFailure(head.eventId, attempts, failure.error);
        const delay = Math.min(retry.firstMs * 2 ** Math.max(0, attempts - retry.inline), retry.maxMs);
        await state.failed(id, attempts, textOf(failure.error), attempts < retry.attempts ? now() + delay : undefined);
        return;
      }
    });

  /** Tries the streams that are due; answers when the next one will be, in ms from now. */
  const retryDue = async (): Promise<number | undefined> => {
    if (aside.size === 0) return undefined;
    const begun = term();
    const own = async (): Promise<readonly ParkedStream[]> =>
      (await state.parked({ reaction: reaction.name, limit: 100_000 })).filter((p) => mine(p.organizationId, p.root));
    const due = (await own()).filter((p) => p.nextTryAt !== undefined && p.nextTryAt <= now());
    await Promise.all(due.map((p) => retryStream(laneName(p.organizationId, p.root), p.id, begun)));
    const times = (await own()).flatMap((p) => (p.nextTryAt === undefined ? [] : [p.nextTryAt]));
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now());
  };

  return { handle, runLanes, retryDue, refreshAside, aside: (): number => aside.size };
};

const isUnavailable = (error: unknown): boolean => isRejection(error) && error.kind === 'unavailable';
const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
