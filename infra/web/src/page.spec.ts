import { expect, it } from 'vitest';
import { byPlace, pageOf, type Place } from './page.ts';

const people = ['Ann', 'ann', 'Bea', 'Bea', 'Çelik', 'Dot'].map((name, i) => ({ name, id: `${i}` }));
const placeOf = ({ name, id }: { name: string; id: string }): Place => [name, id];
const sorted = people.toSorted((a, b) => byPlace(placeOf(a), placeOf(b)));

it('pages hold each entry once, whatever their size', () => {
  for (const limit of [1, 2, 3, 6, 7]) {
    const seen: unknown[] = [];
    for (let after: string | undefined; ;) {
      const { page, next } = pageOf(sorted, placeOf, { limit, after });
      expect(page.length).toBeLessThanOrEqual(limit);
      seen.push(...page);
      if (next === undefined) break;
      after = next;
    }
    expect(seen, `${limit}`).toEqual(sorted);
  }
});

it('the next page begins where the last ended, though its last entry is gone', () => {
  const { page, next } = pageOf(sorted, placeOf, { limit: 3 });
  const left = sorted.filter((one) => one !== page.at(-1));
  expect(pageOf(left, placeOf, { limit: 9, after: next }).page).toEqual(sorted.slice(3));
});

it('a cursor that is none is refused', () => {
  for (const after of ['x', '', 'W10', Buffer.from('[1,2]').toString('base64url')])
    expect(() => pageOf(sorted, placeOf, { limit: 3, after }), after).toThrow('The cursor does not belong');
});
