import { expect, it } from 'vitest';
import { lastDays, openedOnce } from './counts.ts';

const day = 24 * 60 * 60 * 1000;

it('counts how often a link was opened on each of the last fourteen days', () => {
  const now = 20_000 * day + 5;
  const moments = [now - 20 * day, now - 13 * day, now - day, now, now];
  const counted = moments.reduce(openedOnce, { opened: 0, answered: 2 });
  expect(counted).toMatchObject({ opened: 5, answered: 2, openedAt: now });
  expect(lastDays(counted, now)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect(lastDays(counted, now + day).at(-1)).toBe(0);
  expect(lastDays({ opened: 9, answered: 0 }, now)).toEqual(Array.from({ length: 14 }, () => 0));
});
