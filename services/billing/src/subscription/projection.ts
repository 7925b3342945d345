import type { Projection } from '@tessera/kernel';
import { subscriptionStream, type BillingEvent } from '../events.ts';
import type { Subscription } from './evolve.ts';

/** The one plan of an organization as reads see it. */
export type SubscriptionDocument = Subscription & { readonly id: 'plan' };

export const subscriptionModel: Projection<BillingEvent> = {
  name: 'subscriptions',
  version: 2,
  project: ({ $case }, _context, state) => {
    if ($case === 'runCounted' || $case === 'callsCounted') return [];
    const document: SubscriptionDocument = { id: 'plan', ...(state(subscriptionStream) as Subscription) };
    return [{ op: 'document.put', collection: 'subscriptions', id: 'plan', document }];
  },
};
