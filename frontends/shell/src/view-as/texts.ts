import { addCatalogues } from '@tessera/kit';

/** Texts about seeing the workspace as somebody else, which are no part of the first page. */
export const addViewAsTexts = (): Promise<void> =>
  addCatalogues('view-as', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
