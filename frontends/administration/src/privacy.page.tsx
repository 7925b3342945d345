import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { PrivacyScreen } from './privacy/privacy-screen.tsx';

await addTexts('administration', 'privacy', {
  en: () => import('./privacy/texts/en.ts'),
  pt: () => import('./privacy/texts/pt.ts'),
  es: () => import('./privacy/texts/es.ts'),
});

/** `/settings/privacy`: all data goes, or the organization with it. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  if (!hasRight(rights, 'isAdmin'))
    return <NoPermission title={t('privacy.denied')}>{t('privacy.deniedText')}</NoPermission>;
  return <PrivacyScreen />;
};
