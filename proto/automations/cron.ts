/** The minutes, hours, days of the month, months and days of the week (0 is Sunday) at which something is due. */
export type Cron = {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Where both are named, one of them is enough. */
  readonly eitherDay: boolean;
};

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const read = (text: string, [least, most]: readonly [number, number]): ReadonlySet<number> | undefined => {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, all, from, to, every] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (all === undefined && from === undefined) return undefined;
    const first = all === undefined ? Number(from) : least;
    const last = all !== undefined || (to === undefined && every !== undefined) ? most : Number(to ?? from);
    const step = every === undefined ? 1 : Number(every);
    if (first < least || last > most || first > last || step < 1) return undefined;
    for (let value = first; value <= last; value += step) found.add(value);
  }
  return found;
};

/** Reads `minute hour day month weekday`; undefined where it says nothing that ever comes. */
export const cronOf = (text: string): Cron | undefined => {
  const parts = text.trim().split(/ +/);
  if (text.length > 200 || parts.length !== 5) return undefined;
  const sets = parts.map((part, place) => read(part, bounds[place]!));
  const [minutes, hours, days, months, weekdays] = sets;
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  const week = new Set([...weekdays].map((day) => day % 7));
  const eitherDay = !parts[2]!.startsWith('*') && !parts[4]!.startsWith('*');
  // The 31st of February never comes.
  const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const comes = eitherDay || [...months].some((month) => [...days].some((day) => day <= longest[month - 1]!));
  return comes ? { minutes, hours, days, months, weekdays: week, eitherDay } : undefined;
};

/** A minute as clocks of the zone show it. */
export type LocalMinute = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

export const isDue = (cron: Cron, at: LocalMinute): boolean => {
  if (!cron.minutes.has(at.minute) || !cron.hours.has(at.hour) || !cron.months.has(at.month)) return false;
  const weekday = new Date(Date.UTC(at.year, at.month - 1, at.day)).getUTCDay();
  const [byDay, byWeek] = [cron.days.has(at.day), cron.weekdays.has(weekday)];
  return cron.eitherDay ? byDay || byWeek : byDay && byWeek;
};

export const isZone = (zone: unknown): zone is string => {
  if (typeof zone !== 'string' || !/^[A-Za-z0-9_+/-]{1,60}$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const minuteMs = 60_000;
const two = (value: number): string => String(value).padStart(2, '0');

/**
 * The moments due behind `after` and up to `until` (ms), each under the minute that clocks of the zone show: an hour that
 * comes twice is due once, one that is skipped is not. `offset`: ms that the zone is before UTC. At most the last `most`.
 */
export const dueBetween = (
  cron: Cron,
  offset: (instant: number) => number,
  after: number,
  until: number,
  most: number,
): readonly { readonly at: number; readonly name: string }[] => {
  const due: { at: number; name: string }[] = [];
  for (let at = Math.floor(until / minuteMs) * minuteMs; at > after && due.length < most; at -= minuteMs) {
    const local = new Date(at + offset(at));
    const minute: LocalMinute = {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
    };
    if (!isDue(cron, minute)) continue;
    const name = `${minute.year}-${two(minute.month)}-${two(minute.day)}T${two(minute.hour)}:${two(minute.minute)}`;
    if (!due.some((one) => one.name === name)) due.push({ at, name });
  }
  return due.toReversed();
};
