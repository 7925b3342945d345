import type { OutboxSource } from '@tessera/event-store';
import type { OutboxState } from './outbox.ts';

export type OutboxWatchOptions = {
  readonly source: Pick<OutboxSource, 'placesSince' | 'onCommitted'>;
  readonly state: Pick<OutboxState, 'sent'>;
  /** How often it looks, in ms. */
  readonly everyMs: number;
  /** Clocks of replicas may differ by this much, in ms. */
  readonly slackMs: number;
  /** Told of a look that failed; the next one makes good for it. */
  readonly onFailure?: (error: unknown) => void;
  /** Ms of a steady clock. */
  readonly now?: () => number;
};

const pageOrganizations = 1_000;

type Behind = {
  /** The newest position when it was first found unsent. */
  readonly position: number;
  readonly since: number;
};

/**
 * Tells how long commits have waited to be sent, by what is stored: any process can, whether it leads, another does, or
 * nobody. It looks at the organizations that have got commits since it saw everything sent. What the next look finds
 * sent was on its way and counts as nothing; while the store is away, what waited goes on waiting.
 */
export const watchOutbox = ({ source, state, everyMs, slackMs, onFailure, now }: OutboxWatchOptions) => {
  const clock = now ?? ((): number => performance.now());
  let behind = new Map<string, Behind>();
  /** Since when the oldest of them waits that two looks found unsent. */
  let oldest: number | undefined;
  /** Times of commits up to here have been looked at, in ms since the epoch. */
  let seen = 0;
  /** Commits of this process since the last look: its own clock may be behind the others'. */
  let own = new Map<string, number>();
  const unlisten = source.onCommitted(({ organizationId, position }) => {
    own.set(organizationId, Math.max(position, own.get(organizationId) ?? 0));
  });

  const look = async (): Promise<void> => {
    const at = clock();
    const committed = own;
    own = new Map();
    let newest = seen;
    const next = new Map<string, Behind>();
    let first: number | undefined;
    const compare = async (places: ReadonlyMap<string, number>): Promise<void> => {
      if (places.size === 0) return;
      const sent = await state.sent([...places.keys()]);
      for (const [organizationId, position] of places) {
        const through = sent.get(organizationId) ?? 0;
        if (through >= position) continue;
        const before = behind.get(organizationId);
        if (before === undefined || through >= before.position) next.set(organizationId, { position, since: at });
        else {
          next.set(organizationId, before);
          first = Math.min(first ?? before.since, before.since);
        }
      }
    };
    try {
      const known = new Map([...[...behind].map(([id, { position }]) => [id, position] as const), ...committed]);
      for (let after = ''; ;) {
        const page = await source.placesSince(Math.max(0, seen - slackMs), after, pageOrganizations);
        for (const { organizationId, time } of page) {
          newest = Math.max(newest, time);
          known.delete(organizationId);
        }
        await compare(new Map(page.map((one) => [one.organizationId, one.position])));
        if (page.length < pageOrganizations) break;
        after = page.at(-1)!.organizationId;
      }
      await compare(known);
    } catch (error) {
      for (const [organizationId, position] of committed)
        own.set(organizationId, Math.max(position, own.get(organizationId) ?? 0));
      throw error;
    }
    behind = next;
    oldest = first;
    seen = newest;
  };

  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking = Promise.resolve();
  const again = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => onFailure?.(error))
        .finally(again);
    }, everyMs);
    timer.unref();
  };
  again();

  return {
    /** One look now; rejects where the store is away. */
    look,
    /** For how many seconds the oldest unsent commit that is known has waited; 0 where there is none. */
    age: (): number => (oldest === undefined ? 0 : (clock() - oldest) / 1_000),
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      unlisten();
      await looking;
    },
  };
};
