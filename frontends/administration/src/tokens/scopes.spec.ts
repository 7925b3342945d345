import { describe, expect, it } from 'vitest';
import { byAccess, checked, ended, highest, includes } from './scopes.ts';

describe('what a token may', () => {
  it('has the lower levels in each level', () => {
    expect(includes('edit', 'view')).toBe(true);
    expect(includes('edit', 'full')).toBe(false);
    expect(includes(undefined, 'view')).toBe(false);
  });
  it('goes down a level when a check is taken off, and to nothing from the first', () => {
    expect([checked('full', true), checked('full', false), checked('edit', false), checked('view', false)]).toEqual([
      'full',
      'edit',
      'view',
      undefined,
    ]);
  });
  it('is said by its highest level, and table by table from the most to the least', () => {
    const scopes = [
      { table: 'a', access: 'view' as const },
      { table: 'b', access: 'edit' as const },
      { table: 'c', access: 'view' as const },
    ];
    expect(highest(scopes)).toBe('edit');
    expect(highest(null)).toBeUndefined();
    expect(byAccess(scopes)).toEqual([
      ['edit', ['b']],
      ['view', ['a', 'c']],
    ]);
  });
});

describe('the last day of a token', () => {
  it('is over from its moment on, and never where there is none', () => {
    const at = Date.parse('2027-02-20T00:00:00Z');
    const token = { expires_at: '2027-02-20T00:00:00.000Z' };
    expect([ended(token, at - 1), ended(token, at), ended({ expires_at: null }, at)]).toEqual([false, true, false]);
  });
});
