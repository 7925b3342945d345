import { expect, it } from 'vitest';
import { entries } from './entries.ts';
import { isInSettings } from './where.ts';

it('the menu of settings stands beside its pages, unless a link leaves it away', () => {
  for (const { to, outside } of entries) expect(isInSettings(to, '')).toBe(outside !== true);
  expect(isInSettings('/settings/users', '?hideMenu=true')).toBe(false);
  expect(isInSettings('/settings/users', '?hideMenu=false')).toBe(true);
  expect(isInSettings('/home', '')).toBe(false);
  expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length);
});
