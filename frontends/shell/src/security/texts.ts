import { addCatalogues } from '@tessera/kit';

/** Texts about the safety of one's own account, which are no part of the first page. */
export const addSecurityTexts = (): Promise<void> =>
  addCatalogues('security', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
