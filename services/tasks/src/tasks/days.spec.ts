import { describe, expect, it } from 'vitest';
import { nextDay, reminderDay, type Recurrence } from './days.ts';

const rule = (every: string, more: Partial<Recurrence> = {}): Recurrence => ({
  every,
  interval: 1,
  days: [],
  workingDays: false,
  anchor: '2026-11-27',
  ...more,
});
/** The next days of a rule, one after the other. */
const following = (one: Recurrence, count: number): readonly (string | undefined)[] => {
  const found: string[] = [one.anchor];
  while (found.length <= count) found.push(nextDay(one, found.at(-1)!, one.anchor)!);
  return found.slice(1);
};

describe('a task comes again', () => {
  // 2026-11-27 is a Friday.
  it.each([
    ['every day', rule('daily'), ['2026-11-28', '2026-11-29', '2026-11-30']],
    ['every third day', rule('daily', { interval: 3 }), ['2026-11-30', '2026-12-03', '2026-12-06']],
    ['every working day', rule('daily', { workingDays: true }), ['2026-11-30', '2026-12-01', '2026-12-02']],
    ['each week on its day', rule('weekly'), ['2026-12-04', '2026-12-11', '2026-12-18']],
    ['each week on some days', rule('weekly', { days: [5, 1] }), ['2026-11-30', '2026-12-04', '2026-12-07']],
    ['each second week', rule('weekly', { interval: 2, days: [1, 5] }), ['2026-12-07', '2026-12-11', '2026-12-21']],
    ['each month', rule('monthly', { anchor: '2026-12-31' }), ['2027-01-31', '2027-02-28', '2027-03-31']],
    [
      'each month on a working day',
      rule('monthly', { anchor: '2027-01-31', workingDays: true }),
      ['2027-03-01', '2027-03-31', '2027-04-30'],
    ],
    ['each year', rule('yearly', { anchor: '2024-02-29' }), ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ])('%s', (_name, one, days) => expect(following(one, days.length)).toEqual(days));

  it('not on the days that passed while nobody did it', () => {
    expect(nextDay(rule('daily'), '2026-11-27', '2030-05-05')).toBe('2030-05-05');
    expect(nextDay(rule('weekly'), '2026-11-27', '2030-05-05')).toBe('2030-05-10');
    expect(nextDay(rule('monthly'), '2026-11-27', '2030-05-05')).toBe('2030-05-27');
  });
  it('until there is no day any more', () =>
    expect(nextDay(rule('yearly', { anchor: '9999-12-30' }), '9999-12-30', '2026-01-01')).toBeUndefined());
});

describe('an organization that works on other days', () => {
  // Sunday to Thursday, and nobody works on the last days of the year.
  const calendar = { workingDays: [1, 2, 3, 4, 7], holidays: ['2026-12-30', '2026-12-31'] };
  it('moves tasks behind its own weekends and holidays', () => {
    const daily = rule('daily', { workingDays: true });
    expect(nextDay(daily, '2026-12-03', '2026-01-01', calendar)).toBe('2026-12-06');
    expect(nextDay(daily, '2026-12-29', '2026-01-01', calendar)).toBe('2027-01-03');
    // One that was due on a free day is not lost.
    const monthly = rule('monthly', { anchor: '2026-11-30', workingDays: true });
    expect(nextDay(monthly, '2026-12-29', '2027-01-03', calendar)).toBe('2027-01-03');
    expect(nextDay(rule('daily'), '2026-12-29', '2026-01-01', calendar)).toBe('2026-12-30');
  });
  it('counts its own days before a deadline', () => {
    expect(reminderDay({ days: 1, workingDays: true }, '2027-01-03', calendar)).toBe('2026-12-29');
    expect(reminderDay({ days: 0, workingDays: true }, '2026-12-31', calendar)).toBe('2026-12-29');
  });
});

describe('a reminder', () => {
  it.each([
    [0, false, '2026-11-29', '2026-11-29'],
    [3, false, '2026-12-01', '2026-11-28'],
    [0, true, '2026-11-29', '2026-11-27'],
    [1, true, '2026-11-30', '2026-11-27'],
    [6, true, '2026-12-01', '2026-11-23'],
  ])('of %i days (working: %s) before %s is due on %s', (days, workingDays, deadline, due) =>
    expect(reminderDay({ days, workingDays }, deadline)).toBe(due),
  );
});
