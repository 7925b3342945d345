import type { EventSource, Reaction } from '@tessera/event-store';

/**
 * Place of one event: its commit's seq in the source's log (in the cluster its position, for there is no order between
 * organizations) and its index in the commit.
 */
export type EventPlace = { readonly seq: number; readonly index: number };

/** A stream whose event could not be handled. Its later events wait behind it; other streams go on. */
export type ParkedStream = {
  readonly id: string;
  readonly reaction: string;
  readonly source: string;
  readonly organizationId: string;
  /** The root of the stream: what follows the colon of its name. */
  readonly root: string;
  readonly place: EventPlace;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempts: number;
  readonly error: string;
  readonly parkedAt: number;
  /** When it is tried again by itself, in ms; undefined once it waits for an operator. */
  readonly nextTryAt: number | undefined;
  /** Events waiting, the failed one included. */
  readonly waiting: number;
};

/**
 * What is kept of handled and waiting events. Every call is durable when it resolves. One owner at a time works on a
 * lane (an organization's root).
 */
export type InboxState = {
  /** True when this event was handled before. */
  seen(reaction: string, eventId: string): Promise<boolean>;
  /** Records an event as handled. `waiting`: it stands in the queue of its parked stream, which it leaves. */
  handled(reaction: string, eventId: string, place: EventPlace, waiting?: boolean): Promise<void>;
  /**
   * Puts an event at the end of a parked stream's queue, which the first one opens, due at once. Repeating it changes
   * nothing.
   */
  queue(
    reaction: string,
    stream: { readonly organizationId: string; readonly root: string },
    event: {
      readonly source: string;
      readonly eventId: string;
      readonly eventType: string;
      readonly place: EventPlace;
    },
  ): Promise<void>;
  /** The first waiting event of a parked stream. */
  head(id: string): Promise<{ readonly eventId: string; readonly place: EventPlace } | undefined>;
  /** Records a failed try of a parked stream's first event. */
  failed(id: string, attempts: number, error: string, nextTryAt: number | undefined): Promise<void>;
  /** Ends the parking of a stream with nothing waiting. */
  release(id: string): Promise<void>;
  parked(filter?: { readonly reaction?: string; readonly limit?: number }): Promise<readonly ParkedStream[]>;
  find(id: string): Promise<ParkedStream | undefined>;
  /** Makes a parked stream due at once, with its tries counted anew. False when there is none. */
  replay(id: string): Promise<boolean>;
  close(): Promise<void>;
};

/** What a subscription to one log with one order keeps beside its inbox. */
export type SubscriptionState = InboxState & {
  offset(reaction: string): Promise<{ readonly seq: number; readonly epoch: number } | undefined>;
  /** Moves the offset; inbox entries that the offset makes needless may go. */
  advance(reaction: string, seq: number, epoch: number): Promise<void>;
};

export type SubscriptionsOptions = {
  readonly source: EventSource;
  readonly state: SubscriptionState;
  readonly reactions: readonly Reaction[];
  /** Told of each failed try; for the log. */
  readonly onFailure?: (reaction: string, eventId: string, attempts: number, error: unknown) => void;
  readonly retry?: Partial<RetryPolicy>;
};

/**
 * `inline` tries are made at once, `inlineMs` apart and doubling, while the stream alone waits; then the stream is set
 * aside and tried again after `firstMs`, doubling up to `maxMs`, until `attempts` in all; after that it waits for an
 * operator. Being `unavailable` is no failure of the event: it is waited out.
 */
export type RetryPolicy = {
  readonly inline: number;
  readonly inlineMs: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly attempts: number;
};

export type Subscriptions = {
  /** Resolves when every reaction has seen all that its source had when this was called, and nothing is due. */
  caughtUp(): Promise<void>;
  /** Lets the handlers in flight finish, then stops. */
  stop(): Promise<void>;
};
