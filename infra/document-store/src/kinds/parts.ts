import { kinds, type Cell, type PartsCell } from '@tessera/kernel';
import { noExtreme, plainText, type StoreKind } from './kind.ts';

const cellIn = (value: unknown): PartsCell => JSON.parse(value as string) as PartsCell;

/**
 * A structured value as JSON with its parts in the order of their names, those of later releases among them; what
 * queries ask for stands beside it, each part in a column of its own.
 */
export const parts: StoreKind = {
  ...plainText,
  asked: new Set(),
  toStored: (cell) => {
    const entries = Object.entries(cell as PartsCell).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries));
  },
  fromStored: (value): Cell => cellIn(value),
  json: (_scale, asText, specs) => (value) => kinds.parts.json(cellIn(value), asText === true, specs),
  plain: (_scale, asText, specs) => (value) => kinds.parts.value(cellIn(value), asText === true, specs),
  extreme: noExtreme,
};
