import { addTexts } from '@tessera/kit';

/** Texts of the page of outgoing e-mail, which are no part of the first page. */
export const addMailTexts = (): Promise<void> =>
  addTexts('shell', 'mail', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
