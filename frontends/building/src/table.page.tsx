import { errorCode, ErrorState, isApiError, Loading, NoPermission, NotFound, Page as Frame, Skeleton, usePageTitle, useTexts } from '@tessera/kit';
import { useParams } from 'react-router';
import { GridSkeleton } from './table/grid-skeleton.tsx';
import { usePeople, usePreferences, useTable } from './table/queries.ts';
import { TableScreen } from './table/table-screen.tsx';
import { RecordPage } from './record/record-page.tsx';

/** `/object/:tableId/*`: a table in one of its views, or one record of it. */
export const Page = () => {
  const t = useTexts('building');
  const { tableId = '', '*': rest = '' } = useParams();
  const table = useTable(tableId);
  const people = usePeople();
  const preferences = usePreferences();
  const [first, second] = rest.split('/');
  usePageTitle(table.data?.label);

  if (table.error && !table.data) {
    const code = errorCode(table.error);
    if (code === 'object_not_found' || (isApiError(table.error) && table.error.status === 404)) return <NotFound />;
    if (isApiError(table.error) && table.error.status === 403) return <NoPermission title={t('denied.title')}>{t('denied.text')}</NoPermission>;
    return <ErrorState screen title={t('error.table')} error={table.error} onRetry={() => void table.refetch()} />;
  }
  // People and preferences only adorn the table: without them it opens all the same.
  if (!table.data || people.isPending || preferences.isPending) {
    return (
      <Frame back="/home" header={<Skeleton width={140} />} inset={false}>
        <Loading><GridSkeleton /></Loading>
      </Frame>
    );
  }
  if (first === 'record' && second !== undefined && second !== '') return <RecordPage key={table.data.id} table={table.data} recordId={second} users={people.data ?? []} preferences={preferences.data ?? {}} />;
  return <TableScreen key={table.data.id} table={table.data} viewId={first === '' ? undefined : first} users={people.data ?? []} preferences={preferences.data ?? {}} />;
};
