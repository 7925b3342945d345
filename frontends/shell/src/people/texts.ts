import { addCatalogues } from '@tessera/kit';

/** Texts about people, which are no part of the first page. */
export const addPeopleTexts = (): Promise<void> =>
  addCatalogues('people', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
