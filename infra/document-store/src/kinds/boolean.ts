import { noExtreme, plainNumber, type StoreKind } from './kind.ts';
import { invalid } from '../refusals.ts';

/** 0 or 1; an empty cell looks like an unchecked one and stands beside it. */
export const boolean: StoreKind = {
  ...plainNumber,
  memory: 'int8',
  bson: 'boolean',
  aggregates: new Set(['checked']),
  emptyAs: false,
  toStored: (cell) => (cell === true ? 1 : 0),
  fromStored: (value) => Number(value) === 1,
  toCompared: (value) => {
    if (typeof value !== 'boolean') throw invalid('query.invalid_value', 'True or false is expected', { value });
    return value ? 1 : 0;
  },
  keyStored: (key) => (key === 'true' ? 1 : 0),
  json: () => (value) => (Number(value) === 1 ? 'true' : 'false'),
  plain: () => (value) => value === 1,
  extreme: noExtreme,
};
