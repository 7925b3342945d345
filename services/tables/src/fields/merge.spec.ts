import { describe, expect, it } from 'vitest';
import type { SelectOption } from '@tessera/fields';
import { mergeOptions } from './merge.ts';

const list = (text: string): readonly SelectOption[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [id = '', label = id] = one.split('=');
      return { id, label, color: 'blue' };
    });
const text = (options: readonly SelectOption[]): string =>
  options.map((o) => (o.id === o.label ? o.id : `${o.id}=${o.label}`)).join(' ');
const merge = (base: string, current: string, wished: string, removed = '') =>
  mergeOptions({
    base: list(base),
    current: list(current),
    wished: list(wished),
    removed: new Set(removed.split(' ').filter(Boolean)),
  });

describe('options that two editors changed at once', () => {
  it.each([
    ['both added one', 'a b', 'a b x', 'a b y', '', 'a b y x'],
    ['one added, one renamed', 'a b', 'a b x', 'a=A b', '', 'a=A b x'],
    ['one renamed, the other did not touch it', 'a b', 'a=A b', 'a b y', '', 'a=A b y'],
    ['one moved, one added', 'a b c', 'a b c x', 'c a b', '', 'c x a b'],
    ['one moved, the other added in between', 'a b c', 'c a b', 'a y b c', '', 'c a y b'],
    ['leaving one out does not delete it', 'a b c', 'a b c', 'a c', '', 'a b c'],
    ['one deleted, one added', 'a b', 'a b x', 'a', 'b', 'a x'],
    ['one deleted what the other renamed', 'a b', 'a', 'a b=B', '', 'a'],
    ['both deleted the same', 'a b', 'a', 'a', 'b', 'a'],
    ['an empty list got its first ones', '', 'x', 'y', '', 'y x'],
  ])('%s', (_title, base, current, wished, removed, expected) => {
    expect(
      text(merge(base, current, wished, removed).options)
        .split(' ')
        .sort(),
    ).toEqual(expected.split(' ').sort());
    expect(merge(base, current, wished, removed).conflicts).toEqual([]);
  });

  it('keeps the order of who moved some, with the others behind their neighbours', () => {
    expect(text(merge('a b c', 'a b x c', 'c b a').options)).toBe('c b x a');
    expect(text(merge('a b c', 'c b a', 'a b y c').options)).toBe('c b y a');
  });

  it('of one label that both changed, lists both', () => {
    expect(merge('a', 'a=theirs', 'a=mine').conflicts).toEqual([
      { optionId: 'a', yours: 'mine', theirs: 'theirs', base: 'a' },
    ]);
    expect(merge('a', 'a=same', 'a=same').conflicts).toEqual([]);
  });
});
