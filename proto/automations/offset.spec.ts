import { describe, expect, it } from 'vitest';
import { daysReaching, isDate, isOffset, isTime } from './index.ts';

describe('days that come to a day', () => {
  it.each([
    ['2027-03-10', { value: 0, unit: 'days' }, ['2027-03-10']],
    ['2027-03-10', { value: -3, unit: 'days' }, ['2027-03-13']],
    ['2027-03-10', { value: 2, unit: 'weeks' }, ['2027-02-24']],
    ['2027-02-28', { value: 1, unit: 'months' }, ['2027-01-28', '2027-01-29', '2027-01-30', '2027-01-31']],
    ['2027-03-31', { value: 1, unit: 'months' }, []],
    ['2027-03-28', { value: 1, unit: 'months' }, ['2027-02-28']],
    ['2028-02-29', { value: 12, unit: 'months' }, []],
    ['2027-02-28', { value: 12, unit: 'months' }, ['2026-02-28']],
    ['2027-02-28', { value: -1, unit: 'months' }, ['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-31']],
  ] as const)('%s by %j are %j', (day, offset, days) => expect(daysReaching(day, offset)).toEqual(days));
  it('are counted in units that there are, within bounds', () => {
    expect(isOffset({ value: -3, unit: 'days' })).toBe(true);
    for (const wrong of [{ value: 1.5, unit: 'days' }, { value: 1, unit: 'hours' }, { value: 9_999, unit: 'weeks' }, 3])
      expect(isOffset(wrong)).toBe(false);
  });
  it('and times are written as they are', () => {
    expect(['08:30', '23:59', '24:00', '8:30'].map(isTime)).toEqual([true, true, false, false]);
    expect(['2027-02-28', '2027-02-29', '2027-2-1', 5].map(isDate)).toEqual([true, false, false, false]);
  });
});
