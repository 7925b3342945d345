import { systemActor, type Actor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { enterprise } from '../plans/catalog.ts';
import type { Catalog } from '../plans/plans.ts';
import type { BillingStore } from '../store.ts';
import { spansOf, standingAt, trialUntil, type Standing } from './at.ts';
import { isAnnounced } from './decide.ts';
import type { Subscription } from './evolve.ts';
import type { SubscriptionDocument } from './projection.ts';

type Ports = Pick<ServicePorts, 'documents' | 'clock'> & { readonly store: BillingStore };

/** Tells the services what the plan allows, unless they know: after a change of it, or of the operator's file. */
export const announce = async (
  store: BillingStore,
  organizationId: string,
  subscription: Subscription,
  catalog: Catalog,
): Promise<void> => {
  const spans = spansOf(subscription, catalog);
  if (isAnnounced(subscription, spans)) return;
  await store.execute(
    { type: 'announcePlan', payload: { spans } },
    { actor: systemActor('billing', organizationId), origin: 'system' },
  );
};

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
    const subscription = kept!;
    await announce(store, organizationId, subscription, catalog);
    return { ...standingAt(subscription, catalog, clock()), recurrency: subscription.recurrency };
  };
export type Standings = ReturnType<typeof createStandings>;
