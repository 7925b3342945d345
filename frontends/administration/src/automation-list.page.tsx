import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { useLocation } from 'react-router';
import { ListScreen } from './automations/list-screen.tsx';

await addTexts('administration', 'automations', {
  en: () => import('./automations/texts/en.ts'),
  pt: () => import('./automations/texts/pt.ts'),
  es: () => import('./automations/texts/es.ts'),
});

/** `/automations/all-automations` and `/automations/my-automations`. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { pathname } = useLocation();
  if (!hasRight(rights, 'canManageAutomations'))
    return <NoPermission title={t('automation.denied')}>{t('automation.deniedText')}</NoPermission>;
  return <ListScreen mine={pathname.endsWith('/my-automations')} />;
};
