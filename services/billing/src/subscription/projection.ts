import type { Projection } from '@tessera/kernel';
import { subscriptionStream, type BillingEvent } from '../events.ts';
import type { Subscription } from './evolve.ts';

/** The one plan of an organization as reads see it. */
export type SubscriptionDocument = Subscription & { readonly id: 'plan' };

const ofPlan: ReadonlySet<BillingEvent['$case']> = new Set([
  'trialBegan',
  'planChosen',
  'paymentLate',
  'planBlocked',
  'planReactivated',
  'planAnnounced',
]);

export const subscriptionModel: Projection<BillingEvent> = {
  name: 'subscriptions',
  version: 2,
  project: ({ $case }, _context, state) => {
    if (!ofPlan.has($case)) return [];
    const document: SubscriptionDocument = { id: 'plan', ...(state(subscriptionStream) as Subscription) };
    return [{ op: 'document.put', collection: 'subscriptions', id: 'plan', document }];
  },
};
