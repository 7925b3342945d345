import type { Language } from '../manifest.ts';

/** How one person reads numbers and dates. `locale` is a BCP 47 tag, `timezone` an IANA zone. */
export type LocaleFormats = {
  readonly locale: string;
  readonly timezone: string;
  readonly number: (value: number, decimals?: number) => string;
  readonly percent: (fraction: number) => string;
  readonly bytes: (value: number) => string;
  readonly date: (value: string | number | Date) => string;
  readonly dateTime: (value: string | number | Date) => string;
  readonly time: (value: string | number | Date) => string;
  /** `12 min ago`, `Yesterday`, `Nov 18`: for lists, next to the exact time in a title. */
  readonly ago: (value: string | number | Date, now?: number) => string;
  /**
   * `in 27 days`, `yesterday`, `in 3 months`: how far a day is from today, beside the date itself. Empty for what is no
   * date.
   */
  readonly fromToday: (value: string | number | Date, now?: number) => string;
  readonly list: (items: readonly string[]) => string;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// A civil date (2026-11-21) has no zone: reading it as an instant would move it by a day west of Greenwich.
const isCivil = (value: string | number | Date): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formatters for a locale and zone; made once and cached by the caller. */
export const createFormats = (locale: string, timezone: string): LocaleFormats => {
  const zone = timezone === '' ? 'UTC' : timezone;
  const dateParts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const timeParts = { hour: 'numeric', minute: '2-digit' } as const;
  const date = new Intl.DateTimeFormat(locale, { ...dateParts, timeZone: zone });
  const civil = new Intl.DateTimeFormat(locale, { ...dateParts, timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, { ...dateParts, ...timeParts, timeZone: zone });
  const time = new Intl.DateTimeFormat(locale, { ...timeParts, timeZone: zone });
  const sameYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: zone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  // Some locales end short units with a dot, which reads as the end of a sentence.
  const short = (amount: number, unit: Intl.RelativeTimeFormatUnit): string =>
    relative.format(amount, unit).replace('.', '');
  const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const whole = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone });
  const isoDay = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayNumber = (time: number): number =>
    Number.isFinite(time) ? Date.parse(`${isoDay.format(time)}T00:00:00Z`) / day : Number.NaN;
  return {
    locale,
    timezone: zone,
    number: (value, decimals) =>
      decimals === undefined
        ? whole.format(value)
        : new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
            value,
          ),
    percent: (fraction) => percent.format(fraction),
    bytes: (value) => {
      const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
      let size = value;
      let step = 0;
      while (size >= 1000 && step < units.length - 1) {
        size /= 1000;
        step += 1;
      }
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: units[step] ?? 'byte',
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
        // A limit is never said to be more than it is.
        roundingMode: 'trunc',
      }).format(size);
    },
    date: (value) => (isCivil(value) ? civil.format(new Date(`${value}T00:00:00Z`)) : date.format(new Date(value))),
    dateTime: (value) => dateTime.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    ago: (value, now = Date.now()) => {
      const at = new Date(value).getTime();
      const age = now - at;
      if (age < minute) return capital(relative.format(0, 'second'));
      if (age < hour) return short(-Math.floor(age / minute), 'minute');
      const days = dayNumber(now) - dayNumber(at);
      if (days === 0) return short(-Math.floor(age / hour), 'hour');
      if (days === 1) return capital(relativeDay.format(-1, 'day'));
      return year.format(at) === year.format(now) ? sameYear.format(at) : date.format(at);
    },
    fromToday: (value, now = Date.now()) => {
      const at = isCivil(value) ? Date.parse(`${value}T00:00:00Z`) / day : dayNumber(new Date(value).getTime());
      const days = at - dayNumber(now);
      if (!Number.isFinite(days)) return '';
      const [amount, unit] =
        Math.abs(days) < 60
          ? [days, 'day' as const]
          : Math.abs(days) < 730
            ? [days / 30.44, 'month' as const]
            : [days / 365.25, 'year' as const];
      return relativeDay.format(Math.round(amount), unit);
    },
    list: (items) => list.format(items),
  };
};

const regionFor: Readonly<Record<Language, string>> = { en: 'en-US', pt: 'pt-BR', es: 'es' };

/** The locale for formats: the browser's own when it speaks the chosen language, so that regions keep their habits. */
export const localeFor = (language: Language, browser: readonly string[]): string =>
  browser.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? regionFor[language];

/** The product language that fits a list of preferred tags best. */
export const languageFor = (preferred: readonly string[]): Language => {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0];
    if (base === 'en' || base === 'pt' || base === 'es') return base;
  }
  return 'en';
};
