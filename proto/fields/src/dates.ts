import type { FieldProps, ReadContext } from './type.ts';

/**
 * What a text says as a date, with each possible order of day and month: `dmy` and `mdy` as "YYYY-MM-DD", both given
 * and equal where the order is plain (ISO, named months). `time` in ms of the day, `offset` in minutes where the text
 * names its zone.
 */
export type DateShape = {
  readonly dmy: string | undefined;
  readonly mdy: string | undefined;
  readonly time: number | undefined;
  readonly offset: number | undefined;
  /** Its second has digits below the ms that are not zero. */
  readonly finer: boolean;
  /** It looks like a date, but its month has no such day. */
  readonly noSuchDay: boolean;
};

const monthNames = [
  'jan january janeiro ene enero',
  'feb february fev fevereiro febrero',
  'mar march março marco marzo',
  'apr april abr abril',
  'may mai maio mayo',
  'jun june junho junio',
  'jul july julho julio',
  'aug august ago agosto',
  'sep sept september set setembro septiembre setiembre',
  'oct october out outubro octubre',
  'nov november novembro noviembre',
  'dec december dez dezembro dic diciembre',
];
const months = new Map(monthNames.flatMap((names, i) => names.split(' ').map((name) => [name, i + 1] as const)));

const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31;

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** "YYYY-MM-DD", or undefined if there is no such day. Years 1 to 9999. */
export const civil = (year: number, month: number, day: number): string | undefined =>
  year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)
    ? undefined
    : `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Two-digit years: 00 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999, as spreadsheets read them. */
const fullYear = (digits: string): number =>
  digits.length > 2 ? Number(digits) : Number(digits) < 50 ? 2000 + Number(digits) : 1900 + Number(digits);

const isoShape = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const numericShape = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;
const dayNameShape =
  /^(\d{1,2})(?:st|nd|rd|th|º|ª)?[-/. ]*(?:de |of )?[-/. ]*(\p{L}{3,12})\.?,?[-/. ]*(?:de |del )?[-/. ]*(\d{4}|'?\d{2})$/u;
const nameDayShape = /^(\p{L}{3,12})\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?,?[-/. ]+(\d{4})$/u;
const weekday =
  /^(?:mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|seg|ter|qua|qui|sex|s[áa]b|dom|lun|mar|mi[ée]|jue|vie|segunda(?:-feira)?|terça(?:-feira)?|quarta(?:-feira)?|quinta(?:-feira)?|sexta(?:-feira)?|s[áa]bado|domingo|lunes|martes|mi[ée]rcoles|jueves|viernes)\.?,?\s+/i;
const timeShape =
  /(?:[T ,]|^)\s*(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;

/** How a written date may begin: the first letters of months and of days of the week. */
const beginnings = new Set(
  [
    ...months.keys(),
    ...'mon tue wed thu fri sat sun seg ter qua qui sex sab sáb dom lun mar mie mié jue vie'.split(' '),
  ].map((name) => name.slice(0, 3)),
);

type Clock = Pick<DateShape, 'time' | 'offset' | 'finer'>;
const noClock: Clock = { time: undefined, offset: undefined, finer: false };

/** Recognises a date, with or without a time of the day; undefined for other texts. */
export const dateShape = (text: string): DateShape | undefined => {
  if (text.length > 60 || text.length < 6) return undefined;
  let rest = text.trim();
  const first = rest.charCodeAt(0);
  if ((first < 48 || first > 57) && !beginnings.has(rest.slice(0, 3).toLowerCase())) return undefined;
  let clock: Clock = noClock;
  if (rest.length > 8 && (rest.includes(':') || /\dh\d/i.test(rest))) {
    const match = timeShape.exec(rest);
    if (!match) return undefined;
    const time = timeOf(match);
    if (time === undefined) return undefined;
    clock = {
      time,
      offset: match[6] === undefined ? undefined : offsetOf(match[6]),
      finer: /[1-9]/.test(match[4]?.slice(3) ?? ''),
    };
    rest = rest.slice(0, match.index).replace(/[,\s]+$/, '');
  }
  const numeric = numericShape.exec(rest);
  if (numeric) {
    const [, a, , b, y] = numeric as unknown as [string, string, string, string, string];
    const year = fullYear(y);
    const dmy = civil(year, Number(b), Number(a));
    const mdy = civil(year, Number(a), Number(b));
    const noSuchDay = !dmy && !mdy && (Number(b) <= 12 ? Number(a) <= 31 : Number(a) <= 12 && Number(b) <= 31);
    return dmy || mdy || noSuchDay ? { dmy, mdy, ...clock, noSuchDay } : undefined;
  }
  const iso = isoShape.exec(rest);
  if (iso) return plain(Number(iso[1]), Number(iso[2]), Number(iso[3]), clock);
  if (!/\p{L}/u.test(rest)) return undefined;
  // "Mar 1 2000" is March before it is a Tuesday.
  return namedDate(rest, clock) ?? namedDate(rest.replace(weekday, ''), clock);
};

const namedDate = (named: string, clock: Clock): DateShape | undefined => {
  const dayName = dayNameShape.exec(named);
  if (dayName) {
    const month = months.get(dayName[2]!.toLowerCase());
    return month === undefined
      ? undefined
      : plain(fullYear(dayName[3]!.replace("'", '')), month, Number(dayName[1]), clock);
  }
  const nameDay = nameDayShape.exec(named);
  if (nameDay) {
    const month = months.get(nameDay[1]!.toLowerCase());
    return month === undefined ? undefined : plain(Number(nameDay[3]), month, Number(nameDay[2]), clock);
  }
  return undefined;
};

const plain = (year: number, month: number, day: number, clock: Clock): DateShape | undefined => {
  const date = civil(year, month, day);
  if (date === undefined && (month < 1 || month > 12 || day < 1 || day > 31)) return undefined;
  return { dmy: date, mdy: date, ...clock, noSuchDay: date === undefined };
};

const timeOf = (match: RegExpExecArray): number | undefined => {
  let hour = Number(match[1]);
  const half = match[5]?.[0]?.toLowerCase();
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === 'p' ? 12 : 0);
  }
  const minute = Number(match[2]);
  const second = Number(match[3] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000 + Number((match[4] ?? '').slice(0, 3).padEnd(3, '0'));
};

const offsetOf = (zone: string): number => {
  if (!/^[+-]/.test(zone)) return 0;
  const digits = zone.replace(':', '');
  return (digits[0] === '-' ? -1 : 1) * (Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3)));
};

/**
 * The date under a context's order of day and month: strictly in imports, otherwise falling back to the only possible
 * reading.
 */
export const chooseDate = (shape: DateShape, context: Pick<ReadContext, 'dayFirst' | 'strict'>): string | undefined => {
  const asked = context.dayFirst ? shape.dmy : shape.mdy;
  return asked !== undefined || context.strict ? asked : (shape.dmy ?? shape.mdy);
};

/** The day that a text says in this order of day and month; undefined where it is none. */
export const dayIn = (text: string, dayFirst: boolean): string | undefined => {
  const shape = dateShape(text.trim());
  return shape && chooseDate(shape, { dayFirst });
};

const dayMs = 86_400_000;

/** Days since 1970-01-01 of a civil date. */
export const dayNumber = (date: string): number => {
  const at = new Date(0);
  at.setUTCFullYear(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
  return at.getTime() / dayMs;
};
/** The civil date of days since 1970-01-01. */
export const dateOfDay = (day: number): string => {
  const at = new Date(day * dayMs);
  return `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
};
export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days);

