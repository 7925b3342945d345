import type { Filter, Id } from '@tessera/kit';

export const periods = ['all', 'today', 'week', 'month', 'quarter', 'year', 'last7', 'last30'] as const;
export type Period = (typeof periods)[number];
type Days = { readonly from: string; readonly to: string };

const dayMs = 86_400_000;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * The days of a period that has `today` in it, or of the one before it (`back` 1); undefined for all days. Weeks begin on
 * `weekStart` (0 is Sunday).
 */
export const daysOf = (period: Period, today: string, weekStart: number, back: 0 | 1 = 0): Days | undefined => {
  const now = Date.parse(`${today}T00:00:00Z`);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  const span = (from: number, to: number): Days => ({ from: day(from), to: day(to) });
  const months = (first: number, count: number): Days => {
    const from = first - back * count;
    return span(Date.UTC(year, from, 1), Date.UTC(year, from + count, 0));
  };
  switch (period) {
    case 'all':
      return undefined;
    case 'today':
      return span(now - back * dayMs, now - back * dayMs);
    case 'last7':
      return span(now - (6 + 7 * back) * dayMs, now - 7 * back * dayMs);
    case 'last30':
      return span(now - (29 + 30 * back) * dayMs, now - 30 * back * dayMs);
    case 'week': {
      const into = (new Date(now).getUTCDay() - weekStart + 7) % 7;
      const from = now - (into + 7 * back) * dayMs;
      return span(from, from + 6 * dayMs);
    }
    case 'month':
      return months(month, 1);
    case 'quarter':
      return months(month - (month % 3), 3);
    case 'year':
      return months(0, 12);
  }
};

/** A filter of the days of a period beside the one that a block has. */
export const filterOf = (
  filter: Filter | undefined,
  fieldId: Id | undefined,
  days: Days | undefined,
): Filter | undefined => {
  if (fieldId === undefined || days === undefined) return filter;
  const within = { fieldId, operator: 'between', value: days } as unknown as Filter;
  return filter === undefined ? within : ({ and: [filter, within] } as Filter);
};

/** By how much a number differs from what it was, as a fraction; undefined where nothing can be said. */
export const changeOf = (now: number | null, before: number | null): number | undefined =>
  now === null || before === null || before === 0 ? undefined : (now - before) / Math.abs(before);
