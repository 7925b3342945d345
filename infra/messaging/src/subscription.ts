import type { EventSource, Reaction, TailedEvent } from '@tessera/event-store';
import { createHandling, eventIdOf, laneName, rootOf, type HandlingOptions } from './handling.ts';
import { messagingMetrics } from './metrics.ts';
import type { SubscriptionState } from './port.ts';

/** Commits looked at in one reading. */
const pageCommits = 200;
/** Commits without an event for this reaction are skipped in memory; its durable offset follows after this many. */
const skippedCommits = 1_000;

type Wiring = Omit<HandlingOptions, 'state' | 'fetch' | 'mine' | 'permit'> & {
  readonly reaction: Reaction;
  readonly source: EventSource;
  readonly state: SubscriptionState;
};

/**
 * One reaction on its source's log: reads from its offset, hands on page by page, and moves its offset only past events
 * that were handled or set aside.
 */
export const createSubscription = (wiring: Wiring) => {
  const { reaction, source, state } = wiring;
  const handling = createHandling({
    ...wiring,
    fetch: async (_parked, place) => {
      const page = await source.tail(reaction.source, place.seq - 1, 1, reaction.types);
      return page.events.find((e) => e.seq === place.seq && e.context.index === place.index);
    },
  });

  /** Place reached in this process; ahead of the durable offset by commits that did not concern the reaction. */
  let reached: { seq: number; epoch: number } | undefined;
  let durable = 0;

  const handleNew = async (events: readonly TailedEvent[]): Promise<void> => {
    for (const event of events) if (!(await state.seen(reaction.name, eventIdOf(event)))) await handling.handle(event);
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
    const byLane = Map.groupBy(page.events, (event) => laneName(event.context.organizationId, rootOf(event)));
    await handling.runLanes(new Map([...byLane].map(([lane, events]) => [lane, () => handleNew(events)])));
    if (
      page.events.length > 0 ||
      page.through - durable >= skippedCommits ||
      offset === undefined ||
      offset.epoch !== page.epoch
    ) {
      await state.advance(reaction.name, page.through, page.epoch);
      durable = page.through;
    }
    reached = { seq: page.through, epoch: page.epoch };
    return !page.end;
  };

  return {
    step,
    retryDue: handling.retryDue,
    refreshAside: handling.refreshAside,
    end: messagingMetrics.parked.track({ reaction: reaction.name }, handling.aside),
  };
};
