import { describe, expect, it } from 'vitest';
import { fieldType, nextColor, nextColorAmong, optionColors, withColors } from './index.ts';
import { seeded } from './testing.ts';

/** Degrees of the hues on the circle, as the design tokens have them. */
const degrees: Readonly<Record<string, number>> = {
  rose: 12,
  orange: 42,
  amber: 70,
  olive: 100,
  lime: 128,
  green: 155,
  teal: 185,
  cyan: 215,
  blue: 245,
  indigo: 275,
  violet: 305,
  pink: 340,
};
const apart = (a: string, b: string): number => {
  const between = Math.abs(degrees[a]! - degrees[b]!);
  return Math.min(between, 360 - between);
};
const colors = (options: readonly { readonly color?: string }[], start?: number) =>
  withColors(options, start).map((option) => option.color);

describe('colours of options', () => {
  it('walk twelve hues; neighbours, the first six and the third and seventh differ clearly', () => {
    const walk = colors(Array.from({ length: 24 }, () => ({})));
    expect(new Set(walk.slice(0, 12)).size).toBe(12);
    expect(walk.slice(12)).toEqual(walk.slice(0, 12));
    for (let i = 0; i < 12; i++) expect(apart(walk[i]!, walk[i + 1]!), `${i}`).toBeGreaterThanOrEqual(85);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < i; j++) expect(apart(walk[i]!, walk[j]!)).toBeGreaterThanOrEqual(55);
    expect(Math.min(apart(walk[2]!, walk[6]!), apart(walk[3]!, walk[7]!))).toBeGreaterThanOrEqual(85);
  });

  it('begin in a field otherwise than in the select fields beside it', () => {
    const field = (id: string, ...given: readonly string[]) => ({
      id,
      props: given.length === 0 ? {} : { options: given.map((color) => ({ color })) },
    });
    const text = field('text');
    expect(nextColorAmong([], [text], null)).toBe('blue');
    const second = nextColorAmong([], [text, field('a', 'blue', 'amber')], null);
    expect(second).not.toBe('blue');
    expect(nextColorAmong([], [field('a', 'blue'), text, field('b', second)], null)).not.toBe(second);
    // A field in the middle keeps off both of its neighbours, whatever people chose for them.
    for (const before of optionColors)
      for (const after of optionColors)
        expect([before, after]).not.toContain(
          nextColorAmong([], [field('a', before), field('it'), text, field('b', after)], 'it'),
        );
    expect(nextColorAmong([{ color: 'blue' }, { color: 'amber' }], [field('a', 'teal'), field('it')], 'it')).toBe(
      'teal',
    );
  });

  it('keep what was given, and fill with what the fewest have, from what stands before', () => {
    expect(colors([{ color: 'teal' }, {}, { color: 'blue' }, {}])).toEqual(['teal', 'rose', 'blue', 'amber']);
    expect(colors([{}, {}], 3)).toEqual(['rose', 'lime']);
    expect(colors([{ color: 'neutral' }, { color: '' }])).toEqual(['neutral', 'blue']);
    const random = seeded(12);
    for (let n = 0; n < 200; n++) {
      const options = Array.from({ length: Math.floor(random() * 40) }, () =>
        random() < 0.4 ? { color: optionColors[Math.floor(random() * 12)]! } : {},
      );
      const given = options.filter((option) => 'color' in option).map((option) => option.color!);
      const all = colors(options, Math.floor(random() * 12));
      options.forEach((option, i) => 'color' in option && expect(all[i]).toBe(option.color));
      // A colour is given twice only where every other is there as often.
      const uses = (list: readonly string[]) =>
        optionColors.slice(0, 12).map((c) => list.filter((x) => x === c).length);
      const [before, after] = [uses(given), uses(all)];
      const added = after.map((count, i) => count - before[i]!);
      const least = Math.min(...after);
      after.forEach((count, i) => added[i]! > 0 && expect(count).toBeLessThanOrEqual(least + 1));
      expect(all.length).toBe(options.length);
    }
    expect(nextColor([{ color: 'blue' }, { color: 'amber' }])).toBe('teal');
    expect(nextColor([], 4)).toBe('lime');
  });

  it('are checked', () => {
    const props = (color: string) => fieldType('select')!.props({ options: [{ id: '1', label: 'A', color }] });
    expect(props('').options).toEqual([{ id: '1', label: 'A', color: 'blue' }]);
    expect(props('neutral').options![0]!.color).toBe('neutral');
    expect(() => props('#ff0000')).toThrow('"#ff0000" is no colour of an option');
    expect(() => props('Blue')).toThrow(expect.objectContaining({ code: 'select.option_color' }));
  });
});
