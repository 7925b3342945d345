import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { DetailScreen } from './incoming/detail-screen.tsx';
import { IncomingScreen } from './incoming/list-screen.tsx';

await Promise.all([
  addTexts('administration', 'incoming', {
    en: () => import('./incoming/texts/en.ts'),
    pt: () => import('./incoming/texts/pt.ts'),
    es: () => import('./incoming/texts/es.ts'),
  }),
  addTexts('administration', 'signature', {
    en: () => import('./signature/texts/en.ts'),
    pt: () => import('./signature/texts/pt.ts'),
    es: () => import('./signature/texts/es.ts'),
  }),
]);

/** `/lowcode/webhooks`: all incoming webhooks, and one with what was sent there. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canWriteFunctions'))
    return <NoPermission title={t('incoming.denied')}>{t('incoming.deniedText')}</NoPermission>;
  if (rest === '') return <IncomingScreen />;
  return /^[0-9a-z]{26}$/.test(rest) ? <DetailScreen key={rest} id={rest} /> : <NotFound />;
};
