import { addDays, civil, dateOfDay, dayNumber, instantOf, wallOf } from '@tessera/fields';
import { bounded } from '@tessera/kernel';
import * as decimals from '../decimals.ts';
import type { Decimal } from '../decimals.ts';
import { failure, type Failure, type FormulaContext, type FormulaType, type Value } from '../values.ts';
import { formatMoment, parseMoment } from './moments.ts';
import { optional, parameter, type FormulaFunction } from './function.ts';

const dayMs = 86_400_000;
const day = parameter('date', 'day');

/** A civil date with the ms of its day: what the clocks of the zone show. */
export type Wall = { readonly date: string; readonly time: number };

const wallAt = (value: Value, type: FormulaType, context: FormulaContext): Wall =>
  type === 'date' ? { date: value as string, time: 0 } : wallOf(value as number, context.timezone);
const instantAt = (value: Value, type: FormulaType, context: FormulaContext): number =>
  type === 'date' ? instantOf(value as string, 0, context.timezone) : (value as number);

const inYears = (date: string): string | Failure =>
  /^\d{4}-/.test(date) && date >= '0001' ? date : failure('no_such_date');
/** Days that are far beyond the years 1 to 9999 either way. */
const maxDays = 4_000_000;
const daysFrom = (date: string, days: number): string | Failure =>
  Math.abs(days) > maxDays ? failure('no_such_date') : inYears(addDays(date, days));

const units = {
  milliseconds: { ms: 1 },
  seconds: { ms: 1000 },
  minutes: { ms: 60_000 },
  hours: { ms: 3_600_000 },
  days: { days: 1 },
  weeks: { days: 7 },
  months: { months: 1 },
  quarters: { months: 3 },
  years: { months: 12 },
} as const satisfies Readonly<Record<string, { ms?: number; days?: number; months?: number }>>;
type Unit = { readonly ms?: number; readonly days?: number; readonly months?: number };
const unitOf = (name: string): Unit | undefined => {
  const lower = name.trim().toLowerCase();
  return (units as Readonly<Record<string, Unit>>)[lower.endsWith('s') ? lower : `${lower}s`];
};

const monthsFrom = (date: string, months: number): string | Failure => {
  const [year, month, of] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  const counted = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(counted / 12), (((counted % 12) + 12) % 12) + 1];
  // A month without such a day ends before it.
  return civil(y, m, of) ?? civil(y, m, 30) ?? civil(y, m, 29) ?? civil(y, m, 28) ?? failure('no_such_date');
};

/** Whole months from `a` to `b`, negative where `b` is earlier. */
const monthsBetween = (a: Wall, b: Wall): number => {
  if (b.date < a.date || (b.date === a.date && b.time < a.time)) return -monthsBetween(b, a) || 0;
  const months =
    (Number(b.date.slice(0, 4)) - Number(a.date.slice(0, 4))) * 12 +
    Number(b.date.slice(5, 7)) -
    Number(a.date.slice(5, 7));
  const reached = monthsFrom(a.date, months) as string;
  return reached > b.date || (reached === b.date && a.time > b.time) ? months - 1 : months;
};

const part = (says: string, example: readonly [string, string], compute: (wall: Wall) => number): FormulaFunction => ({
  group: 'date',
  parameters: [day],
  says,
  example,
  gives: 'number',
  run: ([value], context, [type]) => decimals.whole(compute(wallAt(value!, type!, context))),
});

const compared = (
  says: string,
  example: readonly [string, string],
  holds: (a: number, b: number) => boolean,
): FormulaFunction => ({
  group: 'date',
  parameters: [day, parameter('other', 'day')],
  says,
  example,
  gives: 'boolean',
  run: ([a, b], context, [first, second]) => holds(instantAt(a!, first!, context), instantAt(b!, second!, context)),
});

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const weekStart = (name: Value | undefined): number | undefined => {
  const found = name === undefined || name === '' ? 0 : weekdays.indexOf((name as string).trim().toLowerCase());
  return found < 0 ? undefined : found;
};
/** 0 is Sunday. */
const weekdayOf = (dayCount: number): number => (((dayCount + 4) % 7) + 7) % 7;

