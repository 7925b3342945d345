import { dateOfDay, dayNumber } from './dates.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const formatter = (zone: string): Intl.DateTimeFormat => {
  let found = formatters.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    formatters.set(zone, found);
  }
  return found;
};

const measured = (instant: number, zone: string): number => {
  const parts: Record<string, string> = {};
  for (const part of formatter(zone).formatToParts(instant)) parts[part.type] = part.value;
  const at = new Date(0);
  const year = Number(parts['year']);
  at.setUTCFullYear(parts['era'] === 'BC' ? 1 - year : year, Number(parts['month']) - 1, Number(parts['day']));
  at.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
  return at.getTime() - Math.floor(instant / 1000) * 1000;
};

/**
 * Offset of a zone from UTC in ms at an instant. Kept per UTC day, save for days on which it changes. Throws RangeError
 * for an unknown zone.
 */
const zoneOffset = (instant: number, zone: string): number => {
  if (zone === 'UTC') return 0;
  let kept = offsets.get(zone);
  if (!kept) offsets.set(zone, (kept = new Map()));
  const day = Math.floor(instant / dayMs);
  let offset = kept.get(day);
  if (offset === undefined) {
    if (kept.size > 50_000) kept.clear();
    const start = measured(day * dayMs, zone);
    offset = start === measured((day + 1) * dayMs, zone) ? start : NaN;
    kept.set(day, offset);
  }
  return Number.isNaN(offset) ? measured(instant, zone) : offset;
};

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

/** What a zone's clocks show at an instant: the civil date and the ms of the day. */
export const wallOf = (instant: number, zone: string): { readonly date: string; readonly time: number } => {
  const wall = instant + zoneOffset(instant, zone);
  const day = Math.floor(wall / dayMs);
  return { date: dateOfDay(day), time: wall - day * dayMs };
};

export const startOfDay = (date: string, zone: string): number => instantOf(date, 0, zone);
