import { describe, expect, it } from 'vitest';
import { changeOf, combined, daysOf, isPart, operationOf, ruleFor, stepsOf } from './figures.ts';

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

it('all days have no ends', () => {
  expect(daysOf('all', '2026-11-26', 1)).toBeUndefined();
});

it('a change is a fraction of what was', () => {
  expect([changeOf(12, 10), changeOf(5, -10), changeOf(1, 0), changeOf(null, 3)]).toEqual([
    0.2,
    1.5,
    undefined,
    undefined,
  ]);
});

it.each([
  ['alone', 6, 3, 6],
  ['plus', 6, 3, 9],
  ['plus', 0.1, 0.2, 0.3],
  ['minus', 6, 3, 3],
  ['share', 6, 3, 2],
  ['part', 6, 3, 2 / 3],
  ['share', 6, 0, null],
  ['part', 6, -6, null],
  ['part', 0, 0, null],
  ['plus', null, 3, null],
  ['minus', 6, null, null],
  ['alone', 6, null, 6],
] as const)('%s of %d and %d is %d', (operation, x, y, expected) => {
  expect(combined(operation, x, y)).toBe(expected);
});

it('an operation that is none leaves the number alone', () => {
  expect([operationOf('power'), operationOf('share')]).toEqual(['alone', 'share']);
  expect([isPart('alone'), isPart('part')]).toEqual([false, true]);
});

const groups = [
  { key: ['won'], count: 10, values: [{ value: '50.5' }] },
  { key: ['new'], count: 40, values: [{ value: 400 }] },
  { key: [null], count: 7, values: [{ value: 70 }] },
  { key: ['sent'], count: 20, values: [{ value: null }] },
];
const options = ['new', 'sent', 'won', 'lost'];
const counted = { measured: false, through: false };

describe('a funnel', () => {
  it('has a step for each option in their order, with the share that came from the step before', () => {
    expect(stepsOf(options, [], groups, counted)).toEqual([
      { key: 'new', count: 40, value: 40 },
      { key: 'sent', count: 20, value: 20, ofBefore: 0.5 },
      { key: 'won', count: 10, value: 10, ofBefore: 0.5 },
      { key: 'lost', count: 0, value: 0, ofBefore: 0 },
    ]);
  });
  it('has the named steps alone, and never one that is gone', () => {
    expect(stepsOf(options, ['won', 'gone', 'new'], groups, counted).map(({ key }) => key)).toEqual(['won', 'new']);
    expect(stepsOf(options, ['gone'], groups, counted)).toHaveLength(4);
  });
  it('counts what has come through a step, and says nothing of what comes from nothing', () => {
    const through = stepsOf(options, ['new', 'sent', 'won'], groups, { measured: false, through: true });
    expect(through.map(({ value }) => value)).toEqual([70, 30, 10]);
    const sums = stepsOf(options, ['new', 'sent', 'won'], groups, { measured: true, through: false });
    expect(sums).toEqual([
      { key: 'new', count: 40, value: 400 },
      { key: 'sent', count: 20, value: 0, ofBefore: 0 },
      { key: 'won', count: 10, value: 50.5 },
    ]);
  });
});

describe('rules of colours', () => {
  const rules = [
    { when: 'under', than: 100, color: 'rose' },
    { when: 'from', than: 150, color: 'green', label: 'Good' },
    { when: 'from', than: 0, color: 'amber' },
  ] as const;
  it('the first that a number meets gives it its colour', () => {
    expect([99.9, 100, 149, 150, -1].map((value) => ruleFor(rules, value)?.color)).toEqual([
      'rose',
      'amber',
      'amber',
      'green',
      'rose',
    ]);
  });
  it('no number has none, and a part is told in percent', () => {
    expect(ruleFor(rules, null)).toBeUndefined();
    expect(ruleFor(undefined, 5)).toBeUndefined();
    expect(ruleFor(rules.slice(0, 2), 120)).toBeUndefined();
    expect(ruleFor([{ when: 'from', than: 58, color: 'green' }], 0.58, true)?.color).toBe('green');
    expect(ruleFor([{ when: 'from', than: 58, color: 'green' }], 0.5799, true)).toBeUndefined();
  });
});
