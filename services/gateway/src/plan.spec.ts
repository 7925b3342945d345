import type { Actor } from '@tessera/kernel';
import type { Route } from '@tessera/web';
import { describe, expect, it } from 'vitest';
import { createAdmit, judge } from './plan.ts';

const plan = (features: readonly string[], blocked = false) => ({ blocked, features: new Set(features) });
const [read, grow] = [{ method: 'get' }, { method: 'post', feature: 'roles' }] as const;

describe('a request', () => {
  it('needs the feature of its route, and one of a token the API', () => {
    expect(judge(plan([]), 'user', read)).toBe('open');
    expect(judge(plan([]), 'user', grow)).toBe('feature');
    expect(judge(plan(['roles']), 'user', grow)).toBe('open');
    expect(judge(plan(['roles']), 'token', grow)).toBe('feature');
    expect(judge(plan(['roles', 'api']), 'token', grow)).toBe('open');
  });
  it('of a blocked plan is answered only where it lets people pay', () => {
    expect(judge(plan([], true), 'user', read)).toBe('blocked');
    expect(judge(plan([], true), 'token', { ...read, whenBlocked: true })).toBe('open');
  });
  it('reads on where nobody can tell the plan, and what grows waits', () => {
    expect(judge(undefined, 'token', read)).toBe('open');
    expect(judge(undefined, 'user', { method: 'put' })).toBe('open');
    expect(judge(undefined, 'user', grow)).toBe('away');
  });
});

describe('who makes a request', () => {
  const asking = (answer: () => Promise<object>) => {
    let [now, asked] = [0, 0];
    const client = { tellPlan: () => (asked++, answer()) };
    const admit = createAdmit({ rpc: { client: () => client } as never, clock: () => now });
    const actor = { kind: 'user', organizationId: 'o' } as Actor;
    return {
      actor,
      next: async (after = 0) => {
        now += after;
        return (await admit(actor, { method: 'get' } as Route)).actor;
      },
      asked: () => asked,
    };
  };
  it('carries the features of the plan, and is one object for as long as they are the same', async () => {
    let features = ['api'];
    const one = asking(async () => ({ blocked: false, features }));
    const first = await one.next();
    expect(first).toEqual({ ...one.actor, plan: { features: ['api'] } });
    expect(await one.next()).toBe(first);
    expect(one.asked()).toBe(1);
    expect(await one.next(2_000)).toBe(first);
    features = ['api', 'roles'];
    expect((await one.next(2_000)).plan).toEqual({ features: ['api', 'roles'] });
    expect(one.actor.plan).toBeUndefined();
  });
  it('carries that nobody can tell them', async () => {
    const one = asking(async () => {
      throw new Error('away');
    });
    expect((await one.next()).plan).toEqual({ features: 'unknown' });
  });
});
