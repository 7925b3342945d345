import { hasRight, NoPermission, NotFound, useRights, useTexts } from '@tessera/kit';
import { Navigate, useParams } from 'react-router';
import { ApiScreen } from './api/api-screen.tsx';
import { TablesScreen } from './api/tables-screen.tsx';
import { TokensScreen } from './tokens/tokens-screen.tsx';

/** `/automations`: the tokens of programs, and the API of each table that they work with. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const { '*': rest = '' } = useParams();
  const table = /^tables\/table-data\/([0-9a-z]{26})$/.exec(rest)?.[1];
  // The gallery is on the page of all automations.
  if (rest === '' || rest === 'explore' || rest.startsWith('explore/')) {
    const first = hasRight(rights, 'canManageAutomations') ? 'all-automations' : 'api-token';
    return <Navigate to={`/automations/${first}`} replace />;
  }
  if (rest === 'webhook') return <Navigate to="/automations/webhooks" replace />;
  if (rest !== 'api-token' && rest !== 'tables' && table === undefined) return <NotFound />;
  if (!hasRight(rights, 'canManageTokens'))
    return <NoPermission title={t('tokens.denied')}>{t('tokens.deniedText')}</NoPermission>;
  if (table !== undefined) return <ApiScreen key={table} tableId={table} />;
  return rest === 'tables' ? <TablesScreen /> : <TokensScreen />;
};
