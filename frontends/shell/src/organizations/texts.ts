import { addCatalogues } from '@tessera/kit';

/** Texts about the organizations of one person, which are no part of the first page. */
export const addOrganizationTexts = (): Promise<void> =>
  addCatalogues('organizations', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
