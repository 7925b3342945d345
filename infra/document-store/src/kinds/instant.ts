import { fromUnscaled } from '@tessera/kernel';
import { isoOf } from '../query/days.ts';
import { plainNumber, type StoreKind } from './kind.ts';
import { invalid } from '../refusals.ts';

/** Milliseconds since the epoch. */
export const instant: StoreKind = {
  ...plainNumber,
  memory: 'float64',
  toStored: (cell) => cell as number,
  fromStored: Number,
  toCompared: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw invalid('query.invalid_value', 'An instant in milliseconds is expected', { value });
    return value;
  },
  keyStored: Number,
  json: () => (value) => `"${isoOf(Number(value))}"`,
  plain: () => (value) => isoOf(value as number),
  extreme: (value) => isoOf(Number(value)),
  span: (least, greatest) => fromUnscaled(greatest - least, 3),
};
