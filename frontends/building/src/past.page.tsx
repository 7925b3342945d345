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
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { TableScope } from './field-types/scope.ts';
import { useDays } from './past/past.resource.ts';
import { PastScreen } from './past/past-screen.tsx';
import { bringRefusals } from './refusal-texts.ts';
import { usePeople, useTable } from './table/queries.ts';

bringRefusals();

await addTexts('building', 'past', {
  en: () => import('./past/texts/en.ts'),
  pt: () => import('./past/texts/pt.ts'),
  es: () => import('./past/texts/es.ts'),
});

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]{4,12}Z$/;

/** `/object/:tableId/past`: the table as it was; which moment stands in the address as `at`. */
export const Page = () => {
  const t = useTexts('building');
  const { tableId = '' } = useParams();
  const [search] = useSearchParams();
  const table = useTable(tableId);
  const people = usePeople();
  const days = useDays(tableId);
  const [now] = useState(() => new Date().toISOString());
  usePageTitle(table.data?.label);
  const { error } = table;
  if (error && isApiError(error) && error.status === 403)
    return <NoPermission title={t('denied.title')}>{t('denied.text')}</NoPermission>;
  if (error && (errorCode(error) === 'object_not_found' || (isApiError(error) && error.status === 404)))
    return <NotFound />;
  if (error && table.data === undefined)
    return <ErrorState screen error={error} onRetry={() => void table.refetch()} />;
  if (table.data === undefined || people.isPending || days.isPending)
    return (
      <Loading>
        <Skeleton width={320} height={24} />
      </Loading>
    );
  const asked = search.get('at');
  // At first: as it was when the last change but one of the days was saved.
  const first = days.data?.pages[0]?.days;
  const moment = asked !== null && isMoment.test(asked) ? asked : (first?.[1]?.last ?? first?.[0]?.last ?? now);
  return (
    <TableScope value={tableId}>
      <PastScreen key={tableId} table={table.data} moment={moment} />
    </TableScope>
  );
};
