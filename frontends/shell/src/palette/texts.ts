import { addTexts } from '@tessera/kit';

/** Texts of the palette, which are no part of the first page. */
export const addPaletteTexts = (): Promise<void> =>
  addTexts('shell', 'palette', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
