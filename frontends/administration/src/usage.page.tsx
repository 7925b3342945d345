import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { LowcodeScreen, RunsScreen } from './plan/runs-screen.tsx';
import { UsageScreen } from './plan/usage-screen.tsx';

await addTexts('administration', 'plan', {
  en: () => import('./plan/texts/en.ts'),
  pt: () => import('./plan/texts/pt.ts'),
  es: () => import('./plan/texts/es.ts'),
});

/** `/settings/automation-usage`: meters, and the reports of runs and of functions. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canReadUsage'))
    return <NoPermission title={t('usage.denied')}>{t('usage.deniedText')}</NoPermission>;
  if (rest === '') return <UsageScreen />;
  if (rest === 'lowcode-report') return <LowcodeScreen />;
  return rest === 'nocode-report' ? <RunsScreen /> : <NotFound />;
};
