import { expect, it } from 'vitest';
import { changeOf, daysOf, filterOf } from './period.ts';

it.each([
  ['today', 0, '2026-11-26', '2026-11-26'],
  ['today', 1, '2026-11-25', '2026-11-25'],
  ['last7', 0, '2026-11-20', '2026-11-26'],
  ['last7', 1, '2026-11-13', '2026-11-19'],
  ['week', 0, '2026-11-23', '2026-11-29'],
  ['week', 1, '2026-11-16', '2026-11-22'],
  ['month', 0, '2026-11-01', '2026-11-30'],
  ['month', 1, '2026-10-01', '2026-10-31'],
  ['quarter', 0, '2026-10-01', '2026-12-31'],
  ['quarter', 1, '2026-07-01', '2026-09-30'],
  ['year', 0, '2026-01-01', '2026-12-31'],
  ['year', 1, '2025-01-01', '2025-12-31'],
] as const)('%s, %i back, is from %s to %s', (period, back, from, to) => {
  expect(daysOf(period, '2026-11-26', 1, back)).toEqual({ from, to });
});

it('all days have no ends, and leave a filter alone', () => {
  const filter = { fieldId: 'a', operator: 'isEmpty' };
  expect(daysOf('all', '2026-11-26', 1)).toBeUndefined();
  expect(filterOf(filter, 'd', undefined)).toBe(filter);
  expect(filterOf(filter, 'd', { from: '2026-01-01', to: '2026-01-31' })).toEqual({
    and: [filter, { fieldId: 'd', operator: 'between', value: { from: '2026-01-01', to: '2026-01-31' } }],
  });
});

it('a change is a fraction of what was', () => {
  expect([changeOf(12, 10), changeOf(5, -10), changeOf(1, 0), changeOf(null, 3)]).toEqual([
    0.2,
    1.5,
    undefined,
    undefined,
  ]);
});
