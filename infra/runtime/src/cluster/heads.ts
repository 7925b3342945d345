import { setTimeout as pause } from 'node:timers/promises';
import type { MongoStore } from '@tessera/event-store/mongo';
import type { Heads } from '@tessera/shared-state';

/** How often what was committed is noted, in ms. */
const everyMs = 1_000;
/** How long commands wait for a comparison that cannot be made: as long as for an election. */
const holdMs = 5_000;

/**
 * Notes how far a service's log is in a place that the log's database does not take back with it, and compares the two:
 * at the start, and whenever the database has been away, before the first command that comes then. A note may lag a
 * second and never leads. While the place is away nothing is noted, and what this process has seen is compared alone;
 * the place is asked again until it answers.
 */
export const watchHeads = (options: {
  readonly service: string;
  readonly store: Pick<MongoStore, 'log' | 'onCommitted' | 'wentBack' | 'holdUntil'>;
  readonly heads: Heads;
  /** For how many ms the database has been away. */
  readonly absence: () => number;
}) => {
  const { store, heads, absence } = options;
  const name = `${options.service}:${store.log.id}:${store.log.epoch}`;
  /** The newest that this process has seen, and of it what is not noted. */
  const seen = new Map<string, number>();
  let fresh = new Map<string, number>();
  const raise = (positions: Map<string, number>, organizationId: string, position: number): void => {
    positions.set(organizationId, Math.max(position, positions.get(organizationId) ?? 0));
  };
  const unlisten = store.onCommitted(({ organizationId, position }) => {
    raise(seen, organizationId, position);
    raise(fresh, organizationId, position);
  });
  let [doubtful, unread, back, stopped] = [true, true, false, false];

  /** Compares what is noted, as far as the place answers, and what this process has seen. */
  const compare = async (): Promise<void> => {
    const noted = await heads.of(name).catch(() => undefined);
    const known = new Map(noted);
    for (const [organizationId, position] of seen) raise(known, organizationId, position);
    back = await store.wentBack(known);
    unread = noted === undefined;
    doubtful = false;
  };
  const note = async (): Promise<void> => {
    if (back || fresh.size === 0) return;
    const noting = fresh;
    fresh = new Map();
    try {
      await heads.raise(name, noting);
    } catch {
      for (const [organizationId, position] of noting) raise(fresh, organizationId, position);
    }
  };
  const look = async (): Promise<void> => {
    if ((doubtful || unread) && absence() === 0) await compare();
    if (!doubtful && !unread) await note();
  };

  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, everyMs);
  timer.unref();

  return {
    look,
    /** The database has gone: what comes when it is back waits until the log was compared. */
    doubt: (): void => {
      doubtful = true;
      const until = performance.now() + holdMs;
      const compared = async (): Promise<void> => {
        while (doubtful && !stopped && performance.now() < until) {
          if (absence() === 0) await compare().catch(() => undefined);
          if (doubtful) await pause(50);
        }
      };
      store.holdUntil(compared());
    },
    stop: async (): Promise<void> => {
      stopped = true;
      clearInterval(timer);
      await looking;
      unlisten();
      if (absence() === 0) await look().catch(() => undefined);
    },
  };
};
