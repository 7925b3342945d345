import { fromUnscaled } from '@tessera/kernel';
import type { AggregateFunction, Operand } from '@tessera/kernel';
import type { Decimal128, Document } from 'mongodb';
import { medianText, percentText } from '../query/aggregate.ts';
import { averageText } from '../query/scaled.ts';
import { isKeyed, storeKinds } from '../query/values.ts';
import type { TableInfo } from './catalog.ts';
import { fromBson, fromDecimal } from './cells.ts';
import { systemKinds } from './compile.ts';
import { keyField, storedField } from './names.ts';
import { invalid } from '../refusals.ts';

export type Asked = { readonly of: Operand; readonly function: AggregateFunction };

/** The field by which two cells of a column are the same value. Throws `query.unknown_column`. */
export const fieldOf = (table: TableInfo, { column, storage }: Operand): string => {
  if ((table.columns.get(column)?.kind ?? systemKinds.get(column)) !== storage)
    throw invalid('query.unknown_column', 'Unknown column', { column });
  return isKeyed(storage) ? keyField(column) : storedField(storage, column);
};

const counted = (condition: Document): Document => ({ $sum: { $cond: [condition, 1, 0] } });

/** The $group of all aggregates but `distinct`, each under `a<place>`; sums beside their count. */
export const groupOf = (table: TableInfo, asked: readonly Asked[]): Document => {
  const group: Document = { _id: null, count: { $sum: 1 } };
  for (const [i, { of, function: fn }] of asked.entries()) {
    const cell = `$${fieldOf(table, of)}`;
    if (fn === 'filled' || fn === 'empty' || fn === 'percentFilled' || fn === 'average' || fn === 'sum')
      group[`f${i}`] = counted({ $gt: [cell, null] });
    if (fn === 'sum' || fn === 'average') group[`a${i}`] = { $sum: cell };
    // The least text is one of the texts, not of their keys.
    const own = isKeyed(of.storage) ? `$${of.column}` : cell;
    if (fn === 'min' || fn === 'max') group[`a${i}`] = { [`$${fn}`]: own };
    if (fn === 'range') Object.assign(group, { [`a${i}`]: { $min: cell }, [`b${i}`]: { $max: cell } });
    if (fn === 'checked') group[`a${i}`] = counted({ $eq: [cell, true] });
  }
  return group;
};

/** The stages that count the different values of a column; one group a value, so that it has no bound. */
export const distinctStages = (table: TableInfo, of: Operand): readonly Document[] => [
  { $group: { _id: `$${fieldOf(table, of)}` } },
  { $match: { _id: { $ne: null } } },
  { $count: 'n' },
];

/**
 * The stages that find the two values in the middle of a column, each as `v`, in order: one document where they are the
 * same place. `by` groups rows, or is null. Exact, as MongoDB's own median is not.
 */
export const medianStages = (table: TableInfo, of: Operand, by: Document | null): readonly Document[] => [
  { $project: { _id: 0, g: by ?? { $literal: null }, v: `$${fieldOf(table, of)}` } },
  { $match: { v: { $ne: null } } },
  {
    $setWindowFields: {
      partitionBy: '$g',
      sortBy: { v: 1 },
      output: { at: { $documentNumber: {} }, n: { $count: {}, window: { documents: ['unbounded', 'unbounded'] } } },
    },
  },
  {
    $match: {
      $expr: { $in: ['$at', [{ $ceil: { $divide: ['$n', 2] } }, { $add: [{ $floor: { $divide: ['$n', 2] } }, 1] }]] },
    },
  },
  { $group: { _id: '$g', low: { $min: '$v' }, high: { $max: '$v' } } },
];

/** What a statement of its own answered to an aggregate: how many, or the two values in the middle. */
export type Apart = { readonly n?: number; readonly low?: Decimal128; readonly high?: Decimal128 };

/** The answer to one aggregate from the group, or of nothing where no record matched. */
export const aggregateValue = (
  table: TableInfo,
  { of, function: fn }: Asked,
  place: number,
  group: Document | undefined,
  apart: Apart | undefined,
): string | number | null => {
  const scale = table.columns.get(of.column)?.scale ?? 0;
  const filled = (group?.[`f${place}`] ?? 0) as number;
  const value = group?.[`a${place}`] as unknown;
  switch (fn) {
    case 'count':
      return (group?.['count'] ?? 0) as number;
    case 'filled':
      return filled;
    case 'empty':
      return ((group?.['count'] ?? 0) as number) - filled;
    case 'distinct':
      return apart?.n ?? 0;
    case 'percentFilled':
      return percentText(filled, (group?.['count'] ?? 0) as number);
    case 'median':
      if (apart?.low === undefined || apart.high === undefined) return null;
      return medianText(BigInt(fromDecimal(apart.low, scale)), BigInt(fromDecimal(apart.high, scale)), scale);
    case 'range': {
      if (value === null || value === undefined) return null;
      const whole = (bson: unknown): bigint => BigInt(fromBson(of.storage, scale, bson) as number | bigint);
      return storeKinds[of.storage].span!(whole(value), whole(group![`b${place}`]), scale);
    }
    case 'checked':
      return (value ?? 0) as number;
    case 'sum':
    case 'average': {
      if (filled === 0) return null;
      const sum = fromDecimal(value as Decimal128, scale);
      return fn === 'sum' ? fromUnscaled(sum, scale) : averageText(BigInt(sum), BigInt(filled), scale);
    }
    case 'min':
    case 'max':
      if (value === null || value === undefined) return null;
      return storeKinds[of.storage].extreme(fromBson(of.storage, scale, value) as number | bigint | string, scale);
  }
};
