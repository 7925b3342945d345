import { bounded } from '@tessera/kernel';
import { invalid } from '../refusals.ts';

const remembered = 20_000;
const days = bounded<string, number>(remembered);
const dates = bounded<number, string>(remembered);

/** Days since 1970-01-01 of a civil date "YYYY-MM-DD". Throws `query.invalid_value`. */
export const toDays = (date: string): number => {
  const known = days.get(date);
  if (known !== undefined) return known;
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid('query.invalid_value', 'A date is expected', { value: date });
  return days.set(date, ms / 86_400_000);
};

/** The civil date of days since 1970-01-01. */
export const fromDays = (day: number): string =>
  dates.get(day) ?? dates.set(day, new Date(day * 86_400_000).toISOString().slice(0, 10));

const two = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));

/** ISO 8601 in UTC; by hand, as Date's own takes five times as long and a page has a hundred of them. */
export const isoOf = (ms: number): string => {
  if (ms < 0 || ms >= 253_402_300_800_000) return new Date(ms).toISOString();
  const day = Math.floor(ms / 86_400_000);
  const rest = ms - day * 86_400_000;
  const second = Math.floor(rest / 1000);
  const minute = Math.floor(second / 60);
  return `${fromDays(day)}T${two[Math.floor(minute / 60)]!}:${two[minute % 60]!}:${two[second % 60]!}.${three[Math.floor(rest % 1000)]!}Z`;
};
