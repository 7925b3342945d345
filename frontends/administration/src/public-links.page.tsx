import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { LinksScreen } from './links/links-screen.tsx';

await addTexts('administration', 'links', {
  en: () => import('./links/texts/en.ts'),
  pt: () => import('./links/texts/pt.ts'),
  es: () => import('./links/texts/es.ts'),
});

/** `/settings/public-links`: what the organization shows to strangers. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  if (!hasRight(rights, 'isBuilder'))
    return <NoPermission title={t('links.denied')}>{t('links.deniedText')}</NoPermission>;
  return <LinksScreen />;
};
