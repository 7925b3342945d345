import type { Reaction } from '@tessera/event-store';
import { systemActor } from '@tessera/kernel';
import type { AutomationsPublicEvent } from '@tessera/proto/automations/v1/events';
import type { Directory } from '@tessera/runtime/directory';
import type { BillingStore } from '../store.ts';
import { dayOf } from './days.ts';

type Started = Extract<NonNullable<AutomationsPublicEvent['event']>, { $case: 'runStarted' }>;

/** Runs are counted as they start, on the day that the organization has then. */
export const usageReactions = ({
  store,
  directory,
}: {
  readonly store: BillingStore;
  readonly directory: Directory;
}): readonly Reaction[] => [
  {
    name: 'billing.runs',
    source: 'automations',
    types: ['runStarted'],
    handle: async (event, { organizationId, commitId, time }) => {
      const { runId, automationId } = (event as Started).value;
      const actor = systemActor('billing', organizationId);
      const { timezone } = await directory.facts(actor);
      await store.execute(
        { type: 'countRun', payload: { runId, automationId, day: dayOf(time, timezone) } },
        { actor, origin: 'system', causationId: commitId, idempotencyKey: `run.${runId}` },
      );
    },
  },
];
