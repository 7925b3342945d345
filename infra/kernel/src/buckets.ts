import { bounded } from './bounded.ts';
import { zoneOffset } from './zones.ts';

export const bucketUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type BucketUnit = (typeof bucketUnits)[number];

/** Days that are one group, as a reader's zone and week have them. `weekStart`: 0 is Sunday. */
export type Bucket = {
  readonly unit: BucketUnit;
  readonly weekStart: number;
  /** The zone in which a moment falls into a day; of dates without meaning. */
  readonly timezone: string;
};

const dayMs = 86_400_000;
/** Days since 1970-01-01 of the first and last day that are told as a date. */
export const firstCivilDay = -719_162;
export const lastCivilDay = 2_932_896;

/** The day, since 1970-01-01, that a zone's clocks show at a moment. */
export const localDay = (instant: number, timezone: string): number =>
  Math.min(lastCivilDay, Math.max(firstCivilDay, Math.floor((instant + zoneOffset(instant, timezone)) / dayMs)));

/** How far a day, since 1970-01-01, is into its week: 1970-01-01 was a Thursday. */
const intoWeek = (day: number, weekStart: number): number => (((day + 4 - weekStart) % 7) + 7) % 7;

/** Months of a bucket. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** The first day of a month counted from January of year 0, in days since 1970-01-01. */
const firstOfMonth = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / dayMs;

const bucketMonth = (day: number, months: number): number => {
  const at = new Date(day * dayMs);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  return month - (month % months);
};

/** The first day of the bucket that a day is in; both in days since 1970-01-01. */
export const firstDay = (day: number, { unit, weekStart }: Pick<Bucket, 'unit' | 'weekStart'>): number =>
  unit === 'day'
    ? day
    : unit === 'week'
      ? day - intoWeek(day, weekStart)
      : firstOfMonth(bucketMonth(day, monthsOf[unit]));

/** The first day of the bucket after the one that a day is in; both in days since 1970-01-01. */
export const nextFirstDay = (day: number, { unit, weekStart }: Pick<Bucket, 'unit' | 'weekStart'>): number =>
  unit === 'day'
    ? day + 1
    : unit === 'week'
      ? day - intoWeek(day, weekStart) + 7
      : firstOfMonth(bucketMonth(day, monthsOf[unit]) + monthsOf[unit]);

const stepMs = 14 * dayMs;
const turnsOf = bounded<string, readonly Turn[]>(64);

/** From a moment on, in ms, a zone's clocks are so many ms before UTC. */
export type Turn = { readonly from: number; readonly offset: number };

/**
 * When the clocks of a zone are turned from 1900 to 2100, the first being what holds before; for stores that know no
 * zones. Earlier and later moments have the offset of the nearest end.
 */
export const zoneTurns = (timezone: string): readonly Turn[] => {
  const known = turnsOf.get(timezone);
  if (known !== undefined) return known;
  const end = Date.UTC(2101, 0, 1);
  let at = Date.UTC(1900, 0, 1);
  const turns: Turn[] = [{ from: Number.NEGATIVE_INFINITY, offset: zoneOffset(at, timezone) }];
  for (; at < end; at += stepMs) {
    const { offset } = turns.at(-1)!;
    const next = zoneOffset(at + stepMs, timezone);
    if (next === offset) continue;
    let [before, after] = [at, at + stepMs];
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (zoneOffset(middle, timezone) === offset) before = middle;
      else after = middle;
    }
    turns.push({ from: after, offset: next });
  }
  return turnsOf.set(timezone, turns);
};
