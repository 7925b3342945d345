import { describe, expect, it } from 'vitest';
import { judge } from './plan.ts';

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
