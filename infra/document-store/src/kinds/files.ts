import { kinds } from '@tessera/kernel';
import { plainText, type StoreKind } from './kind.ts';

const cellIn = (value: unknown): readonly string[] => JSON.parse(value as string) as readonly string[];

/** Files as the JSON of their texts: of them a query asks only whether there are some. */
export const files: StoreKind = {
  ...plainText,
  asked: new Set(),
  toStored: (cell) => ((cell as readonly string[]).length === 0 ? null : JSON.stringify(cell)),
  fromStored: cellIn,
  json: (_scale, asText) => (value) => kinds.files.json(cellIn(value), asText === true),
  plain: (_scale, asText) => (value) => kinds.files.value(cellIn(value), asText === true),
};