/** A serial number of the years 1954 to 2146: what imports take for one. */
const plausibleSerial = /^[2-8]\d{4}(?:\.\d{1,10})?$/;

/**
 * The date of a spreadsheet's serial number (days since 1899-12-30), with the time of its fraction in ms; undefined out
 * of range.
 */
export const serialDate = (
  text: string,
  strict = false,
): { readonly date: string; readonly time: number } | undefined => {
  if (!(strict ? plausibleSerial : /^\d{1,7}(?:\.\d{1,10})?$/).test(text)) return undefined;
  const serial = Number(text);
  if (serial < 1 || serial >= 2_958_466) return undefined;
  const day = Math.floor(serial);
  return { date: dateOfDay(day - 25_569), time: Math.min(dayMs - 1, Math.round((serial - day) * dayMs)) };
};

type Order = 'dmy' | 'mdy' | 'ymd';
const orderByLocale = new Map<string, { readonly order: Order; readonly separator: string }>();
const localeOrder = (locale: string): { readonly order: Order; readonly separator: string } => {
  let found = orderByLocale.get(locale);
  if (!found) {
    const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
      0,
    );
    const order = parts
      .map((part) => part.type[0])
      .filter((letter) => letter === 'd' || letter === 'm' || letter === 'y')
      .join('');
    const separator = parts.find((part) => part.type === 'literal')?.value.trim() || '/';
    found = {
      order: order === 'mdy' || order === 'ymd' ? order : 'dmy',
      separator: /^[-/.]$/.test(separator) ? separator : '/',
    };
    orderByLocale.set(locale, found);
  }
  return found;
};

