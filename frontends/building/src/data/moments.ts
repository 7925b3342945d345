import type { Id } from '@tessera/kit';

/**
 * When something was: `told` counts what was asked and told on this page, infinite for what is not told yet; `position`
 * is that of the commit that it happened with or that an answer reaches, where that was said.
 */
export type Moment = { readonly told: number; readonly position?: number | undefined };

/**
 * Puts changes and answers in an order, in whatever order they arrive. An answer has a change in it if it was asked
 * after the change was told, or if it reaches the change's position: who reads sees what was answered before.
 */
export const createMoments = () => {
  let clock = 0;
  return {
    /** For a request: whatever was told until now is in its answer. */
    now: (): Moment => ({ told: clock }),
    /** For a change that is told now, of the commit at `position` where that is known. */
    change: (position?: number): Moment => ({ told: ++clock, position }),
    /** For a change that is on its way to the server. */
    pending: { told: Number.POSITIVE_INFINITY } as Moment,
    covers: (answer: Moment, change: Moment): boolean =>
      change.told <= answer.told ||
      (change.position !== undefined && answer.position !== undefined && change.position <= answer.position),
    /** Whether any of these changes is not told yet. */
    waiting: (...changes: readonly ReadonlyMap<Id, Moment>[]): boolean =>
      changes.some((some) => [...some.values()].some((moment) => moment.told === Number.POSITIVE_INFINITY)),
  };
};
