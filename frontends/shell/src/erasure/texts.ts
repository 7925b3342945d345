import { addCatalogues } from '@tessera/kit';

/** Texts about an organization that is to be deleted, which are no part of the first page. */
export const addErasureTexts = (): Promise<void> =>
  addCatalogues('erasure', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
