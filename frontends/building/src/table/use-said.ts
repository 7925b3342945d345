import { type Field, type Sort, useTexts } from '@tessera/kit';
import { useEffect, useRef } from 'react';

/** Tells who listens to the page by what the records are sorted, whenever that changes. */
export const useSaidSort = (sort: readonly Sort[], fields: readonly Field[], say: (text: string) => void): void => {
  const t = useTexts('building');
  const text = sort
    .map(({ fieldId, order }) =>
      t(order === 'desc' ? 'say.sortedDesc' : 'say.sortedAsc', {
        field: fields.find((one) => one.id === fieldId)?.name ?? '',
      }),
    )
    .join(', ');
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    say(text === '' ? t('say.unsorted') : text);
  }, [text, say, t]);
};
