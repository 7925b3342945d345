import { useState } from 'react';

/** What this browser remembers of a page: how lists are shown and what is folded. */
export const useKept = <T extends object>(key: string, usual: T): readonly [T, (change: Partial<T>) => void] => {
  const [kept, setKept] = useState<T>(() => {
    try {
      return { ...usual, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>) };
    } catch {
      return usual;
    }
  });
  return [
    kept,
    (change) => {
      const next = { ...kept, ...change };
      setKept(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be blocked: it then lasts as long as the page.
      }
    },
  ];
};
