import type { AggregateOptions, DatabaseSync } from 'node:sqlite';

/** The name of the function that `addMedian` gives a connection. */
export const medianFunction = 'tessera_median';

/** The two in the middle of sorted values, the same one twice of an odd number of them. */
export const middle = <T extends number | bigint>(sorted: ArrayLike<T>): readonly [T, T] => [
  sorted[(sorted.length - 1) >> 1]!,
  sorted[sorted.length >> 1]!,
];

type Gathered = { values: BigInt64Array; filled: number };

/** An accumulator may be any value; the types of node:sqlite know those alone that SQLite stores. */
const median = {
  start: (): Gathered => ({ values: new BigInt64Array(64), filled: 0 }),
  step: (gathered: Gathered, value: bigint | null): Gathered => {
    if (value === null) return gathered;
    if (gathered.filled === gathered.values.length) {
      const wider = new BigInt64Array(gathered.filled * 2);
      wider.set(gathered.values);
      gathered.values = wider;
    }
    gathered.values[gathered.filled++] = value;
    return gathered;
  },
  result: ({ values, filled }: Gathered): string | null =>
    filled === 0 ? null : middle(values.subarray(0, filled).sort()).join(' '),
  useBigIntArguments: true,
  deterministic: true,
};

/** Gives a connection an aggregate of integers: the two in the middle, as a text with a blank between; null of none. */
export const addMedian = (db: DatabaseSync): void =>
  db.aggregate(medianFunction, median as unknown as AggregateOptions<string>);
