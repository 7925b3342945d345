import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { useLocation } from 'react-router';
import { OrganizationScreen } from './settings/organization-screen.tsx';
import { ProfileScreen } from './settings/profile-screen.tsx';

await addTexts('administration', 'settings', {
  en: () => import('./settings/texts/en.ts'),
  pt: () => import('./settings/texts/pt.ts'),
  es: () => import('./settings/texts/es.ts'),
});

/** `/settings/my-profile`, and `/settings/organisation-settings` with what stands there under paths of its own, such as `/settings/fun-mode`. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { pathname } = useLocation();
  if (pathname.endsWith('/my-profile')) return <ProfileScreen />;
  if (!hasRight(rights, 'canViewOrgSettings'))
    return <NoPermission title={t('settings.denied')}>{t('settings.deniedText')}</NoPermission>;
  return <OrganizationScreen />;
};
