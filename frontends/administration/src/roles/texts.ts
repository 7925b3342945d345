import { addTexts } from '@tessera/kit';

/** The texts of roles; awaited before one of their screens is shown. */
export const addRoleTexts = (): Promise<void> =>
  addTexts('administration', 'roles', {
    en: () => import('./texts/en.ts'),
    pt: () => import('./texts/pt.ts'),
    es: () => import('./texts/es.ts'),
  });
