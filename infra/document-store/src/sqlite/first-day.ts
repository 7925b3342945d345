import type { DatabaseSync } from 'node:sqlite';
import { bounded, firstDay, localDay, type Bucket, type BucketUnit } from '@tessera/kernel';

/** The name of the function that `addFirstDay` gives a connection. */
export const firstDayFunction = 'tessera_first_day';

/** A bucket as the function takes it; of moments with the zone whose days they fall into. */
export const bucketText = ({ unit, weekStart, timezone }: Bucket, ofMoments: boolean): string =>
  [unit, weekStart, ofMoments ? timezone : ''].join(' ');

const bucketOf = (text: string): Bucket => {
  const [unit, weekStart, timezone] = text.split(' ');
  return { unit: unit as BucketUnit, weekStart: Number(weekStart), timezone: timezone! };
};

/** Days of which the first one of their bucket is kept, in each of a few buckets. */
const keptDays = 20_000;
const keptBuckets = 16;

/**
 * Gives a connection a function of a stored date or moment and of a bucket (`bucketText`): the first day of the bucket
 * that it is in, in days since 1970-01-01; null of nothing.
 */
export const addFirstDay = (db: DatabaseSync): void => {
  const buckets = bounded<
    string,
    { readonly bucket: Bucket; readonly days: ReturnType<typeof bounded<number, bigint>> }
  >(keptBuckets);
  db.function(firstDayFunction, { deterministic: true }, (value, text) => {
    if (value === null) return null;
    const known =
      buckets.get(text as string) ??
      buckets.set(text as string, { bucket: bucketOf(text as string), days: bounded<number, bigint>(keptDays) });
    const { bucket, days } = known;
    const day = bucket.timezone === '' ? Number(value) : localDay(Number(value), bucket.timezone);
    // A number of JavaScript would come to SQLite as a real one.
    return days.get(day) ?? days.set(day, BigInt(firstDay(day, bucket)));
  });
};
