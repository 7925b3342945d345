import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { DetailScreen } from './webhooks/detail-screen.tsx';
import { WebhooksScreen } from './webhooks/list-screen.tsx';

await Promise.all([
  addTexts('administration', 'automations', {
    en: () => import('./automations/texts/en.ts'),
    pt: () => import('./automations/texts/pt.ts'),
    es: () => import('./automations/texts/es.ts'),
  }),
  addTexts('administration', 'webhook', {
    en: () => import('./webhooks/texts/en.ts'),
    pt: () => import('./webhooks/texts/pt.ts'),
    es: () => import('./webhooks/texts/es.ts'),
  }),
]);

/** `/automations/webhooks`: all of them, and one with what it told. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canManageAutomations'))
    return <NoPermission title={t('webhook.denied')}>{t('webhook.deniedText')}</NoPermission>;
  if (rest === '') return <WebhooksScreen />;
  return /^[0-9a-z]{26}$/.test(rest) ? <DetailScreen key={rest} id={rest} /> : <NotFound />;
};
