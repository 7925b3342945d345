import { addCatalogues } from '@tessera/kit';
import { ProviderButtons } from './providers/buttons.tsx';

/** The buttons of an organization's providers, once their texts are there. */
export const load = async (): Promise<{ readonly default: typeof ProviderButtons }> => {
  await addCatalogues('providers', {
    en: () => import('./providers/texts/en.ts'),
    pt: () => import('./providers/texts/pt.ts'),
    es: () => import('./providers/texts/es.ts'),
  });
  return { default: ProviderButtons };
};
