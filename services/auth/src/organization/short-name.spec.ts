import { describe, expect, it } from 'vitest';
import { isShortName, shortNamesFor } from './short-name.ts';

const firstOf = (name: string, count = 1): readonly string[] => {
  const names = shortNamesFor(name);
  return Array.from({ length: count }, () => names.next().value as string);
};

describe('the short name of an organization', () => {
  it.each([
    ['Marlow Supply', 'marlowsupply'],
    ['Café São João & Filhos', 'cafesaojoaofilhos'],
    ['3M', 'org3m'],
    ['株式会社', 'org'],
    ['2026', 'org2026'],
    ['X'.repeat(120), 'x'.repeat(24)],
  ])('of %s is %s', (name, shortName) => {
    expect(firstOf(name)).toEqual([shortName]);
  });
  it('has another number where it is taken, and is no word of our addresses', () => {
    expect(firstOf('Marlow', 3)).toEqual(['marlow', 'marlow2', 'marlow3']);
    expect(firstOf('Settings')).toEqual(['settings2']);
    for (const name of ['', 'ab', 'Marlow', 'mar low', 'a'.repeat(31), 'api', '123', 'a'.repeat(26)])
      expect(isShortName(name)).toBe(false);
    expect(isShortName('marlow1')).toBe(true);
  });
});
