import { addCatalogues } from '@tessera/kit';

/** Texts about the installed app, which are no part of the first page. */
export const addInstalledTexts = (): Promise<void> =>
  addCatalogues('installed', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
