import type { Catalog, Plan } from '../plans/plans.ts';
import { planOf } from '../plans/plans.ts';
import type { Subscription } from './evolve.ts';

const dayMs = 86_400_000;
export const trialDays = 30;
/** Days from a payment that failed until the plan is blocked. */
const lateDays = 14;

export const trialUntil = (now: number): number => now + trialDays * dayMs;

export type Standing = {
  readonly plan: Plan;
  readonly isTrial: boolean;
  /** Days of the trial that are left, the one that runs included. */
  readonly trialDaysLeft: number;
  /** When the plan is blocked unless the payment comes; null where none is late. */
  readonly blockedFrom: number | null;
};

/**
 * The plan that holds now. A trial that is over is the free plan, and a payment that stays late blocks: both by the
 * clock, so that nothing has to run for it. A plan that the operator's file has no more is the free one.
 */
export const standingAt = (subscription: Subscription, catalog: Catalog, now: number): Standing => {
  const { planId, trialUntil: until, lateSince, blocked } = subscription;
  const blockedFrom = lateSince === 0 ? null : lateSince + lateDays * dayMs;
  const named = (id: string): Plan => planOf(catalog, id) ?? planOf(catalog, 'free')!;
  if (blocked || (blockedFrom !== null && blockedFrom <= now))
    return { plan: named('blocked'), isTrial: false, trialDaysLeft: 0, blockedFrom };
  const isTrial = planId === 'trial' && now < until;
  return {
    plan: named(planId === 'trial' && !isTrial ? 'free' : planId),
    isTrial,
    trialDaysLeft: isTrial ? Math.ceil((until - now) / dayMs) : 0,
    blockedFrom,
  };
};
