import { rejection } from '../refusals.ts';

/** Calls at once of one organization, and of all. */
const mostOfOne = 4;
const mostOfAll = 8;

/** Turns of calls: who has none waits as long as it may, and is refused then. */
export const createTurns = () => {
  const running = new Map<string, number>();
  let ofAll = 0;
  let waiting: (() => void)[] = [];

  const end = (organizationId: string) => (): void => {
    ofAll--;
    const left = (running.get(organizationId) ?? 1) - 1;
    if (left > 0) running.set(organizationId, left);
    else running.delete(organizationId);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  return {
    /** Answers what ends the turn. */
    take: async (organizationId: string, waitMs: number): Promise<() => void> => {
      const until = performance.now() + waitMs;
      for (;;) {
        const now = running.get(organizationId) ?? 0;
        if (now < mostOfOne && ofAll < mostOfAll) {
          running.set(organizationId, now + 1);
          ofAll++;
          return end(organizationId);
        }
        const left = until - performance.now();
        if (left <= 0) throw rejection('unavailable', 'functions.busy');
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        const timer = setTimeout(resolve, left);
        await promise;
        clearTimeout(timer);
      }
    },
  };
};
