import { instantOf, wallOf } from '@tessera/fields';
import type { Day } from './past.resource.ts';

const dayMs = 86_400_000;

/** A bar of the strip: a day with a change, or one without. */
export type Bar = { readonly day: string; readonly changes: number; readonly last: string | null };

/** So many days side by side up to `to`, the oldest first; those that nobody changed anything on have no changes. */
export const barsOf = (days: readonly Day[], to: string, count: number): readonly Bar[] => {
  const known = new Map(days.map((one) => [one.day, one]));
  const end = Date.parse(to);
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(end - (count - 1 - i) * dayMs).toISOString().slice(0, 10);
    const found = known.get(day);
    return { day, changes: found?.changes ?? 0, last: found?.last ?? null };
  });
};

/** The day that a zone's clocks show at a moment, and its time of day. */
export const localOf = (moment: string, zone: string): { readonly day: string; readonly time: string } => {
  const { date, time } = wallOf(Date.parse(moment), zone);
  return { day: date, time: new Date(time).toISOString().slice(11, 16) };
};

/** The moment at which a zone's clocks show a day and a time; null for what is none. */
export const momentOf = (day: string, time: string, zone: string): string | null => {
  const timeOfDay = Date.parse(`1970-01-01T${time}:00Z`);
  return Number.isNaN(timeOfDay) || Number.isNaN(Date.parse(day))
    ? null
    : new Date(instantOf(day, timeOfDay, zone)).toISOString();
};

/** The next day with a change after a moment, or the one before it: as it was when that day's last change was saved. */
export const stepFrom = (days: readonly Day[], moment: string, by: -1 | 1): string | null => {
  const at = Date.parse(moment);
  const later = days.filter(({ last }) => Date.parse(last) > at);
  const earlier = days.filter(({ last }) => Date.parse(last) < at);
  return (by === 1 ? later.at(-1) : earlier[0])?.last ?? null;
};
