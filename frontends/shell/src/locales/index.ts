import type { Catalogues } from '@tessera/kit';

/** The shell's texts, namespace `shell`. */
export const shellCatalogues: Catalogues = {
  en: () => import(/* webpackChunkName: "texts-en" */ './en.ts'),
  pt: () => import(/* webpackChunkName: "texts-pt" */ './pt.ts'),
  es: () => import(/* webpackChunkName: "texts-es" */ './es.ts'),
};
