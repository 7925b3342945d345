import { systemActor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { readCatalog } from '../config.ts';
import { planOf } from '../plans/plans.ts';
import { notFound, invalid } from '../refusals.ts';
import type { BillingStore } from '../store.ts';
import { standingAt } from './at.ts';
import { paymentStates } from './decide.ts';
import { recurrencies } from './evolve.ts';
import type { SubscriptionDocument } from './projection.ts';
import { announce } from './query.ts';

export type PlanToSet = {
  readonly organizationId: string;
  /** A plan of the file, or what became of the payment: late, blocked, reactivated. */
  readonly to: string;
  readonly period?: string | undefined;
};

/** Sets the plan of an organization from the machine's own command line; answers the plan that holds then. */
export const setPlan = async (
  ports: ServicePorts,
  { organizationId, to, period }: PlanToSet,
): Promise<{ plan: string }> => {
  const { documents, clock } = ports;
  const store = ports.store as unknown as BillingStore;
  const catalog = readCatalog();
  const meta = { actor: systemActor('billing', organizationId), origin: 'system' } as const;
  const state = paymentStates.find((one) => one === to);
  const recurrency = recurrencies.find((one) => one === period) ?? null;
  if (period !== undefined && recurrency === null) throw invalid('plan.invalid_period');
  if (state === undefined) {
    const plan = planOf(catalog, to);
    if (plan === undefined || to === 'trial') throw notFound('plan.not_found');
    // A plan with a price is paid by the month, where nothing else is said.
    const paid = plan.prices === null ? null : (recurrency ?? 'monthly');
    await store.execute({ type: 'choosePlan', payload: { planId: to, recurrency: paid } }, meta);
  } else await store.execute({ type: 'markPayment', payload: { state } }, meta);
  const kept = await documents.get<SubscriptionDocument>(organizationId, 'subscriptions', 'plan');
  if (kept === undefined) return { plan: 'trial' };
  await announce(store, organizationId, kept, catalog);
  return { plan: standingAt(kept, catalog, clock()).plan.id };
};
