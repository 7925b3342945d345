import type { Aggregate } from '@tessera/kernel';
import type { BillingEvent } from '../events.ts';

/** What an organization used on one day. */
export type Day = {
  /** Runs by the automation. */
  readonly runs: Readonly<Record<string, number>>;
  /** Requests with API tokens. */
  readonly calls: number;
  readonly updatedAt: number;
};

export const dayAggregate: Aggregate<Day, BillingEvent> = {
  kind: 'day',
  version: 2,
  initial: { runs: {}, calls: 0, updatedAt: 0 },
  evolve: (state, { $case, value }, context) => {
    switch ($case) {
      case 'runCounted': {
        const before = state.runs[value.automationId] ?? 0;
        return { ...state, runs: { ...state.runs, [value.automationId]: before + 1 }, updatedAt: context.time };
      }
      case 'callsCounted':
        return { ...state, calls: state.calls + value.calls, updatedAt: context.time };
      default:
        return state;
    }
  },
};
