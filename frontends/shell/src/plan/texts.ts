import { addCatalogues } from '@tessera/kit';

/** Texts about what a plan lacks, which are no part of the first page. */
export const addPlanTexts = (): Promise<void> =>
  addCatalogues('upgrade', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
