import { zoneOffset } from '@tessera/kernel/zones';
import { cronOf, daysReaching, dueBetween, isOffset, isTime, type Trigger } from '@tessera/proto/automations';

/** Moments that passed while nothing ran are caught up with, of so long. */
const caughtUpMs = 24 * 3_600_000;

/** What is due by a date: the day of the moment, and which days of records come to it. */
export type DueDay = { readonly at: number; readonly name: string; readonly days: readonly string[] };

/** The moments behind `after` at which days of records are to be looked at, by the zone of the organization. */
export const dueDays = (
  { config }: Trigger,
  zone: string,
  { after, since, now }: { readonly after: number; readonly since: number; readonly now: number },
): readonly DueDay[] => {
  const { at: time, offset } = config;
  if (!isTime(time) || !isOffset(offset)) return [];
  const [hour, minute] = time.split(':').map(Number);
  const cron = cronOf(`${minute} ${hour} * * *`);
  if (cron === undefined) return [];
  const from = Math.max(after, since, now - caughtUpMs);
  return dueBetween(cron, (instant) => zoneOffset(instant, zone), from, now, 2).map(({ at, name }) => ({
    at,
    name: name.slice(0, 10),
    days: daysReaching(name.slice(0, 10), offset),
  }));
};
