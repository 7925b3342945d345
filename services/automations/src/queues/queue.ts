import type { ServicePorts } from '@tessera/runtime';
import { heldElsewhere, holding } from '@tessera/shared-state';
import type { AutomationsStore } from '../store.ts';

/** Lanes of one organization at once. */
const atOnce = 4;
const pageSize = 500;
const sweepMs = 15_000;
const againMs = 1_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'log'> & { readonly store: AutomationsStore };
type Kind<Q> = {
  /** What its leases are called, and what is told of it. */
  readonly name: string;
  readonly collection: string;
  /** What is of one lane is done one after the other. */
  readonly lane: (queued: Q) => string;
  /** Carries one out; answers whether it came to its end. It takes itself out of the collection. */
  readonly finish: (organizationId: string, queued: Q) => Promise<boolean>;
};

/** Carries out what waits in a collection, in its order, one organization at a time by one process. */
export const createQueue = <Q>(
  { store, documents, leases, log }: Ports,
  { name, collection, lane, finish }: Kind<Q>,
) => {
  const running = new Map<string, Promise<void>>();
  /** Asked for while it ran. */
  const again = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;

  const work = async (organizationId: string, lost: AbortSignal): Promise<void> => {
    const waits = new Set<string>();
    while (!stopping && !lost.aborted) {
      const page = await documents.find<Q>(organizationId, collection, {}, pageSize);
      const next = new Map<string, Q>();
      for (const one of page)
        if (next.size < atOnce && !next.has(lane(one)) && !waits.has(lane(one))) next.set(lane(one), one);
      if (next.size === 0) {
        if (waits.size > 0) later(organizationId, againMs);
        return;
      }
      await Promise.all(
        [...next].map(async ([key, one]) => {
          if (!(await finish(organizationId, one))) waits.add(key);
        }),
      );
    }
  };

  const run = (organizationId: string): Promise<void> => {
    if (stopping) return Promise.resolve();
    const known = running.get(organizationId);
    if (known !== undefined) {
      again.add(organizationId);
      return known;
    }
    const doing = (async () => {
      try {
        do {
          again.delete(organizationId);
          const held = await holding(leases, `${name}:${organizationId}`, (lost) => work(organizationId, lost));
          if (held === heldElsewhere) return later(organizationId, againMs);
        } while (again.has(organizationId) && !stopping);
      } catch (error) {
        if (!stopping) log.warn('what is to be done waits', { name, error: String(error) });
        later(organizationId, againMs);
      } finally {
        running.delete(organizationId);
      }
    })();
    running.set(organizationId, doing);
    return doing;
  };
  const later = (organizationId: string, ms: number): void => {
    if (stopping || timers.has(organizationId)) return;
    const timer = setTimeout(() => {
      timers.delete(organizationId);
      void run(organizationId);
    }, ms);
    timer.unref();
    timers.set(organizationId, timer);
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations()) {
      const [first] = await documents.find<Q>(organizationId, collection, {}, 1);
      if (first !== undefined && !stopping) void run(organizationId);
    }
  };

  return {
    wake: (organizationId: string): void => void run(organizationId),
    start: (): void => {
      const sweep = (): void =>
        void look().catch((error: unknown) =>
          log.warn('what is to be done could not be looked for', { name, error: String(error) }),
        );
      sweep();
      sweeper = setInterval(sweep, sweepMs);
      sweeper.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
