import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { ListScreen } from './pages/list-screen.tsx';

await addTexts('collaboration', 'pages', {
  en: () => import('./pages/texts/en.ts'),
  pt: () => import('./pages/texts/pt.ts'),
  es: () => import('./pages/texts/es.ts'),
});

/** `/doc-pages`: the pages that members write. */
export const Page = () => {
  const t = useTexts('collaboration');
  const rights = useRights();
  if (!hasRight(rights, 'canViewPages'))
    return <NoPermission title={t('pages.denied')}>{t('pages.deniedText')}</NoPermission>;
  return <ListScreen />;
};
