import type { Catalogues } from '../i18n/i18n.ts';

/** The kit's own texts, namespace `kit`. */
export const kitCatalogues: Catalogues = {
  en: () => import(/* webpackChunkName: "texts-en" */ './en.ts'),
  pt: () => import(/* webpackChunkName: "texts-pt" */ './pt.ts'),
  es: () => import(/* webpackChunkName: "texts-es" */ './es.ts'),
};

/**
 * What services refuse, namespace `refusals`: read when the page has nothing better to do. English has the services' own
 * sentences.
 */
export const refusalCatalogues: Catalogues = {
  en: async () => ({ messages: {} }),
  pt: () => import(/* webpackChunkName: "refusals-pt" */ './refusals/pt.ts'),
  es: () => import(/* webpackChunkName: "refusals-es" */ './refusals/es.ts'),
};
