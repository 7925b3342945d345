import { fromUnscaled } from '@tessera/kernel';
import type { AggregateFunction, Operand } from '@tessera/kernel';
import { medianText, percentText } from '../query/aggregate.ts';
import { averageText } from '../query/scaled.ts';
import { storeKinds } from '../query/values.ts';
import { comparedColumn, systemSpecs, type TableInfo } from './catalog.ts';
import { invalid } from '../refusals.ts';
import { medianFunction } from './median.ts';

/** Three SQL columns an aggregate: sums in two halves, as SQLite's own sum of integers stops at an overflow. */
export const aggregateSql = (
  table: TableInfo,
  { of, function: fn }: { readonly of: Operand; readonly function: AggregateFunction },
): string => {
  const spec = table.columns.get(of.column) ?? systemSpecs.get(of.column);
  if (spec === undefined || spec.kind !== of.storage)
    throw invalid('query.unknown_column', 'Unknown column', { column: of.column });
  const { column } = of;
  switch (fn) {
    case 'count':
      return 'count(*), NULL, NULL';
    case 'filled':
      return `count(${column}), NULL, NULL`;
    case 'empty':
      return `count(*) - count(${column}), NULL, NULL`;
    case 'percentFilled':
      return `count(${column}), count(*), NULL`;
    case 'median':
      return `${medianFunction}(${column}), NULL, NULL`;
    case 'range':
      return `min(${column}), max(${column}), NULL`;
    case 'distinct':
      return `count(DISTINCT ${comparedColumn(of.storage, column)}), NULL, NULL`;
    case 'sum':
    case 'average':
      return `sum(${column} >> 32), sum(${column} & 4294967295), count(${column})`;
    case 'min':
    case 'max':
      return `${fn}(${column}), NULL, NULL`;
    case 'checked':
      return `count(*) FILTER (WHERE ${column} = 1), NULL, NULL`;
  }
};

/** What a column of an aggregate answers. */
export type Answered = bigint | string | null;

/** An aggregate's value from its three columns. */
export const aggregateValue = (
  [a, b, c]: readonly Answered[],
  fn: AggregateFunction,
  of: Operand,
  table: TableInfo,
): string | number | null => {
  const scale = table.columns.get(of.column)?.scale ?? 0;
  if (fn === 'sum' || fn === 'average') {
    if (typeof a !== 'bigint') return null;
    const sum = (a << 32n) + (b as bigint);
    return fn === 'sum' ? fromUnscaled(sum, scale) : averageText(sum, c as bigint, scale);
  }
  if (fn === 'percentFilled') return percentText(Number(a), Number(b));
  if (fn === 'median') {
    if (typeof a !== 'string') return null;
    const [low, high] = a.split(' ');
    return medianText(BigInt(low!), BigInt(high!), scale);
  }
  if (fn === 'range') return typeof a === 'bigint' ? storeKinds[of.storage].span!(a, b as bigint, scale) : null;
  if (fn === 'min' || fn === 'max') {
    if (a === null || a === undefined) return null;
    return storeKinds[of.storage].extreme(a, scale);
  }
  return Number(a);
};
