import type { CommitReads, Reaction } from '@tessera/event-store';
import { defaultRetry } from '../handling.ts';
import type { RetryPolicy, Subscriptions } from '../port.ts';
import type { KafkaClient } from './client.ts';
import { createConsumer, type Timing } from './consumer.ts';
import type { PartitionedState } from './port.ts';

export type KafkaSubscriptionsOptions = {
  readonly client: KafkaClient;
  readonly state: PartitionedState;
  readonly reactions: readonly Reaction[];
  /** The log of a producing service, read over the network where it is another's: for what the broker did not bring. */
  readonly source: (service: string) => CommitReads;
  /** How a producing service's events are decoded; a failure counts as the event's own. */
  readonly decoder: (service: string) => (type: string, payload: Uint8Array) => unknown;
  /**
   * Told of each failed try; without an event id it was the connection or the store, which is tried again by itself.
   */
  readonly onFailure?: (reaction: string, eventId: string, attempts: number, error: unknown) => void;
  readonly retry?: Partial<RetryPolicy>;
  readonly timing?: Partial<Timing>;
};

const defaultTiming: Timing = { sessionMs: 10_000, graceMs: 3_000, compareMs: 15_000 };

/**
 * Starts reactions as consumer groups: any number of processes may start the same, and share the streams. At least
 * once, in order per stream, each event id once, whatever the broker repeats, reorders or loses (docs/events.md 16).
 * Throws when two reactions have one name; a broker that is away is waited for.
 */
export const startKafkaSubscriptions = (options: KafkaSubscriptionsOptions): Subscriptions => {
  const { client, state, reactions, source, decoder, onFailure } = options;
  if (new Set(reactions.map((one) => one.name)).size !== reactions.length)
    throw new Error('two reactions have the same name');
  const consumers = reactions.map((reaction) =>
    createConsumer({
      reaction,
      state,
      client,
      source: source(reaction.source),
      decode: decoder(reaction.source),
      retry: { ...defaultRetry, ...options.retry },
      timing: { ...defaultTiming, ...options.timing },
      onFailure: (eventId, attempts, error) => onFailure?.(reaction.name, eventId, attempts, error),
    }),
  );
  return {
    caughtUp: async () => void (await Promise.all(consumers.map((one) => one.caughtUp()))),
    stop: async () => void (await Promise.all(consumers.map((one) => one.stop()))),
  };
};
