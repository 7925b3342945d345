import { type Field, type Sort, useTexts } from '@tessera/kit';
import { useEffect, useRef } from 'react';
import { useSortWords } from './sort-words.ts';

/** Tells who listens to the page by what the records are sorted, whenever that changes. */
export const useSaidSort = (sort: readonly Sort[], fields: readonly Field[], say: (text: string) => void): void => {
  const t = useTexts('building');
  const words = useSortWords();
  const text = sort
    .map(({ fieldId, part, order }) => {
      const field = fields.find((one) => one.id === fieldId);
      return t('tools.sort.said', { field: field?.name ?? '', order: words(field, order, 'as', part) });
    })
    .join(', ');
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    say(text === '' ? t('say.unsorted') : text);
  }, [text, say, t]);
};
