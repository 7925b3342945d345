import {
  addTexts,
  errorCode,
  ErrorState,
  type Filter,
  isApiError,
  Loading,
  NoPermission,
  NotFound,
  Skeleton,
  type Table,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { LookedAt } from './changes/changes.resource.ts';
import { ChangesScreen } from './changes/changes-screen.tsx';
import { known } from './data/filters.ts';
import { TableScope } from './field-types/scope.ts';
import { bringRefusals } from './refusal-texts.ts';
import { usePeople, useTable } from './table/queries.ts';
import { useViewName } from './table/view-name.ts';

bringRefusals();

await addTexts('building', 'changes', {
  en: () => import('./changes/texts/en.ts'),
  pt: () => import('./changes/texts/pt.ts'),
  es: () => import('./changes/texts/es.ts'),
});

/** The filter of an address; undefined where it is none. */
const filterIn = (text: string | null): Filter | undefined => {
  if (text === null) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Filter) : undefined;
  } catch {
    return undefined;
  }
};

const Changes = ({ table }: { readonly table: Table }) => {
  const t = useTexts('building');
  const nameOf = useViewName();
  const [search] = useSearchParams();
  const [record, asked] = [search.get('record'), filterIn(search.get('filter'))];
  const view = table.views.find(({ id }) => id === search.get('view')) ?? table.views[0];
  const filter = useMemo(
    () => (asked === undefined ? view && known(view.config.filter, table.fields) : known(asked, table.fields)),
    // The same words are the same filter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [search.get('filter'), view, table.fields],
  );
  // What is marked as seen is the place; what a view leaves out may be another thing by the next time.
  const what: LookedAt =
    record !== null
      ? { recordId: record }
      : asked !== undefined
        ? { ...(filter !== undefined && { filter }) }
        : { ...(view !== undefined && { viewId: view.id }) };
  const name =
    record !== null
      ? t('changes.record')
      : asked !== undefined
        ? t('changes.filtered', { table: table.label })
        : view === undefined
          ? table.label
          : `${table.label}, ${nameOf(view)}`;
  usePageTitle(t('changes.of', { name }));
  return (
    <ChangesScreen
      key={JSON.stringify(what)}
      table={table}
      what={what}
      filter={record === null ? filter : undefined}
      name={name}
      back={
        record === null
          ? `/object/${table.id}${view === undefined ? '' : `/${view.id}`}`
          : `/object/${table.id}/record/${record}`
      }
    />
  );
};

/** `/object/:tableId/changes`: what changed since one last looked, of the `view`, `filter` or `record` of the address. */
export const Page = () => {
  const t = useTexts('building');
  const { tableId = '' } = useParams();
  const table = useTable(tableId);
  const people = usePeople();
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
      <Changes key={tableId} table={table.data} />
    </TableScope>
  );
};
