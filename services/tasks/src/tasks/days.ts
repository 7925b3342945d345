import type { Parts } from './evolve.ts';

export const cycles = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Recurrence = NonNullable<Parts['recurrence']>;
export type Reminder = Parts['reminders'][number];

const dayMs = 86_400_000;
/** Days since 1970 of a civil day, and back. */
const countOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);
const dayOf = (count: number): string => new Date(count * dayMs).toISOString().slice(0, 10);
/** 1 is Monday, 7 Sunday. */
const weekday = (count: number): number => ((((count + 3) % 7) + 7) % 7) + 1;

/** On which days people of an organization work. */
export type Calendar = { readonly workingDays: readonly number[]; readonly holidays: readonly string[] };
export const mondayToFriday: Calendar = { workingDays: [1, 2, 3, 4, 5], holidays: [] };
type IsFree = (count: number) => boolean;
const freeIn = ({ workingDays, holidays }: Calendar): IsFree => {
  const free = new Set(holidays.map(countOf));
  // There is a working day in every week but for holidays, of which there are so many: no walk is without an end.
  return (count) => free.has(count) || (workingDays.length > 0 && !workingDays.includes(weekday(count)));
};
const last = countOf('9999-12-31');
/** Days after `from`. */
export const daysBetween = (from: string, to: string): number => countOf(to) - countOf(from);
export const dayAfter = (day: string, days: number): string => dayOf(countOf(day) + days);

/** The day of a month that is so many months after that of `anchor`; a short month ends sooner. */
const monthsAfter = (anchor: Date, months: number): number => {
  const month = anchor.getUTCMonth() + months;
  const end = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Math.round(Date.UTC(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), end)) / dayMs);
};

/** The days of a rule behind its first in their order, from some day before `from` on. */
function* daysOf({ every, interval, days, anchor }: Recurrence, from: number): Generator<number> {
  const first = countOf(anchor);
  const step = Math.max(1, interval);
  if (every === 'daily') {
    for (let n = first + Math.max(1, Math.ceil((from - first) / step)) * step; n <= last; n += step) yield n;
    return;
  }
  if (every === 'weekly') {
    const monday = first - weekday(first) + 1;
    const chosen = days.length === 0 ? [weekday(first)] : days.toSorted((a, b) => a - b);
    for (let n = monday + Math.max(0, Math.floor((from - monday) / (7 * step))) * 7 * step; n <= last; n += 7 * step)
      for (const day of chosen) if (n + day - 1 > first) yield n + day - 1;
    return;
  }
  const months = every === 'yearly' ? 12 * step : step;
  const start = new Date(first * dayMs);
  const least = Math.max(1, Math.floor((from - first) / 31 / months) - 1);
  for (let i = least; ; i++) {
    const n = monthsAfter(start, i * months);
    if (n > last) return;
    yield n;
  }
}

/**
 * The next day of a rule behind `after`, and not before `least`; undefined behind the last day that there is. With
 * `workingDays` a day on which nobody works moves to the first one behind it on which somebody does.
 */
export const nextDay = (
  rule: Recurrence,
  after: string,
  least: string,
  calendar: Calendar = mondayToFriday,
): string | undefined => {
  const isFree = rule.workingDays ? freeIn(calendar) : () => false;
  const from = Math.max(countOf(after) + 1, countOf(least));
  let first = from;
  // What moves to that day may come from the free days before it.
  while (isFree(first - 1)) first--;
  for (const n of daysOf(rule, first)) {
    let moved = n;
    while (isFree(moved)) moved++;
    if (moved >= from) return moved > last ? undefined : dayOf(moved);
  }
  return undefined;
};

/** The day on which a reminder of a deadline is due. */
export const reminderDay = (
  { days, workingDays }: Reminder,
  deadline: string,
  calendar: Calendar = mondayToFriday,
): string => {
  let n = countOf(deadline);
  if (!workingDays) return dayOf(n - days);
  const isFree = freeIn(calendar);
  for (let left = days; left > 0;) if (!isFree(--n)) left--;
  while (isFree(n)) n--;
  return dayOf(n);
};
