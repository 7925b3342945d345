import { addTexts } from '@tessera/kit';

export const addAppTexts = (): Promise<void> =>
  addTexts('building', 'apps', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
