import { isObject } from './values.ts';

export const offsetUnits = ['days', 'weeks', 'months'] as const;
export type OffsetUnit = (typeof offsetUnits)[number];
/** So many days, weeks or months after a day; fewer than 0 are before it. */
export type Offset = { readonly value: number; readonly unit: OffsetUnit };

/** Of either side. */
const most = { days: 3_650, weeks: 520, months: 120 } as const;

export const isOffset = (value: unknown): value is Offset => {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const unit = offsetUnits.find((one) => one === value['unit']);
  return unit !== undefined && Number.isInteger(value['value']) && Math.abs(value['value'] as number) <= most[unit];
};

export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);

/** A day that there is, YYYY-MM-DD. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
  new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

const dayMs = 86_400_000;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A day and so many months; where that month is shorter, its last day. */
const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)));
};

/** The days (YYYY-MM-DD) that come to a day by an offset: none, one, or at the end of a short month several. */
export const daysReaching = (day: string, { value, unit }: Offset): readonly string[] => {
  if (unit !== 'months') return [dayAt(msOf(day) - value * (unit === 'weeks' ? 7 : 1) * dayMs)];
  const near = msOf(monthsAfter(day, -value));
  return [-3, -2, -1, 0, 1, 2, 3]
    .map((by) => dayAt(near + by * dayMs))
    .filter((one) => monthsAfter(one, value) === day);
};
