import { addCatalogues } from '@tessera/kit';

/** Texts about passwords, which are no part of the first page. */
export const addPasswordTexts = (): Promise<void> =>
  addCatalogues('password', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
