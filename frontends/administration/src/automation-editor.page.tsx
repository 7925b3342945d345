import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { EditorScreen } from './automations/editor-screen.tsx';

await Promise.all([
  addTexts('administration', 'automations', {
    en: () => import('./automations/texts/en.ts'),
    pt: () => import('./automations/texts/pt.ts'),
    es: () => import('./automations/texts/es.ts'),
  }),
  addTexts('administration', 'signature', {
    en: () => import('./signature/texts/en.ts'),
    pt: () => import('./signature/texts/pt.ts'),
    es: () => import('./signature/texts/es.ts'),
  }),
]);

/** `/automations/automation/{id}`: the editor of one automation. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { automationId = '' } = useParams();
  if (!hasRight(rights, 'canManageAutomations'))
    return <NoPermission title={t('automation.denied')}>{t('automation.deniedText')}</NoPermission>;
  return /^[0-9a-z]{26}$/.test(automationId) ? <EditorScreen id={automationId} /> : <NotFound />;
};
