import type { QueuedCommand } from './command.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** A group stops taking commands after this long, so that those behind it are not kept waiting for its fsync. */
const groupMs = { interactive: 10, bulk: 8 } as const;
const groupCommands = 512;
/** A payload above this many characters is bulk even without an operation: a paste must not delay everyone's typing. */
const bulkPayload = 64 * 1024;

type Lane = keyof typeof groupMs;
type Lanes = Record<Lane, FairQueue<QueuedCommand>>;

const laneOf = (command: QueuedCommand): Lane =>
  command.meta.operationId !== undefined || command.payload.length > bulkPayload ? 'bulk' : 'interactive';

/**
 * Decides which commands share the next fsync. Services take turns; within one, interactive and bulk groups alternate
 * while both wait. A bulk group ends after one command once interactive commands wait, and at 8 ms otherwise
 * (docs/events.md 12 allows 20).
 */
export const createScheduler = (now: () => number) => {
  const services = new Map<string, { lanes: Lanes; last: Lane }>();

  const of = (service: string): { lanes: Lanes; last: Lane } => {
    let entry = services.get(service);
    if (entry === undefined)
      services.set(
        service,
        (entry = { lanes: { interactive: createFairQueue(), bulk: createFairQueue() }, last: 'bulk' }),
      );
    return entry;
  };

  return {
    push: (command: QueuedCommand): void => {
      const lane = laneOf(command);
      const organizationId = command.meta.actor.organizationId;
      of(command.service).lanes[lane].push(
        lane === 'bulk' ? `${organizationId}\0${command.meta.operationId ?? ''}` : organizationId,
        command,
      );
    },
    get size(): number {
      let size = 0;
      for (const { lanes } of services.values()) size += lanes.interactive.size + lanes.bulk.size;
      return size;
    },
    /** Whether a command that somebody waits for is there. */
    get interactive(): boolean {
      for (const { lanes } of services.values()) if (lanes.interactive.size > 0) return true;
      return false;
    },
    /**
     * The next group: whose it is and a function that gives its commands one by one. `poll` takes in what arrived
     * meanwhile. With `quick` interactive commands come first wherever they are: the writer was just held by something
     * else.
     */
    nextGroup: (
      poll: () => void,
      quick = false,
    ): { service: string; lane: Lane; take: () => QueuedCommand | undefined } | undefined => {
      const anyQuick = quick && [...services.values()].some(({ lanes }) => lanes.interactive.size > 0);
      for (const [service, entry] of services) {
        const { interactive, bulk } = entry.lanes;
        if (anyQuick ? interactive.size === 0 : interactive.size + bulk.size === 0) continue;
        const lane: Lane = anyQuick
          ? 'interactive'
          : interactive.size === 0
            ? 'bulk'
            : bulk.size === 0
              ? 'interactive'
              : entry.last === 'bulk'
                ? 'interactive'
                : 'bulk';
        entry.last = lane;
        services.delete(service);
        services.set(service, entry);
        const queue = entry.lanes[lane];
        const until = now() + groupMs[lane];
        let given = 0;
        const take = (): QueuedCommand | undefined => {
          if (given === groupCommands) return undefined;
          if (given > 0) {
            if (now() >= until) return undefined;
            if (lane === 'bulk') {
              poll();
              if (interactive.size > 0) return undefined;
            }
          }
          given += 1;
          return queue.shift();
        };
        return { service, lane, take };
      }
      return undefined;
    },
  };
};
