import type { Field } from '@tessera/kit';
import { expect, it } from 'vitest';
import { whenOf } from '../days/model.ts';
import { begunAt, doneOf, headsOf, stackedIn } from './model.ts';

const field = (id: string, type: string): Field => ({ id, name: id, type, props: {} }) as unknown as Field;
const fields = [field('from', 'date'), field('to', 'date'), field('both', 'dateRange')];
const pair = whenOf({ fields }, { start: 'from', end: 'to' } as never)!;
const read = (values: Readonly<Record<string, unknown>>) => (one: Field) => values[one.id];

it('a bar begins later and not after its end', () => {
  const values = read({ from: '2026-03-02', to: '2026-03-06' });
  expect(begunAt(pair, values, 2, 'UTC')).toEqual({ from: '2026-03-04' });
  expect(begunAt(pair, values, -3, 'UTC')).toEqual({ from: '2026-02-27' });
  expect(begunAt(pair, values, 9, 'UTC')).toEqual({ from: '2026-03-06' });
  expect(begunAt(pair, values, 0, 'UTC')).toEqual({});
  expect(begunAt(whenOf({ fields }, { start: 'from' } as never)!, values, 2, 'UTC')).toEqual({});
});

it('bars of a lane never cover one another', () => {
  const bar = (id: string, start: string, end: string) => ({ id, span: { start, end } });
  const { bars, lines } = stackedIn([
    bar('b', '2026-03-03', '2026-03-05'),
    bar('a', '2026-03-01', '2026-03-04'),
    bar('c', '2026-03-05', '2026-03-06'),
    bar('d', '2026-03-06', '2026-03-06'),
  ]);
  expect(bars.map(({ id, line }) => [id, line])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0],
    ['d', 1],
  ]);
  expect(lines).toBe(2);
  expect(stackedIn([]).lines).toBe(1);
});

it('months have heads, and years where months are narrow', () => {
  expect(headsOf('2026-01-30', 34, 'week').map(({ day, at, days }) => [day, at, days])).toEqual([
    ['2026-01-30', 0, 2],
    ['2026-02-01', 2, 28],
    ['2026-03-01', 30, 4],
  ]);
  expect(headsOf('2026-11-01', 400, 'year').map(({ day }) => day)).toEqual(['2026-11-01', '2027-01-01']);
});

it.each([
  [0.4, true, 0.4],
  [40, false, 0.4],
  ['250', false, 1],
  [-1, false, 0],
  ['', false, undefined],
  [null, true, undefined],
])('%s (%s) is done to %s', (value, percent, part) => expect(doneOf(value, percent)).toBe(part));
