import { typeOfField } from '@tessera/fields';
import { type Field, type Sort, useTexts } from '@tessera/kit';
import { useCallback } from 'react';
import { viewOfField } from '../field-types/list.ts';
import type { SortKind } from '../field-types/view.ts';

const kinds: Readonly<Record<string, SortKind>> = {
  decimal: 'number',
  date: 'date',
  instant: 'date',
  boolean: 'check',
  option: 'option',
};

/** What an order of this field goes by: letters, amounts, time, ticks or the order of the options. */
export const sortKind = (field: Pick<Field, 'type' | 'props'> | undefined, part?: string): SortKind => {
  const type = field && typeOfField(field);
  return part !== undefined
    ? (kinds[type?.parts?.[part]?.kind ?? ''] ?? 'text')
    : ((field && viewOfField(field).sorts) ?? kinds[type?.storage ?? ''] ?? 'text');
};

/** An order in words that fit the field: `as` names it ("A to Z"), `do` asks for it ("Sort A to Z"). */
export const useSortWords = (): ((
  field: Pick<Field, 'type' | 'props'> | undefined,
  order: Sort['order'],
  use: 'as' | 'do',
  part?: string,
) => string) => {
  const t = useTexts('building');
  return useCallback((field, order, use, part) => t(`tools.sort.${use}.${sortKind(field, part)}.${order}`), [t]);
};
