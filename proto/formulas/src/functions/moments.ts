import { civil, dayNumber, instantOf } from '@tessera/fields';
import { bounded } from '@tessera/kernel';
import { failure, maxTextLength, type FormulaContext, type Value } from '../values.ts';

/** What stands for a part of a date or time in a format; the longest first, text in brackets as it is. */
const parts = /\[[^\]]*\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|SSS|A|a|Q|ZZ|Z|X|x/g;

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

const names = bounded<string, Intl.DateTimeFormat>(500);
const nameOf = (locale: string, options: Intl.DateTimeFormatOptions, date: string): string => {
  const key = `${locale} ${Object.values(options).join()} ${Object.keys(options).join()}`;
  let format = names.get(key);
  if (format === undefined) names.set(key, (format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })));
  return format.format(dayNumber(date) * 86_400_000);
};

const offsetText = (date: string, time: number, instant: number, between: string): string => {
  const minutes = Math.round((dayNumber(date) * 86_400_000 + time - instant) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}${between}${pad(size % 60, 2)}`;
};

/** A moment in a form of the usual letters: "YYYY-MM-DD HH:mm", "D MMMM YYYY", "[Week of] DD/MM". */
export const formatMoment = (
  { date, time }: { readonly date: string; readonly time: number },
  instant: number,
  format: string,
  { locale }: FormulaContext,
): Value => {
  if (format.length > 1000) return failure('too_long');
  const [year, month, day] = [date.slice(0, 4), Number(date.slice(5, 7)), Number(date.slice(8, 10))];
  const [hour, minute, second] = [
    Math.floor(time / 3_600_000),
    Math.floor(time / 60_000) % 60,
    Math.floor(time / 1000) % 60,
  ];
  const shown: Readonly<Record<string, () => string>> = {
    YYYY: () => year,
    YY: () => year.slice(2),
    MMMM: () => nameOf(locale, { month: 'long' }, date),
    MMM: () => nameOf(locale, { month: 'short' }, date),
    MM: () => pad(month, 2),
    M: () => String(month),
    DD: () => pad(day, 2),
    D: () => String(day),
    dddd: () => nameOf(locale, { weekday: 'long' }, date),
    ddd: () => nameOf(locale, { weekday: 'short' }, date),
    HH: () => pad(hour, 2),
    H: () => String(hour),
    hh: () => pad(hour % 12 || 12, 2),
    h: () => String(hour % 12 || 12),
    mm: () => pad(minute, 2),
    m: () => String(minute),
    ss: () => pad(second, 2),
    s: () => String(second),
    SSS: () => pad(time % 1000, 3),
    A: () => (hour < 12 ? 'AM' : 'PM'),
    a: () => (hour < 12 ? 'am' : 'pm'),
    Q: () => String(Math.ceil(month / 3)),
    Z: () => offsetText(date, time, instant, ':'),
    ZZ: () => offsetText(date, time, instant, ''),
    X: () => String(Math.floor(instant / 1000)),
    x: () => String(instant),
  };
  const made = format.replace(parts, (part) => (part.startsWith('[') ? part.slice(1, -1) : shown[part]!()));
  return made.length > maxTextLength ? failure('too_long') : made;
};

/** How many digits each part takes, and what they say. */
const readers: Readonly<
  Record<
    string,
    readonly [pattern: string, part: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'ms' | 'half']
  >
> = {
  YYYY: ['\\d{4}', 'year'],
  MM: ['\\d{2}', 'month'],
  M: ['\\d{1,2}', 'month'],
  DD: ['\\d{2}', 'day'],
  D: ['\\d{1,2}', 'day'],
  HH: ['\\d{2}', 'hour'],
  H: ['\\d{1,2}', 'hour'],
  hh: ['\\d{2}', 'hour'],
  h: ['\\d{1,2}', 'hour'],
  mm: ['\\d{2}', 'minute'],
  m: ['\\d{1,2}', 'minute'],
  ss: ['\\d{2}', 'second'],
  s: ['\\d{1,2}', 'second'],
  SSS: ['\\d{3}', 'ms'],
  A: ['[AaPp][Mm]', 'half'],
  a: ['[AaPp][Mm]', 'half'],
};
const yearFirst =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<ms>\d{3}))?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const shapes = bounded<string, RegExp | null>(500);
/** A format as a pattern of parts of fixed width at most; null for a part that cannot be read or stands twice. */
const shapeOf = (format: string): RegExp | null => {
  let shape = shapes.get(format);
  if (shape === undefined) {
    const seen = new Set<string>();
    let [source, at, known] = ['^', 0, format.length <= 100];
    for (const found of format.matchAll(parts)) {
      source += literal(format.slice(at, found.index));
      at = found.index + found[0].length;
      const reader = readers[found[0]];
      if (found[0].startsWith('[')) source += literal(found[0].slice(1, -1));
      else if (reader === undefined || seen.has(reader[1])) known = false;
      else {
        seen.add(reader[1]);
        source += `(?<${reader[1]}>${reader[0]})`;
      }
    }
    shapes.set(format, (shape = known ? new RegExp(`${source}${literal(format.slice(at))}$`, 'u') : null));
  }
  return shape;
};

const offsetOf = (zone: string): number => {
  if (zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  return (digits.startsWith('-') ? -1 : 1) * (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3))) * 60_000;
};

/** The moment that a text says in a format, by the clocks of the zone; year first where no format is given. */
export const parseMoment = (text: string, format: string | undefined, { timezone }: FormulaContext): Value => {
  const shape = format === undefined || format === '' ? yearFirst : shapeOf(format);
  if (shape === null) return failure('out_of_range');
  const said = text.length > 200 ? undefined : shape.exec(text.trim())?.groups;
  if (said === undefined) return failure('not_a_date');
  const of = (part: string, otherwise: number): number => (said[part] === undefined ? otherwise : Number(said[part]));
  const [year, month, day] = [of('year', 1970), of('month', 1), of('day', 1)];
  const [minute, second, ms] = [of('minute', 0), of('second', 0), of('ms', 0)];
  const half = said['half']?.toLowerCase();
  const given = of('hour', 0);
  const hour = half === undefined ? given : (given % 12) + (half === 'pm' ? 12 : 0);
  const date = civil(year, month, day);
  if (
    date === undefined ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    (half !== undefined && (given < 1 || given > 12))
  )
    return failure('not_a_date');
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + ms;
  return said['zone'] === undefined
    ? instantOf(date, time, timezone)
    : dayNumber(date) * 86_400_000 + time - offsetOf(said['zone']);
};
