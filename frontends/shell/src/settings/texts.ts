import { addCatalogues } from '@tessera/kit';

/** Texts of the menu of settings, which are no part of the first page. */
export const addSettingsTexts = (): Promise<void> =>
  addCatalogues('settings', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
