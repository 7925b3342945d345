import { bucketUnits, nextFirstDay, type BucketUnit } from '@tessera/kernel';

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** Days, weeks, months and years that are put between two others at most. */
const mostFilled = 400;

/** The first day of the bucket after the one that begins on `first`. */
const nextOf = (first: string, unit: BucketUnit): string => {
  const day = Date.parse(`${first}T00:00:00Z`) / dayMs;
  return dayOf((unit === 'week' ? day + 7 : nextFirstDay(day, { unit, weekStart: 0 })) * dayMs);
};

/** First days of buckets, with those between them of which there are no records; nothing stands last. */
export const filledGaps = (keys: readonly unknown[], bucket: string): readonly unknown[] => {
  const unit = bucketUnits.find((one) => one === bucket);
  if (unit === undefined) return keys;
  const days = keys.filter((key) => typeof key === 'string').toSorted();
  const filled: string[] = [];
  for (const day of days) {
    const last = filled.at(-1);
    if (last !== undefined)
      for (let next = nextOf(last, unit); next < day && filled.length < mostFilled; next = nextOf(next, unit))
        filled.push(next);
    filled.push(day);
  }
  return [...filled, ...keys.filter((key) => key === null)];
};

/** What a bucket is called, by its first day. */
export const bucketText = (first: string, bucket: string, locale: string): string => {
  const at = Date.parse(`${first}T00:00:00Z`);
  if (Number.isNaN(at)) return first;
  const told = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
  switch (bucket) {
    case 'year':
      return first.slice(0, 4);
    case 'quarter':
      return `Q${Math.floor((Number(first.slice(5, 7)) - 1) / 3) + 1} ${first.slice(0, 4)}`;
    case 'month':
      return told({ month: 'short', year: 'numeric' });
    default:
      return told({ day: 'numeric', month: 'short', year: 'numeric' });
  }
};
