import type { AggregateFunction, Operand } from '@tessera/kernel';
import { averageText } from './scaled.ts';
import { storeKinds } from './values.ts';
import { invalid } from '../refusals.ts';

const ofAll: ReadonlySet<AggregateFunction> = new Set(['count', 'filled', 'empty', 'percentFilled', 'distinct']);

/** Checks that a storage kind has this aggregate: beside the counts, those that it names. */
export const checkAggregate = ({ storage }: Operand, fn: AggregateFunction): void => {
  if (!ofAll.has(fn) && !storeKinds[storage].aggregates.has(fn))
    throw invalid('query.unsupported_aggregate', `${fn} does not apply to ${storage}`, { function: fn, storage });
};

/** How many of 100 are filled, with up to four decimal places; null where there is none. */
export const percentText = (filled: number, total: number): string | null =>
  total === 0 ? null : averageText(BigInt(filled) * 100n, BigInt(total), 0);

/** The middle of two scaled values in the middle. */
export const medianText = (low: bigint, high: bigint, scale: number): string => averageText(low + high, 2n, scale);
