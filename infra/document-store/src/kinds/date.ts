import { fromDays, toDays } from '../query/days.ts';
import { expectText, plainNumber, type StoreKind } from './kind.ts';

/** Days since 1970-01-01. */
export const date: StoreKind = {
  ...plainNumber,
  memory: 'int32',
  toStored: (cell) => toDays(cell as string),
  fromStored: (value) => fromDays(Number(value)),
  toCompared: (value) => toDays(expectText(value)),
  keyStored: (key) => toDays(key),
  json: () => (value) => `"${fromDays(Number(value))}"`,
  plain: () => (value) => fromDays(value as number),
  extreme: (value) => fromDays(Number(value)),
  span: (least, greatest) => String(greatest - least),
};
