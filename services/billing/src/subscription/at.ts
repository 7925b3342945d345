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

/** What holds from a moment on until the next, for those who keep to it. */
export type Span = { readonly from: number; readonly blocked: boolean; readonly mostRecords: number | undefined };

const spanOf = (from: number, { id, maxDatabaseRows, overUsageTolerance }: Plan): Span => ({
  from,
  blocked: id === 'blocked',
  mostRecords: maxDatabaseRows === null ? undefined : Math.floor((maxDatabaseRows * (100 + overUsageTolerance)) / 100),
});

/** All that the clock makes of a subscription as long as nothing else happens. */
export const spansOf = (subscription: Subscription, catalog: Catalog): readonly Span[] => {
  const { trialUntil: until, lateSince } = subscription;
  const moments = [0, until, lateSince === 0 ? 0 : lateSince + lateDays * dayMs];
  const spans = [...new Set(moments)]
    .toSorted((a, b) => a - b)
    .map((from) => spanOf(from, standingAt(subscription, catalog, from).plan));
  return spans.filter(
    ({ blocked, mostRecords }, at) =>
      at === 0 || blocked !== spans[at - 1]!.blocked || mostRecords !== spans[at - 1]!.mostRecords,
  );
};
