import { describe, expect, it } from 'vitest';
import { firstDay, localDay, nextFirstDay, zoneTurns, type BucketUnit } from './buckets.ts';

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

describe('buckets of days', () => {
  const bounds = (date: string, unit: BucketUnit, weekStart = 0): readonly string[] => [
    dateOf(firstDay(dayOf(date), { unit, weekStart })),
    dateOf(nextFirstDay(dayOf(date), { unit, weekStart })),
  ];
  it.each([
    ['2026-11-24', 'day', 0, ['2026-11-24', '2026-11-25']],
    ['2026-11-24', 'week', 0, ['2026-11-22', '2026-11-29']],
    ['2026-11-24', 'week', 1, ['2026-11-23', '2026-11-30']],
    ['2026-11-22', 'week', 1, ['2026-11-16', '2026-11-23']],
    ['2026-11-21', 'week', 6, ['2026-11-21', '2026-11-28']],
    ['1969-12-31', 'week', 1, ['1969-12-29', '1970-01-05']],
    ['2024-02-29', 'month', 0, ['2024-02-01', '2024-03-01']],
    ['2026-12-31', 'month', 0, ['2026-12-01', '2027-01-01']],
    ['2026-05-15', 'quarter', 0, ['2026-04-01', '2026-07-01']],
    ['1969-12-31', 'quarter', 0, ['1969-10-01', '1970-01-01']],
    ['2026-05-15', 'year', 0, ['2026-01-01', '2027-01-01']],
    ['0001-01-01', 'year', 0, ['0001-01-01', '0002-01-01']],
  ] as const)('%s is in the %s from and before (week from day %i)', (date, unit, weekStart, expected) => {
    expect(bounds(date, unit, weekStart)).toEqual(expected);
  });

  it('take a moment for the day that the clocks of the zone show', () => {
    const late = Date.parse('2026-11-24T02:30:00Z');
    expect(dateOf(localDay(late, 'America/Sao_Paulo'))).toBe('2026-11-23');
    expect(dateOf(localDay(late, 'Pacific/Auckland'))).toBe('2026-11-24');
    // The night in which clocks go forward has its midnight before it, and its offset changes within the day.
    expect(dateOf(localDay(Date.parse('2026-03-28T23:30:00Z'), 'Europe/Madrid'))).toBe('2026-03-29');
    expect(dateOf(localDay(Date.parse('2026-03-29T22:30:00Z'), 'Europe/Madrid'))).toBe('2026-03-30');
  });

  it.each(['UTC', 'America/Sao_Paulo', 'Europe/Madrid', 'Pacific/Auckland', 'Africa/Casablanca'])(
    'are told by the turns of the clocks of %s as by the clocks',
    (zone) => {
      const turns = zoneTurns(zone);
      const other: number[] = [];
      // Each step is at another time of the day.
      for (let at = Date.UTC(1950, 0, 1, 0, 30); at < Date.UTC(2080, 0, 1); at += 9 * 86_400_000 + 5 * 3_600_000) {
        const { offset } = turns.findLast(({ from }) => from <= at)!;
        if (Math.floor((at + offset) / 86_400_000) !== localDay(at, zone)) other.push(at);
      }
      expect(other).toEqual([]);
    },
  );
});
