import { expect, it } from 'vitest';
import { tableTexts as en } from './en.ts';
import { tableTexts as es } from './es.ts';
import { tableTexts as pt } from './pt.ts';

it('an order has its own words for each kind of field, in each language', () => {
  for (const { sort } of [en, pt, es])
    for (const words of [sort.as, sort.do]) {
      const all = Object.values(words).flatMap(({ asc, desc }) => [asc, desc]);
      expect(new Set(all).size).toBe(all.length);
    }
});