/** The date formats that a field may ask for; without one the reader's locale decides. */
export const dateFormats = ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd', 'dd.MM.yyyy', 'dd-MM-yyyy'] as const;

/** A civil date in the field's format or the locale's, always with four digits for the year. */
export const formatDate = (date: string, props: FieldProps, locale: string): string => {
  const [y, m, d] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)];
  if (props.date_format) return props.date_format.replace('yyyy', y).replace('MM', m).replace('dd', d);
  const { order, separator } = localeOrder(locale);
  return (order === 'dmy' ? [d, m, y] : order === 'mdy' ? [m, d, y] : [y, m, d]).join(separator);
};

/** Whether a locale writes the day before the month. */
export const dayFirstOf = (locale: string): boolean => localeOrder(locale).order === 'dmy';

/** The order of a field's own format goes before the reader's, except where an import has decided the column. */
export const orderFor = (props: FieldProps, context: ReadContext): Pick<ReadContext, 'dayFirst' | 'strict'> =>
  context.strict || !props.date_format ? context : { dayFirst: !props.date_format.startsWith('MM') };

/** Days from the first to the last, "YYYY-MM-DD"; of one day, its `time` in ms where a time of the day is named. */
export type Period = { readonly first: string; readonly last: string; readonly time?: number };

const linking = new Set(['de', 'del', 'of']);
const yearShape = /^\d{4}$/;
const dayShape = /^(\d{1,2})(?:st|nd|rd|th|º|ª)?$/;

/**
 * The days that a few words name as people write them: a whole date, also with a time of the day, a year, a month, a month of a year, a day of a
 * month. What names no year means that of `today`. Undefined for other words.
 */
export const periodOf = (words: readonly string[], dayFirst: boolean, today: string): Period | undefined => {
  const shape = dateShape(words.join(' '));
  const whole = dayFirst ? (shape?.dmy ?? shape?.mdy) : (shape?.mdy ?? shape?.dmy);
  if (whole !== undefined)
    return { first: whole, last: whole, ...(shape?.time === undefined ? {} : { time: shape.time }) };
  let [year, month, day]: (number | undefined)[] = [];
  for (const word of words) {
    const plainly = word.replace(/[.,]$/, '');
    const named = months.get(plainly);
    const numbered = dayShape.exec(plainly);
    if (linking.has(plainly)) continue;
    if (named !== undefined && month === undefined) month = named;
    else if (yearShape.test(plainly) && year === undefined) year = Number(plainly);
    else if (numbered !== null && day === undefined) day = Number(numbered[1]);
    else return undefined;
  }
  if (month === undefined) {
    const only = year !== undefined && day === undefined && year >= 1000;
    return only ? { first: civil(year!, 1, 1)!, last: civil(year!, 12, 31)! } : undefined;
  }
  const of = year ?? Number(today.slice(0, 4));
  const first = civil(of, month, day ?? 1);
  const last = civil(of, month, day ?? daysIn(of, month));
  return first === undefined || last === undefined ? undefined : { first, last };
};
