import {
  addTexts,
  errorCode,
  ErrorState,
  isApiError,
  Loading,
  NoPermission,
  NotFound,
  Skeleton,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useParams } from 'react-router';

import { StaysScreen } from './stays/stays-screen.tsx';
import { TableScope } from './field-types/scope.ts';
import { bringRefusals } from './refusal-texts.ts';
import { usePeople, useTable } from './table/queries.ts';

bringRefusals();

await addTexts('building', 'stays', {
  en: () => import('./stays/texts/en.ts'),
  pt: () => import('./stays/texts/pt.ts'),
  es: () => import('./stays/texts/es.ts'),
});

/** `/object/:tableId/views/sla`: how long records were in which stage. */
export const Page = () => {
  const t = useTexts('building');
  const { tableId = '' } = useParams();
  const table = useTable(tableId);
  const people = usePeople();
  usePageTitle(table.data?.label);
  const { error } = table;
  if (error && isApiError(error) && error.status === 403)
    return <NoPermission title={t('denied.title')}>{t('denied.text')}</NoPermission>;
  if (error && (errorCode(error) === 'object_not_found' || (isApiError(error) && error.status === 404)))
    return <NotFound />;
  if (error && table.data === undefined)
    return <ErrorState screen error={error} onRetry={() => void table.refetch()} />;
  if (table.data === undefined || people.isPending)
    return (
      <Loading>
        <Skeleton width={320} height={24} />
      </Loading>
    );
  return (
    <TableScope value={tableId}>
      <StaysScreen key={tableId} table={table.data} />
    </TableScope>
  );
};
