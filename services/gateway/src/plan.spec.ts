import { describe, expect, it } from 'vitest';
import { judge } from './plan.ts';

const plan = (features: readonly string[], blocked = false) => ({ blocked, features: new Set(features) });
const [read, grow] = [{ method: 'get' }, { method: 'post', feature: 'roles' }] as const;

describe('a request', () => {
  it('needs the feature of its route, and one of a program the API', () => {
    expect(judge(plan([]), 'cookie', read)).toBe('open');
    expect(judge(plan([]), 'cookie', grow)).toBe('feature');
    expect(judge(plan(['roles']), 'cookie', grow)).toBe('open');
    expect(judge(plan(['roles']), 'bearer', grow)).toBe('feature');
    expect(judge(plan(['roles', 'api']), 'bearer', grow)).toBe('open');
  });
  it('of a blocked plan is answered only where it lets people pay', () => {
    expect(judge(plan([], true), 'cookie', read)).toBe('blocked');
    expect(judge(plan([], true), 'bearer', { ...read, whenBlocked: true })).toBe('open');
  });
  it('reads on where nobody can tell the plan, and what grows waits', () => {
    expect(judge(undefined, 'bearer', read)).toBe('open');
    expect(judge(undefined, 'cookie', { method: 'put' })).toBe('open');
    expect(judge(undefined, 'cookie', grow)).toBe('away');
  });
});
