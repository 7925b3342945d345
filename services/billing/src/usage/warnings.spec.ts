import { systemActor, type Actor } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { ours } from '../plans/catalog.ts';
import { planOf } from '../plans/plans.ts';
import type { DayDocument } from './projection.ts';
import { createWarnings, passed } from './warnings.ts';

describe('a meter', () => {
  it('has passed the highest part of its limit that it came to, and none where there is no limit', () => {
    expect([0, 49, 50, 89, 90, 99, 100, 250].map((used) => passed(used, 100))).toEqual([
      0, 0, 50, 50, 90, 90, 100, 100,
    ]);
    expect([passed(5, null), passed(5, 0)]).toEqual([0, 0]);
  });
});

const admin = { ...systemActor('x', 'o'), kind: 'user', id: 'ana', userId: 'ana', seat: 'builder' } as Actor;
const people: Readonly<Record<string, Actor>> = {
  ana: { ...admin, permissions: { ...admin.permissions, admin: true } },
  mo: { ...admin, id: 'mo', userId: 'mo' },
};
const userOf = (id: string, roleId: string, active = true) => ({ id, active, seat: 'builder', roleId });

/** An organization on the scale plan with so many runs this month, and records in its fullest table. */
const organization = (planId = 'scale') => {
  const used = { runs: 0, records: 0, now: Date.parse('2026-11-27T12:00:00Z') };
  const said: object[] = [];
  const reached: Record<string, number> = {};
  let counts = 0;
  const clients: Readonly<Record<string, object>> = {
    listUsers: async () => ({ users: [userOf('ana', '1'), userOf('gone', '1', false), userOf('mo', '2')], next: '' }),
    countRecords: async () => {
      counts++;
      return { tables: [{ records: 3 }, { records: used.records }] };
    },
  };
  const day = (): DayDocument => ({
    id: '2026-11-27',
    month: '2026-11',
    runs: { a: used.runs },
    calls: 0,
    functions: {},
    credits: 0,
    updatedAt: 1,
  });
  const warnings = createWarnings({
    documents: { find: async () => [day()], get: async () => ({ id: '2026-11', meters: reached }) },
    clock: () => used.now,
    log: { warn: (_what: string, facts: object) => said.push(facts) },
    rpc: { client: () => clients },
    settings: { billing: true },
    store: {
      execute: async ({ payload }: { payload: { meter: string; percent: number } }) => {
        reached[payload.meter] = payload.percent;
        said.push(payload);
      },
    },
    directory: {
      facts: async () => ({ timezone: 'UTC' }),
      present: async ({ userId }: { userId: string }) => people[userId],
    },
    standing: async () => ({ plan: planOf(ours, planId) }),
  } as never);
  const look = async (): Promise<readonly object[]> => {
    said.length = 0;
    used.now += 60_000;
    warnings.look('o');
    // Once more within the minute is nothing.
    warnings.look('o');
    await warnings.stop();
    return [...said];
  };
  return { used, look, counts: () => counts };
};

describe('those who manage the plan', () => {
  it('are told once as a meter passes 50, 90 and 100, of several the highest alone', async () => {
    const { used, look } = organization();
    expect(await look()).toEqual([]);
    used.runs = 7_500;
    const half = { meter: 'runs', percent: 50, month: '2026-11', userIds: ['ana'] };
    expect(await look()).toEqual([half]);
    expect(await look()).toEqual([]);
    used.runs = 16_000;
    expect(await look()).toEqual([{ ...half, percent: 100 }]);
    expect(await look()).toEqual([]);
  });
  it('are told of records too, which are counted every ten minutes', async () => {
    const { used, look, counts } = organization();
    used.records = 45_000;
    expect(await look()).toEqual([{ meter: 'database_rows', percent: 90, month: '2026-11', userIds: ['ana'] }]);
    used.records = 50_000;
    expect(await look()).toEqual([]);
    expect(counts()).toBe(1);
    used.now += 600_000;
    expect(await look()).toMatchObject([{ meter: 'database_rows', percent: 100 }]);
  });
  it('hear nothing where the plan has no limits', async () => {
    const { used, look, counts } = organization('enterprise');
    used.runs = 1_000_000;
    expect(await look()).toEqual([]);
    expect(counts()).toBe(0);
  });
});
