import type { Aggregate } from '@tessera/kernel';
import type { BillingEvent } from '../events.ts';

/** What an organization used on one day. */
export type Day = {
  /** Runs by the automation. */
  readonly runs: Readonly<Record<string, number>>;
  readonly updatedAt: number;
};

export const dayAggregate: Aggregate<Day, BillingEvent> = {
  kind: 'day',
  version: 1,
  initial: { runs: {}, updatedAt: 0 },
  evolve: (state, { $case, value }, context) => {
    switch ($case) {
      case 'runCounted': {
        const before = state.runs[value.automationId] ?? 0;
        return { runs: { ...state.runs, [value.automationId]: before + 1 }, updatedAt: context.time };
      }
      default:
        return state;
    }
  },
};
