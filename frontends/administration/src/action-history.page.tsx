import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { HistoryScreen } from './history/history-screen.tsx';

await addTexts('administration', 'history', {
  en: () => import('./history/texts/en.ts'),
  pt: () => import('./history/texts/pt.ts'),
  es: () => import('./history/texts/es.ts'),
});

/** `/settings/action-history`: what everybody did, for administrators. */
export const Page = () => {
  const t = useTexts('administration');
  if (!hasRight(useRights(), 'canReadHistory'))
    return <NoPermission title={t('log.denied')}>{t('log.deniedText')}</NoPermission>;
  return <HistoryScreen />;
};
