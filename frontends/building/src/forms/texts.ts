import { addTexts } from '@tessera/kit';

/** What forms say, wherever one is filled in or built. */
await addTexts('building', 'form', {
  en: () => import('./texts/en.ts'),
  pt: () => import('./texts/pt.ts'),
  es: () => import('./texts/es.ts'),
});
