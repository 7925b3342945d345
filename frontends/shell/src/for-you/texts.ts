import { addCatalogues } from '@tessera/kit';

/** Texts of the page For you, which are no part of the first page. */
export const addForYouTexts = (): Promise<void> =>
  addCatalogues('for-you', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
