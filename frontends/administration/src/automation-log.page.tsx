import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { LogScreen } from './automations/log-screen.tsx';
import { RunScreen } from './automations/run-screen.tsx';

await addTexts('administration', 'automations', {
  en: () => import('./automations/texts/en.ts'),
  pt: () => import('./automations/texts/pt.ts'),
  es: () => import('./automations/texts/es.ts'),
});

/** `/automations/automation-log`: every run, and one of them step by step. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canManageAutomations'))
    return <NoPermission title={t('automation.denied')}>{t('automation.deniedText')}</NoPermission>;
  if (rest === '') return <LogScreen />;
  return /^[0-9a-z]{26}$/.test(rest) ? <RunScreen id={rest} /> : <NotFound />;
};
