import { addTexts, hasRight, NoPermission, usePageTitle, useRights, useTexts } from '@tessera/kit';
import { bringRefusals } from './refusal-texts.ts';
import { BuilderScreen } from './builder/builder-screen.tsx';

bringRefusals();

await addTexts('building', 'builder', {
  en: () => import('./builder/texts/en.ts'),
  pt: () => import('./builder/texts/pt.ts'),
  es: () => import('./builder/texts/es.ts'),
});

/** `/create-app`: a description becomes a proposal, and that an app. */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  usePageTitle(t('builder.title'));
  if (!hasRight(rights, 'canCreateApps') || !hasRight(rights, 'canCreateTables'))
    return <NoPermission title={t('builder.denied')}>{t('builder.deniedText')}</NoPermission>;
  return <BuilderScreen />;
};
