import { read, type CommandHandler, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { dayStream, type BillingEvent } from '../events.ts';
import type { Day } from './evolve.ts';

export type CountRun = { readonly runId: string; readonly automationId: string; readonly day: string };

/** Counts a run on its day. Its idempotency key has it counted once. */
export const countRun: CommandHandler<CountRun, Snapshot<Day>, BillingEvent, object> = {
  load: ({ day }) => read.snapshot<Day>(dayStream(day)),
  decide: ({ runId, automationId, day }, { version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: [
        {
          event: { $case: 'runCounted', value: { runId, automationId, day } },
          advances: [{ stream: dayStream(day), version: version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return {};
  },
};

export type CountCalls = { readonly calls: number; readonly day: string };

/** Adds requests of programs to those of a day. The key of their batch has them counted once. */
export const countCalls: CommandHandler<CountCalls, Snapshot<Day>, BillingEvent, object> = {
  load: ({ day }) => read.snapshot<Day>(dayStream(day)),
  decide: ({ calls, day }, { version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    return {
      events: [
        {
          event: { $case: 'callsCounted', value: { calls, day } },
          advances: [{ stream: dayStream(day), version: version + 1 }],
        },
      ],
    };
  },
  *answer() {
    return {};
  },
};
