import type { Aggregate } from '@tessera/kernel';
import type { BillingEvent } from '../events.ts';

/** Calls of one function, and what they took, in millionths of GB*s. */
export type FunctionUse = { readonly calls: number; readonly micro: number };

/** What an organization used on one day. */
export type Day = {
  /** Runs by the automation. */
  readonly runs: Readonly<Record<string, number>>;
  /** Requests with API tokens. */
  readonly calls: number;
  /** By the function. */
  readonly functions: Readonly<Record<string, FunctionUse>>;
  /** What a model answered. */
  readonly credits: number;
  readonly updatedAt: number;
};

export const dayAggregate: Aggregate<Day, BillingEvent> = {
  kind: 'day',
  version: 3,
  initial: { runs: {}, calls: 0, functions: {}, credits: 0, updatedAt: 0 },
  evolve: (state, { $case, value }, context) => {
    switch ($case) {
      case 'runCounted': {
        const before = state.runs[value.automationId] ?? 0;
        return { ...state, runs: { ...state.runs, [value.automationId]: before + 1 }, updatedAt: context.time };
      }
      case 'callsCounted':
        return { ...state, calls: state.calls + value.calls, updatedAt: context.time };
      case 'functionCounted': {
        const { calls, micro } = state.functions[value.functionId] ?? { calls: 0, micro: 0 };
        const after = { calls: calls + 1, micro: micro + value.microUnits };
        return { ...state, functions: { ...state.functions, [value.functionId]: after }, updatedAt: context.time };
      }
      case 'creditCounted':
        return { ...state, credits: state.credits + 1, updatedAt: context.time };
      default:
        return state;
    }
  },
};

/** What the files of an organization weigh. */
export type Storage = { readonly bytes: number; readonly updatedAt: number };

export const storageAggregate: Aggregate<Storage, BillingEvent> = {
  kind: 'storage',
  version: 1,
  initial: { bytes: 0, updatedAt: 0 },
  evolve: (state, { $case, value }, context) =>
    $case === 'storageCounted' ? { bytes: state.bytes + value.bytes, updatedAt: context.time } : state,
};

/** What was said of the meters of a month: by the meter, the highest part of its limit that it passed. */
export type Reached = Readonly<Record<string, number>>;

export const reachedAggregate: Aggregate<Reached, BillingEvent> = {
  kind: 'reached',
  version: 1,
  initial: {},
  evolve: (state, { $case, value }) => ($case === 'usageReached' ? { ...state, [value.meter]: value.percent } : state),
};
