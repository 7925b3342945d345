import type { EventContext } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { createPlans } from './plans.ts';

const spans = [
  { from: 0, blocked: false, mostRecords: 55 },
  { from: 1_000_000, blocked: true, mostRecords: 0 },
];

const started = (billing = true) => {
  const kept = new Map<string, unknown>();
  const told = { now: 0, away: false, reads: 0 };
  const state = {
    get: async (organizationId: string) => {
      told.reads++;
      if (told.away) throw new Error('away');
      return kept.get(organizationId);
    },
    put: async (organizationId: string, _bucket: string, _key: string, value: unknown) => {
      kept.set(organizationId, value);
    },
  };
  const plans = createPlans({ state, clock: () => told.now, settings: { billing } } as never, 'tables');
  const announce = (all: object[], organizationId = 'o') =>
    plans.reaction.handle({ $case: 'planAnnounced', value: { spans: all } }, { organizationId } as EventContext);
  return { plans, announce, told };
};

describe('what a plan allows', () => {
  it('is everything before it was heard of, and without billing', async () => {
    const { plans } = started();
    expect(await plans.allowed('o')).toEqual({ blocked: false });
    const off = started(false);
    await off.announce(spans);
    expect(await off.plans.allowed('o')).toEqual({ blocked: false });
    expect(off.told.reads).toBe(0);
  });
  it('is that of the organization as soon as it was told, and what the clock makes of it', async () => {
    const { plans, announce, told } = started();
    await plans.allowed('o');
    await announce(spans);
    expect(await plans.allowed('o')).toEqual({ blocked: false, mostRecords: 55 });
    expect(await plans.allowed('other')).toEqual({ blocked: false });
    told.now = 999_999;
    expect(await plans.isBlocked('o')).toBe(false);
    told.now = 1_000_000;
    expect(await plans.isBlocked('o')).toBe(true);
  });
  it('is asked for once a second, and opens public addresses while nobody can tell', async () => {
    const { plans, announce, told } = started();
    await announce(spans);
    for (let i = 0; i < 5; i++) await plans.allowed('o');
    expect(told.reads).toBe(1);
    told.now = 2_000_000;
    told.away = true;
    expect(await plans.isBlocked('o')).toBe(false);
    await expect(plans.allowed('o')).rejects.toThrow('away');
    told.away = false;
    expect(await plans.isBlocked('o')).toBe(true);
  });
});
