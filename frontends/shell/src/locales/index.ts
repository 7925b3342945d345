import type { Catalogues } from '@tessera/kit';

/** The shell's texts, namespace `shell`. */
export const shellCatalogues: Catalogues = {
  en: () => import('./en.ts'),
  pt: () => import('./pt.ts'),
  es: () => import('./es.ts'),
};
