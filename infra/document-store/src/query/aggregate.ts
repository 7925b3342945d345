import { invalid } from '@tessera/kernel';
import type { AggregateFunction, Operand } from '@tessera/kernel';
import { fromScaled } from './values.ts';

/**
 * Checks that a storage kind has this aggregate: sums of decimals; least and greatest of decimals, dates and instants;
 * checked of booleans.
 */
export const checkAggregate = ({ storage }: Operand, fn: AggregateFunction): void => {
  const fits =
    fn === 'sum' || fn === 'average'
      ? storage === 'decimal'
      : fn === 'min' || fn === 'max'
        ? storage === 'decimal' || storage === 'date' || storage === 'instant'
        : fn === 'checked'
          ? storage === 'boolean'
          : true;
  if (!fits)
    throw invalid('query.unsupported_aggregate', `${fn} does not apply to ${storage}`, { function: fn, storage });
};

/** Places that an average keeps beyond its column's. */
const extra = 4;

/** sum / count of scaled decimals as canonical text, four places more than the column, rounded half away from zero. */
export const averageText = (sum: bigint, count: bigint, scale: number): string => {
  const numerator = sum * 10n ** BigInt(extra) * 2n;
  const half = numerator < 0n ? -count : count;
  return fromScaled((numerator + half) / (count * 2n), scale + extra);
};
