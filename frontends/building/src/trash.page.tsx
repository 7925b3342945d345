import { addTexts, hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { useNavigate, useParams } from 'react-router';
import type { TrashKind } from './trash/trash.resource.ts';
import { TrashScreen } from './trash/trash-screen.tsx';

await addTexts('building', 'trash', {
  en: () => import('./trash/texts/en.ts'),
  pt: () => import('./trash/texts/pt.ts'),
  es: () => import('./trash/texts/es.ts'),
});

const kinds: Readonly<Record<string, TrashKind>> = { 'archived-tables': 'table', 'archived-apps': 'app' };

/** `/workspaces/recovery`: what was deleted; with a kind behind it (`archived-tables`, `archived-apps`), that alone. */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  const navigate = useNavigate();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canViewTrash'))
    return <NoPermission title={t('trash.denied')}>{t('trash.deniedText')}</NoPermission>;
  if (rest !== '' && !Object.hasOwn(kinds, rest)) return <NotFound />;
  return (
    <TrashScreen
      kind={kinds[rest]}
      onKind={(kind) =>
        void navigate(`/workspaces/recovery${kind === undefined ? '' : `/archived-${kind}s`}`, { replace: true })
      }
    />
  );
};
