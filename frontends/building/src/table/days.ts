import { useFormats, useTexts } from '@tessera/kit';
import { useCallback } from 'react';

const day = 24 * 60 * 60 * 1000;

/** The head under which something stands in a list by days, in the reader's zone: "Today", "Yesterday", a date. */
export const useDayOf = (): ((time: string) => string) => {
  const t = useTexts('building');
  const { date } = useFormats();
  return useCallback(
    (time) => {
      const own = date(time);
      if (own === date(Date.now())) return t('relative.today');
      return own === date(Date.now() - day) ? t('relative.yesterday') : own;
    },
    [t, date],
  );
};

/** Neighbours with the same head, together. */
export const byDay = <T>(
  items: readonly T[],
  dayOf: (item: T) => string,
): readonly (readonly [string, readonly T[]])[] => {
  const groups: [string, T[]][] = [];
  for (const item of items) {
    const head = dayOf(item);
    const last = groups.at(-1);
    if (last?.[0] === head) last[1].push(item);
    else groups.push([head, [item]]);
  }
  return groups;
};
