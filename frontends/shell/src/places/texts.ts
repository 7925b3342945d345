import { addCatalogues } from '@tessera/kit';

/** Texts about folders and favorites, which are no part of the first page. */
export const addPlacesTexts = (): Promise<void> =>
  addCatalogues('places', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
