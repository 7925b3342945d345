import {
  EmptyState,
  errorCode,
  ErrorState,
  type Id,
  isApiError,
  LinkButton,
  Loading,
  NoPermission,
  NotFound,
  Page as Frame,
  Skeleton,
  useLive,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useDeferredValue, useEffect } from 'react';
import { useParams } from 'react-router';
import { GridSkeleton } from './table/grid-skeleton.tsx';
import { usePeople, usePreferences, useTable } from './table/queries.ts';
import { TableScreen } from './table/table-screen.tsx';
import { TableScope } from './field-types/scope.ts';
import { useBrought } from './later.tsx';
import { isPhone, usePhone } from './phone/use-phone.ts';
import { bringRefusals } from './refusal-texts.ts';
import { bringDesk, FirstScreen, RecordPage, Toolbar } from './table/later-parts.ts';

// Before it is drawn first: both travelled together.
if (!isPhone()) bringDesk();

bringRefusals();

const isMissing = (error: unknown): boolean =>
  errorCode(error) === 'object_not_found' || (isApiError(error) && error.status === 404);
const isDenied = (error: unknown): boolean => isApiError(error) && error.status === 403;

/** Somebody took the table away while it was open here: it comes back by itself when they bring it back. */
const Gone = ({ tableId, label, onChange }: { tableId: Id; label: string; onChange: () => void }) => {
  const t = useTexts('building');
  useLive(['tables', `table:${tableId}`], onChange);
  return (
    <EmptyState
      screen
      drawing="missing"
      title={t('gone.title', { table: label })}
      actions={<LinkButton to="/home">{t('kit:home')}</LinkButton>}
    >
      {t('gone.text')}
    </EmptyState>
  );
};

/** `/object/:tableId/*`: a table in one of its views, or one record of it. */
export const Page = () => {
  const { tableId = '', '*': rest = '' } = useParams();
  return (
    <TableScope value={tableId}>
      <TablePage tableId={tableId} rest={rest} />
    </TableScope>
  );
};

const TablePage = ({ tableId, rest }: { tableId: Id; rest: string }) => {
  const t = useTexts('building');
  const table = useTable(tableId);
  const people = usePeople();
  const preferences = usePreferences();
  const [first, second] = rest.split('/');
  const phone = usePhone();
  useEffect(() => {
    if (!phone) bringDesk();
  }, [phone]);
  const desk = useBrought(FirstScreen, Toolbar) || phone;
  // The screen is much to draw: in slices, with its frame there meanwhile, so that a slow processor answers a touch.
  const drawn = useDeferredValue(desk && Boolean(table.data) && !people.isPending && !preferences.isPending, false);
  usePageTitle(table.data?.label);

  if (table.error && isDenied(table.error))
    return <NoPermission title={t('denied.title')}>{t('denied.text')}</NoPermission>;
  if (table.error && isMissing(table.error))
    return table.data ? (
      <Gone tableId={tableId} label={table.data.label} onChange={() => void table.refetch()} />
    ) : (
      <NotFound />
    );
  if (table.error && !table.data)
    return <ErrorState screen title={t('error.table')} error={table.error} onRetry={() => void table.refetch()} />;
  // People and preferences only adorn the table: without them it opens all the same.
  const waiting = (
    <Frame back="/home" header={<Skeleton width={140} />} inset={false}>
      <Loading>
        <GridSkeleton />
      </Loading>
    </Frame>
  );
  if (!drawn || !table.data || people.isPending || preferences.isPending) return waiting;
  if (first === 'record' && second !== undefined && second !== '')
    return (
      <RecordPage
        key={table.data.id}
        table={table.data}
        recordId={second}
        users={people.data ?? []}
        preferences={preferences.data ?? {}}
        meanwhile={waiting}
      />
    );
  return (
    <TableScreen
      key={table.data.id}
      table={table.data}
      viewId={first === '' ? undefined : first}
      users={people.data ?? []}
      preferences={preferences.data ?? {}}
    />
  );
};