const listedDays = (list: Value | undefined): ReadonlySet<number> | undefined => {
  const found = new Set<number>();
  for (const one of typeof list === 'string' ? list.split(',') : []) {
    const date = one.trim();
    if (date === '') continue;
    const read = /^\d{4}-\d{2}-\d{2}$/.test(date) ? dayNumber(date) : NaN;
    if (Number.isNaN(read) || dateOfDay(read) !== date) return undefined;
    found.add(read);
  }
  return found;
};
const isWorkday = (of: number, holidays: ReadonlySet<number>): boolean => {
  const weekday = weekdayOf(of);
  return weekday !== 0 && weekday !== 6 && !holidays.has(of);
};
/** Workdays that a formula counts one by one: some four hundred years. */
const maxWorkdays = 100_000;

export const dateFunctions: Readonly<Record<string, FormulaFunction>> = {
  TODAY: {
    group: 'date',
    parameters: [],
    says: 'The date of today.',
    example: ['DATETIME_DIFF(TODAY(), TODAY(), "days")', '0'],
    gives: 'date',
    moving: 'day',
    run: (_, context) => wallOf(context.now, context.timezone).date,
  },
  NOW: {
    group: 'date',
    parameters: [],
    says: 'The date and time of this minute.',
    example: ['DATETIME_DIFF(NOW(), NOW(), "minutes")', '0'],
    gives: 'dateTime',
    moving: 'minute',
    run: (_, context) => Math.floor(context.now / 60_000) * 60_000,
  },
  DATE: {
    group: 'date',
    parameters: [parameter('year', 'number'), parameter('month', 'number'), parameter('day', 'number')],
    says: 'The date of a year, month and day.',
    example: ['DATE(2026, 2, 28)', '2026-02-28'],
    gives: 'date',
    run: ([year, month, of]) => {
      const [y, m, d] = [year, month, of].map((one) => decimals.wholeOf(one as Decimal)) as [number, number, number];
      return civil(y, m, d) ?? failure('no_such_date');
    },
  },
  DATEADD: {
    group: 'date',
    parameters: [day, parameter('count', 'number'), parameter('unit', 'text')],
    says: 'The date so many days, weeks, months, years, hours or minutes later.',
    example: ['DATEADD(DATE(2026, 1, 31), 1, "month")', '2026-02-28'],
    gives: (types, literals) => {
      const unit = literals[2] === undefined ? undefined : unitOf(literals[2]);
      return types[0] === 'date' && unit !== undefined && unit.ms === undefined ? 'date' : 'dateTime';
    },
    run: ([value, count, name], context, types, gives) => {
      const unit = unitOf(name as string);
      if (unit === undefined) return failure('out_of_range');
      const n = decimals.wholeOf(count as Decimal);
      if (unit.ms !== undefined) {
        const moved = instantAt(value!, types[0]!, context) + n * unit.ms;
        return Math.abs(moved) > maxDays * dayMs || wallOf(moved, 'UTC').date.length !== 10
          ? failure('no_such_date')
          : moved;
      }
      const wall = wallAt(value!, types[0]!, context);
      const date =
        unit.days === undefined ? monthsFrom(wall.date, n * unit.months!) : daysFrom(wall.date, n * unit.days);
      if (typeof date !== 'string') return date;
      return gives === 'date' ? date : instantOf(date, wall.time, context.timezone);
    },
  },
  DATETIME_DIFF: {
    group: 'date',
    parameters: [day, parameter('earlier', 'day'), optional('unit', 'text')],
    says: 'How many whole units lie between two dates; seconds unless given.',
    example: ['DATETIME_DIFF(DATE(2026, 3, 1), DATE(2026, 2, 1), "days")', '28'],
    gives: 'number',
    run: ([late, early, name], context, [a, b]) => {
      const unit = unitOf((name as string | undefined) ?? 'seconds');
      if (unit === undefined) return failure('out_of_range');
      if (unit.ms !== undefined)
        return decimals.whole(
          Math.trunc((instantAt(late!, a!, context) - instantAt(early!, b!, context)) / unit.ms) || 0,
        );
      const [from, to] = [wallAt(early!, b!, context), wallAt(late!, a!, context)];
      const counted =
        unit.days === undefined
          ? monthsBetween(from, to) / unit.months!
          : (dayNumber(to.date) - dayNumber(from.date) + (to.time - from.time) / dayMs) / unit.days;
      return decimals.whole(Math.trunc(counted) || 0);
    },
  },
  YEAR: part('The year of a date.', ['YEAR(DATE(2026, 11, 23))', '2026'], ({ date }) => Number(date.slice(0, 4))),
  QUARTER: part('The quarter of a date, 1 to 4.', ['QUARTER(DATE(2026, 11, 23))', '4'], ({ date }) =>
    Math.ceil(Number(date.slice(5, 7)) / 3),
  ),
  MONTH: part('The month of a date, 1 to 12.', ['MONTH(DATE(2026, 11, 23))', '11'], ({ date }) =>
    Number(date.slice(5, 7)),
  ),
  DAY: part('The day of the month.', ['DAY(DATE(2026, 11, 23))', '23'], ({ date }) => Number(date.slice(8, 10))),
  HOUR: part('The hour of a moment, 0 to 23.', ['HOUR(DATETIME_PARSE("2026-11-23 14:05"))', '14'], ({ time }) =>
    Math.floor(time / 3_600_000),
  ),
  MINUTE: part(
    'The minute of a moment.',
    ['MINUTE(DATETIME_PARSE("2026-11-23 14:05"))', '5'],
    ({ time }) => Math.floor(time / 60_000) % 60,
  ),
  SECOND: part(
    'The second of a moment.',
    ['SECOND(DATETIME_PARSE("2026-11-23 14:05:09"))', '9'],
    ({ time }) => Math.floor(time / 1000) % 60,
  ),
  WEEKDAY: {
    group: 'date',
    parameters: [day, optional('first', 'text')],
    says: 'The day of the week, 0 for Sunday or for the day that the week begins with.',
    example: ['WEEKDAY(DATE(2026, 11, 23))', '1'],
    gives: 'number',
    run: ([value, first], context, [type]) => {
      const start = weekStart(first);
      if (start === undefined) return failure('out_of_range');
      return decimals.whole((weekdayOf(dayNumber(wallAt(value!, type!, context).date)) - start + 7) % 7);
    },
  },
  WEEKNUM: {
    group: 'date',
    parameters: [day, optional('first', 'text')],
    says: 'The week of the year; the first has January 1.',
    example: ['WEEKNUM(DATE(2026, 11, 23))', '48'],
    gives: 'number',
    run: ([value, first], context, [type]) => {
      const start = weekStart(first);
      if (start === undefined) return failure('out_of_range');
      const { date } = wallAt(value!, type!, context);
      const january = dayNumber(`${date.slice(0, 4)}-01-01`);
      return decimals.whole(Math.floor((dayNumber(date) - january + ((weekdayOf(january) - start + 7) % 7)) / 7) + 1);
    },
  },
  WORKDAY: {
    group: 'date',
    parameters: [day, parameter('count', 'number'), optional('holidays', 'text')],
    says: 'The date so many workdays later; weekends and the listed dates are none.',
    example: ['WORKDAY(DATE(2026, 11, 20), 2, "2026-11-23")', '2026-11-25'],
    gives: 'date',
    // A day takes some ten, and weekends are passed over.
    work: ([, count]) => Math.min(maxWorkdays, Math.abs(decimals.wholeOf(count as Decimal))) * 10,
    run: ([value, count, list], context, [type]) => {
      const holidays = listedDays(list);
      const n = decimals.wholeOf(count as Decimal);
      if (holidays === undefined) return failure('not_a_date');
      if (Math.abs(n) > maxWorkdays) return failure('out_of_range');
      let at = dayNumber(wallAt(value!, type!, context).date);
      for (let left = Math.abs(n); left > 0; left--) {
        do at += Math.sign(n);
        while (!isWorkday(at, holidays));
      }
      return inYears(dateOfDay(at));
    },
  },
  WORKDAY_DIFF: {
    group: 'date',
    parameters: [parameter('from', 'day'), parameter('to', 'day'), optional('holidays', 'text')],
    says: 'How many workdays there are from one date to another, both counted.',
    example: ['WORKDAY_DIFF(DATE(2026, 11, 20), DATE(2026, 11, 24))', '3'],
    gives: 'number',
    run: ([from, to, list], context, [a, b]) => {
      const holidays = listedDays(list);
      if (holidays === undefined) return failure('not_a_date');
      const [x, y] = [dayNumber(wallAt(from!, a!, context).date), dayNumber(wallAt(to!, b!, context).date)];
      const [first, last] = [Math.min(x, y), Math.max(x, y)];
      const weeks = Math.floor((last - first + 1) / 7);
      let counted = weeks * 5;
      for (let at = first + weeks * 7; at <= last; at++) if (isWorkday(at, new Set())) counted += 1;
      for (const holiday of holidays)
        if (holiday >= first && holiday <= last && isWorkday(holiday, new Set())) counted -= 1;
      return decimals.whole(y < x ? -counted || 0 : counted);
    },
  },
  IS_BEFORE: compared(
    'Whether a date is before another.',
    ['IS_BEFORE(DATE(2026, 1, 1), DATE(2026, 1, 2))', 'true'],
    (a, b) => a < b,
  ),
  IS_AFTER: compared(
    'Whether a date is after another.',
    ['IS_AFTER(DATE(2026, 1, 1), DATE(2026, 1, 2))', 'false'],
    (a, b) => a > b,
  ),
  IS_SAME: {
    group: 'date',
    parameters: [day, parameter('other', 'day'), optional('unit', 'text')],
    says: 'Whether two dates are the same, or in the same day, week, month or year.',
    example: ['IS_SAME(DATE(2026, 1, 1), DATE(2026, 1, 31), "month")', 'true'],
    gives: 'boolean',
    run: ([a, b, name], context, [first, second]) => {
      if (name === undefined) return instantAt(a!, first!, context) === instantAt(b!, second!, context);
      const unit = unitOf(name as string);
      if (unit === undefined) return failure('out_of_range');
      const key = (value: Value, type: FormulaType): string | number => {
        if (unit.ms !== undefined) return Math.floor(instantAt(value, type, context) / unit.ms);
        const { date } = wallAt(value, type, context);
        if (unit.days === 7) return dayNumber(date) - weekdayOf(dayNumber(date));
        if (unit.days === 1) return date;
        if (unit.months === 1) return date.slice(0, 7);
        return unit.months === 12 ? date.slice(0, 4) : `${date.slice(0, 4)} ${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
      };
      return key(a!, first!) === key(b!, second!);
    },
  },
  DATESTR: {
    group: 'date',
    parameters: [day],
    says: 'The date as a text, year first.',
    example: ['DATESTR(DATE(2026, 11, 23))', '2026-11-23'],
    gives: 'text',
    run: ([value], context, [type]) => wallAt(value!, type!, context).date,
  },
  DATETIME_FORMAT: {
    group: 'date',
    parameters: [day, optional('format', 'text'), optional('timezone', 'text')],
    says: 'The date as a text in a form such as "DD/MM/YYYY HH:mm".',
    example: ['DATETIME_FORMAT(DATE(2026, 11, 23), "D MMM YYYY")', '23 Nov 2026'],
    gives: 'text',
    run: ([value, format, zone], context, [type]) => {
      const there = zone === undefined || zone === '' ? context : { ...context, timezone: zone as string };
      if (!isZone(there.timezone)) return failure('out_of_range');
      return formatMoment(
        wallAt(value!, type!, there),
        instantAt(value!, type!, there),
        (format as string | undefined) ?? 'YYYY-MM-DD HH:mm',
        there,
      );
    },
  },
  DATETIME_PARSE: {
    group: 'date',
    parameters: [parameter('text', 'text'), optional('format', 'text')],
    says: 'The moment that a text says, in the order of the format or year first.',
    example: ['DATETIME_PARSE("23/11/2026 14:05", "DD/MM/YYYY HH:mm")', '2026-11-23 14:05'],
    gives: 'dateTime',
    run: ([text, format], context) =>
      text === '' ? null : parseMoment(text as string, format as string | undefined, context),
  },
};

const zones = bounded<string, boolean>(1000);
const isZone = (zone: string): boolean => {
  let known = zones.get(zone);
  if (known === undefined) {
    try {
      known = zone.length <= 64 && Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      known = false;
    }
    zones.set(zone, known);
  }
  return known;
};
