import { describe, expect, it } from 'vitest';
import { limitTimes, momentAfter, startOfThoseReached, type WorkCalendar } from './limit.ts';

const calendar = (more: Partial<WorkCalendar> = {}): WorkCalendar => ({
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  timezone: 'UTC',
  ...more,
});
const after = (from: string, hours: number, working: boolean, of = calendar()): string =>
  new Date(momentAfter(Date.parse(from), hours, working, of)).toISOString().slice(0, 16);

describe('a moment so many hours later', () => {
  it.each<readonly [string, string, number, boolean, Partial<WorkCalendar>, string]>([
    ['by the calendar, over a weekend', '2026-11-27T10:00Z', 48, false, {}, '2026-11-29T10:00'],
    ['within a working day', '2026-11-26T10:00Z', 6, true, {}, '2026-11-26T16:00'],
    ['over a weekend, which does not count', '2026-11-27T10:00Z', 48, true, {}, '2026-12-01T10:00'],
    ['to the very end of a day', '2026-11-27T10:00Z', 14, true, {}, '2026-11-28T00:00'],
    ['from a free day on', '2026-11-28T10:00Z', 1, true, {}, '2026-11-30T01:00'],
    ['over a holiday', '2026-12-24T12:00Z', 24, true, { holidays: ['2026-12-25'] }, '2026-12-28T12:00'],
    ['by the days of its zone', '2026-11-27T23:30Z', 1, true, { timezone: 'America/Sao_Paulo' }, '2026-11-28T00:30'],
    ['over a change of the clock', '2026-03-27T12:00Z', 24, true, { timezone: 'Europe/Berlin' }, '2026-03-30T11:00'],
    ['where nobody ever works', '2026-11-27T10:00Z', 48, true, { workingDays: [] }, '2026-11-29T10:00'],
    ['of people who work on Sundays', '2026-11-27T10:00Z', 24, true, { workingDays: [7] }, '2026-11-30T00:00'],
  ])('%s', (_name, from, hours, working, of, expected) => {
    expect(after(from, hours, working, calendar(of))).toBe(expected);
  });
});

it('a stay is worth a warning and late as its limit says', () => {
  const limit = { fieldId: 'f', warn: 1, late: 2, working: false };
  expect(limitTimes(limit, 0, calendar())).toEqual({ warnAt: 3_600_000, lateAt: 7_200_000 });
  expect(limitTimes({ ...limit, warn: undefined }, 0, calendar())).toEqual({ lateAt: 7_200_000 });
});

describe('what began until when has been for so long', () => {
  const moments = ['2026-11-27T10:00Z', '2026-11-28T12:00Z', '2026-11-30T00:30Z', '2026-12-28T12:00Z'].map(Date.parse);
  it.each([
    ['by the calendar', false, {}],
    ['in working time', true, {}],
    ['with holidays, in a zone', true, { holidays: ['2026-12-25', '2026-11-26'], timezone: 'America/Sao_Paulo' }],
    ['of people who work on one day', true, { workingDays: [3] }],
    ['where nobody ever works', true, { workingDays: [] }],
  ] as const)('%s', (_name, working, more) => {
    const of = calendar(more);
    for (const now of moments)
      for (const hours of [1, 24, 100]) {
        const until = startOfThoseReached(now, hours, working, of);
        expect(momentAfter(until, hours, working, of)).toBeLessThanOrEqual(now);
        expect(momentAfter(until + 1, hours, working, of)).toBeGreaterThan(now);
      }
  });
});
