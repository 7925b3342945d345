import { zoneOffset } from '@tessera/kernel/zones';
import { dateOfDay, dayNumber } from './dates.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The instant at which a zone's clocks show a civil date and time of day; in an hour that comes twice the first, in one
 * that is skipped the later.
 */
export const instantOf = (date: string, timeOfDay: number, zone: string): number => {
  const wall = dayNumber(date) * dayMs + timeOfDay;
  const before = wall - zoneOffset(wall - 14 * hourMs, zone);
  if (before + zoneOffset(before, zone) === wall) return before;
  const after = wall - zoneOffset(wall + 14 * hourMs, zone);
  if (after + zoneOffset(after, zone) === wall) return after;
  return before;
};

/** Whether a zone's clocks never show a civil date and time of day: they are put forward over it. */
export const skips = (date: string, timeOfDay: number, zone: string): boolean =>
  zone !== 'UTC' && wallOf(instantOf(date, timeOfDay, zone), zone).time !== timeOfDay;

/** What a zone's clocks show at an instant: the civil date and the ms of the day. */
export const wallOf = (instant: number, zone: string): { readonly date: string; readonly time: number } => {
  const wall = instant + zoneOffset(instant, zone);
  const day = Math.floor(wall / dayMs);
  return { date: dateOfDay(day), time: wall - day * dayMs };
};

export const startOfDay = (date: string, zone: string): number => instantOf(date, 0, zone);
