import { systemActor, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { enterprise } from '../plans/catalog.ts';
import type { Catalog } from '../plans/plans.ts';
import type { BillingStore } from '../store.ts';
import { standingAt, trialUntil, type Standing } from './at.ts';
import type { SubscriptionDocument } from './projection.ts';

type Ports = Pick<ServicePorts, 'documents' | 'clock'> & { readonly store: BillingStore };

/** How an organization stands, where billing is on: the trial begins as it is first asked. */
export const createStandings =
  ({ documents, clock, store }: Ports, catalog: Catalog | undefined) =>
  async ({
    organizationId,
  }: Pick<Actor, 'organizationId'>): Promise<Standing & { readonly recurrency: string | null }> => {
    if (catalog === undefined)
      return { plan: enterprise, isTrial: false, trialDaysLeft: 0, blockedFrom: null, recurrency: null };
    const find = () => documents.get<SubscriptionDocument>(organizationId, 'subscriptions', 'plan');
    let kept = await find();
    if (kept === undefined || kept.planId === '') {
      await store.execute(
        { type: 'beginTrial', payload: { until: trialUntil(clock()) } },
        { actor: systemActor('billing', organizationId), origin: 'system' },
      );
      kept = await find();
    }
    // The model is at the commit as the command answers.
    const { recurrency, ...subscription } = kept!;
    return { ...standingAt({ recurrency, ...subscription }, catalog, clock()), recurrency };
  };
export type Standings = ReturnType<typeof createStandings>;
