import { decimalJson, fromUnscaled } from '@tessera/kernel';
import { toScaled } from '../query/scaled.ts';
import { expectText, plainNumber, type StoreKind } from './kind.ts';

/** An int64 scaled by the places of its column; a Decimal128 in MongoDB. */
export const decimal: StoreKind = {
  ...plainNumber,
  scaled: true,
  memory: 'float64',
  bson: 'decimal',
  aggregates: new Set(['sum', 'average', 'median', 'min', 'max', 'range']),
  toStored: (cell, scale) => toScaled(String(cell), scale),
  fromStored: (value, scale) => fromUnscaled(value as number | bigint, scale),
  toCompared: expectText,
  keyStored: (key, scale) => toScaled(key, scale),
  json: (scale, asText) => (value) => decimalJson(fromUnscaled(value as number, scale), asText),
  plain: (scale, asText) => {
    if (asText) return (value) => fromUnscaled(value as number, scale);
    const unit = 10 ** scale;
    return (value) => (value as number) / unit;
  },
  extreme: (value, scale) => fromUnscaled(value as number | bigint, scale),
  span: (least, greatest, scale) => fromUnscaled(greatest - least, scale),
};
