import { useTexts } from '@tessera/kit';
import { useCallback } from 'react';

/**
 * The label with which the server makes every table's first view. Until somebody names it otherwise, people read it in
 * their own language.
 */
const firstLabel = 'All records';

export const viewName = (label: string, translated: string): string => (label === firstLabel ? translated : label);

/** What a view is called on screen. */
export const useViewName = (): ((view: { readonly label: string }) => string) => {
  const t = useTexts('building');
  return useCallback(({ label }) => viewName(label, t('view.all')), [t]);
};
