import { addTexts } from '@tessera/kit';

/** What refusals say. They come behind the page: until they are there, a refusal says what the server says. */
export const bringRefusals = (): void =>
  void addTexts('building', 'codes', {
    en: () => import('./locales/codes/en.ts'),
    pt: () => import('./locales/codes/pt.ts'),
    es: () => import('./locales/codes/es.ts'),
  });
