import { plainText, type StoreKind } from './kind.ts';
import { invalid } from '../refusals.ts';

/** Delimits the ids of a list, before the first and after the last as well. */
export const delimiter = '\u001f';

const idsOf = (value: unknown): readonly string[] => (value as string).slice(1, -1).split(delimiter);

/** The first id of a stored list. */
export const firstId = (value: string): string => value.slice(1, value.indexOf(delimiter, 1));

const joined = (ids: readonly string[]): string | null => {
  if (ids.length === 0) return null;
  for (const id of ids)
    if (id.includes(delimiter)) throw invalid('records.invalid_id', 'An id holds a character that is not allowed');
  return delimiter + ids.join(delimiter) + delimiter;
};

/** Ids in their order as one delimited text; MongoDB has them as a list, too. */
export const ids: StoreKind = {
  ...plainText,
  bson: 'list',
  asked: new Set(['in', 'has']),
  toStored: (cell) => joined(cell as readonly string[]),
  fromStored: idsOf,
  json: () => (value) => JSON.stringify(idsOf(value)),
  plain: () => idsOf,
};
