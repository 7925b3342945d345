import type { Aggregate } from '@tessera/kernel';
import type { PlanSpan } from '@tessera/proto/billing/v1/events';
import type { BillingEvent } from '../events.ts';

export const recurrencies = ['monthly', 'annual'] as const;
export type Recurrency = (typeof recurrencies)[number];

/** The plan of an organization, as its events have it. */
export type Subscription = {
  /** Empty until billing has heard of the organization. */
  readonly planId: string;
  readonly recurrency: Recurrency | null;
  readonly trialUntil: number;
  /** When the payment failed; 0 where none is late. */
  readonly lateSince: number;
  readonly blocked: boolean;
  /** What the others were told of it last. */
  readonly announced: readonly PlanSpan[];
};

export const subscriptionAggregate: Aggregate<Subscription, BillingEvent> = {
  kind: 'subscription',
  version: 2,
  initial: { planId: '', recurrency: null, trialUntil: 0, lateSince: 0, blocked: false, announced: [] },
  evolve: (state, { $case, value }, context) => {
    switch ($case) {
      case 'trialBegan':
        return { ...state, planId: 'trial', trialUntil: value.until };
      case 'planChosen':
        return {
          ...state,
          planId: value.planId,
          recurrency: recurrencies.find((one) => one === value.recurrency) ?? null,
        };
      case 'paymentLate':
        return { ...state, lateSince: context.time };
      case 'planBlocked':
        return { ...state, blocked: true };
      case 'planReactivated':
        return { ...state, lateSince: 0, blocked: false };
      case 'planAnnounced':
        return { ...state, announced: value.spans };
      default:
        return state;
    }
  },
};
