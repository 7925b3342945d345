import type { Catalogues } from '../i18n/i18n.ts';

/** The kit's own texts, namespace `kit`. */
export const kitCatalogues: Catalogues = {
  en: () => import('./en.ts'),
  pt: () => import('./pt.ts'),
  es: () => import('./es.ts'),
};
