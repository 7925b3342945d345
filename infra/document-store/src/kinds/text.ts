import { fold } from '@tessera/kernel';
import { expectText, plainText, type StoreKind } from './kind.ts';

/** A text with its folded key beside it. */
export const text: StoreKind = {
  ...plainText,
  keyed: true,
  asked: new Set(['order', 'parts', 'in']),
  aggregates: new Set(['min', 'max']),
  toCompared: (value) => fold(expectText(value)),
  keyStored: (key) => key,
  extreme: String,
};
