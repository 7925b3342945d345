const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
const dayMs = 86_400_000;

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
export const zoneOffset = (instant: number, zone: string): number => {
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
