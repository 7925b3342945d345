import { addTexts } from '@tessera/kit';

/** Texts of the first run and of invitations, which are no part of the first page. */
export const addSetupTexts = (): Promise<void> =>
  addTexts('shell', 'setup', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
