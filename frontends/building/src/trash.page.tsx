import { hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { Navigate, useParams } from 'react-router';
import { TrashScreen } from './trash/trash-screen.tsx';

/** `/workspaces/recovery/archived-tables`: the tables that were deleted. */
export const Page = () => {
  const t = useTexts('building');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  if (!hasRight(rights, 'canViewTrash'))
    return <NoPermission title={t('trash.denied')}>{t('trash.deniedText')}</NoPermission>;
  if (rest === '') return <Navigate to="/workspaces/recovery/archived-tables" replace />;
  return rest === 'archived-tables' ? <TrashScreen /> : <NotFound />;
};
