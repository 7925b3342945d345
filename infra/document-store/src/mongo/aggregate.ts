import { invalid } from '@tessera/kernel';
import type { AggregateFunction, Operand } from '@tessera/kernel';
import type { Decimal128, Document } from 'mongodb';
import { averageText } from '../query/aggregate.ts';
import { fromDays, fromScaled } from '../query/values.ts';
import type { TableInfo } from './catalog.ts';
import { fromDecimal } from './cells.ts';
import { systemKinds } from './compile.ts';
import { keyField, storedField } from './names.ts';

export type Asked = { readonly of: Operand; readonly function: AggregateFunction };

/** The field by which two cells of a column are the same value. Throws `query.unknown_column`. */
const fieldOf = (table: TableInfo, { column, storage }: Operand): string => {
  if ((table.columns.get(column)?.kind ?? systemKinds.get(column)) !== storage)
    throw invalid('query.unknown_column', 'Unknown column', { column });
  return storage === 'text' ? keyField(column) : storedField(storage, column);
};

const counted = (condition: Document): Document => ({ $sum: { $cond: [condition, 1, 0] } });

/** The $group of all aggregates but `distinct`, each under `a<place>`; sums beside their count. */
export const groupOf = (table: TableInfo, asked: readonly Asked[]): Document => {
  const group: Document = { _id: null, count: { $sum: 1 } };
  for (const [i, { of, function: fn }] of asked.entries()) {
    const cell = `$${fieldOf(table, of)}`;
    if (fn === 'filled' || fn === 'empty' || fn === 'average' || fn === 'sum')
      group[`f${i}`] = counted({ $gt: [cell, null] });
    if (fn === 'sum' || fn === 'average') group[`a${i}`] = { $sum: cell };
    if (fn === 'min' || fn === 'max') group[`a${i}`] = { [`$${fn}`]: cell };
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

/** The answer to one aggregate from the group, or of nothing where no record matched. */
export const aggregateValue = (
  table: TableInfo,
  { of, function: fn }: Asked,
  place: number,
  group: Document | undefined,
  distinct: number,
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
      return distinct;
    case 'checked':
      return (value ?? 0) as number;
    case 'sum':
    case 'average': {
      if (filled === 0) return null;
      const sum = fromDecimal(value as Decimal128, scale);
      return fn === 'sum' ? fromScaled(sum, scale) : averageText(BigInt(sum), BigInt(filled), scale);
    }
    case 'min':
    case 'max':
      if (value === null || value === undefined) return null;
      if (of.storage === 'date') return fromDays(value as number);
      return of.storage === 'instant'
        ? new Date(value as number).toISOString()
        : fromScaled(fromDecimal(value as Decimal128, scale), scale);
  }
};
