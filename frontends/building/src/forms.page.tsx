import {
  EmptyState,
  ErrorState,
  isApiError,
  NoPermission,
  NotFound,
  Skeleton,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useParams } from 'react-router';
import { TableScope } from './field-types/scope.ts';
import { formNames } from './forms/names.ts';
import './forms/texts.ts';
import { later } from './later.tsx';
import { usePhone } from './phone/use-phone.ts';
import { bringRefusals } from './refusal-texts.ts';
import { usePeople, useTable } from './table/queries.ts';

const FormPage = later(async () => (await import('./forms/form-page.tsx')).FormPage);

bringRefusals();

/** `/object/:tableId/forms/:form`: where a form of a table is built. */
export const Page = () => {
  const { tableId = '', form = '' } = useParams();
  const t = useTexts('building');
  const phone = usePhone();
  const table = useTable(tableId);
  const people = usePeople();
  const name = formNames.find((one) => one === form);
  usePageTitle(name === undefined ? undefined : t(`forms.names.${name}`));
  if (name === undefined)
    return (
      <EmptyState screen drawing="missing" title={t('forms.notFound')}>
        {t('forms.notFoundText')}
      </EmptyState>
    );
  if (table.error && !table.data)
    return isApiError(table.error) && table.error.status === 404 ? (
      <NotFound />
    ) : isApiError(table.error) && table.error.status === 403 ? (
      <NoPermission title={t('denied.title')}>{t('denied.text')}</NoPermission>
    ) : (
      <ErrorState screen title={t('error.table')} error={table.error} onRetry={() => void table.refetch()} />
    );
  if (!table.data || people.isPending) return <Skeleton width={240} />;
  if (!table.data.rights.canManageFieldsAndConfig)
    return <NoPermission title={t('forms.denied')}>{t('forms.deniedText')}</NoPermission>;
  if (phone)
    return (
      <EmptyState screen title={t('forms.phone')}>
        {t('forms.phoneText')}
      </EmptyState>
    );
  return (
    <TableScope value={tableId}>
      <FormPage key={`${table.data.id} ${name}`} table={table.data} name={name} users={people.data ?? []} />
    </TableScope>
  );
};
