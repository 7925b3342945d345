import { systemActor, type CommandMeta, type EventContext, type Snapshot } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../config.ts';
import type { BillingEvent } from '../events.ts';
import { ours } from '../plans/catalog.ts';
import { catalogSchema } from '../plans/plans.ts';
import { spansOf, standingAt } from './at.ts';
import { announcePlan, beginTrial, choosePlan, markPayment } from './decide.ts';
import { subscriptionAggregate, type Subscription } from './evolve.ts';

const day = 86_400_000;
const meta: CommandMeta = { actor: systemActor('billing', 'o'), origin: 'system' };
const person: CommandMeta = { ...meta, actor: { ...meta.actor, kind: 'user' } as CommandMeta['actor'] };

/** What the events make, each a day after the one before; the first at day 1. */
const after = (...events: BillingEvent[]): Snapshot<Subscription> => ({
  version: events.length,
  state: events.reduce(
    (state, event, at) => subscriptionAggregate.evolve(state, event, { time: (at + 1) * day } as EventContext),
    subscriptionAggregate.initial,
  ),
});
const began: BillingEvent = { $case: 'trialBegan', value: { until: 31 * day } };
const chosen: BillingEvent = { $case: 'planChosen', value: { planId: 'scale', recurrency: 'annual' } };
const late: BillingEvent = { $case: 'paymentLate', value: {} };
const blocked: BillingEvent = { $case: 'planBlocked', value: {} };
const reactivated: BillingEvent = { $case: 'planReactivated', value: {} };

describe('the plan of an organization', () => {
  it('begins with a trial, once', () => {
    const until = 31 * day;
    expect(given(after(), { meta }).when(beginTrial, { until }).events()).toEqual([began]);
    expect(given(after(chosen), { meta }).when(beginTrial, { until }).events()).toEqual([]);
  });
  it('is chosen, and the same is nothing', () => {
    const payload = { planId: 'scale', recurrency: 'annual' } as const;
    expect(given(after(began), { meta }).when(choosePlan, payload).events()).toEqual([chosen]);
    expect(given(after(chosen), { meta }).when(choosePlan, payload).events()).toEqual([]);
  });
  it('is late since the first word of it, blocked once, and opened only where it is not open', () => {
    const mark = (state: 'late' | 'blocked' | 'reactivated', ...before: BillingEvent[]) =>
      given(after(...before), { meta })
        .when(markPayment, { state })
        .events();
    expect(mark('late', chosen)).toEqual([late]);
    expect(mark('late', chosen, late)).toEqual([]);
    expect(mark('blocked', chosen)).toEqual([blocked]);
    expect(mark('blocked', chosen, blocked)).toEqual([]);
    expect(mark('reactivated', chosen)).toEqual([]);
    expect(mark('reactivated', chosen, blocked)).toEqual([reactivated]);
  });
  it('is set by the installation alone', () => {
    const as = given(after(), { meta: person });
    expect(as.when(beginTrial, { until: 1 }).rejection().code).toBe('forbidden');
    expect(as.when(choosePlan, { planId: 'scale', recurrency: null }).rejection().code).toBe('forbidden');
    expect(as.when(markPayment, { state: 'reactivated' }).rejection().code).toBe('forbidden');
  });
});

describe('the plan that holds', () => {
  const at = (now: number, ...events: BillingEvent[]) => standingAt(after(...events).state!, ours, now);
  it('is the trial until its last moment, then the free one', () => {
    expect(at(day, began)).toMatchObject({ plan: { id: 'trial' }, isTrial: true, trialDaysLeft: 30 });
    expect(at(31 * day - 1, began)).toMatchObject({ plan: { id: 'trial' }, trialDaysLeft: 1 });
    expect(at(31 * day, began)).toMatchObject({ plan: { id: 'free' }, isTrial: false, trialDaysLeft: 0 });
  });
  it('is blocked 14 days after a payment failed, or at once, and open again', () => {
    expect(at(16 * day - 1, chosen, late)).toMatchObject({ plan: { id: 'scale' }, blockedFrom: 16 * day });
    expect(at(16 * day, chosen, late).plan.id).toBe('blocked');
    expect(at(3 * day, chosen, blocked).plan.id).toBe('blocked');
    expect(at(99 * day, chosen, late, blocked, reactivated)).toMatchObject({
      plan: { id: 'scale' },
      blockedFrom: null,
    });
  });
  it('is the free one where the file has the chosen one no more', () => {
    expect(at(day, { $case: 'planChosen', value: { planId: 'gone', recurrency: '' } }).plan.id).toBe('free');
  });
});

describe('the file of plans', () => {
  it('is ours where the operator names none', () => {
    expect(readCatalog({})).toEqual(ours);
    expect(catalogSchema.parse(JSON.parse(JSON.stringify(ours)))).toEqual(ours);
  });
  it('has each plan once, and those that the product needs', () => {
    const [first] = ours.plans;
    expect(catalogSchema.safeParse({ plans: [...ours.plans, first] }).success).toBe(false);
    expect(catalogSchema.safeParse({ plans: ours.plans.filter(({ id }) => id !== 'trial') }).success).toBe(false);
    expect(() => readCatalog({ TESSERA_PLANS: '/nowhere/plans.json' })).toThrow('TESSERA_PLANS');
  });
});

describe('what the services are told', () => {
  const spans = (...events: BillingEvent[]) => spansOf(after(...events).state!, ours);
  it('is what holds, and what the clock makes of it', () => {
    expect(spans(began)).toEqual([
      { from: 0, blocked: false, mostRecords: 55_000 },
      { from: 31 * day, blocked: false, mostRecords: 1_000 },
    ]);
    expect(spans(began, chosen)).toEqual([{ from: 0, blocked: false, mostRecords: 55_000 }]);
    expect(spans(chosen, late)).toEqual([
      { from: 0, blocked: false, mostRecords: 55_000 },
      { from: 16 * day, blocked: true, mostRecords: 0 },
    ]);
    expect(spans(chosen, blocked)).toEqual([{ from: 0, blocked: true, mostRecords: 0 }]);
    const enterprise: BillingEvent = { $case: 'planChosen', value: { planId: 'enterprise', recurrency: '' } };
    expect(spans(enterprise)).toEqual([{ from: 0, blocked: false, mostRecords: undefined }]);
  });
  it('is said once, and again as it becomes another, by the installation alone', () => {
    const said = { spans: spans(chosen) };
    const events = given(after(chosen), { meta }).when(announcePlan, said).events();
    expect(events).toEqual([{ $case: 'planAnnounced', value: said }]);
    const told = after(chosen, ...events);
    expect(given(told, { meta }).when(announcePlan, said).events()).toEqual([]);
    expect(
      given(told, { meta })
        .when(announcePlan, { spans: spans(chosen, late) })
        .events(),
    ).toHaveLength(1);
    expect(given(told, { meta: person }).when(announcePlan, said).rejection().code).toBe('forbidden');
  });
});
