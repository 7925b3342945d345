import { Button, EmptyState, type Table, useTexts } from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { usePhone } from '../phone/use-phone.ts';
import { NotFoundBySearch } from './not-found-by-search.tsx';

export type NoRecordsProps = {
  readonly table: Table;
  readonly search: string;
  /** How many conditions filter. */
  readonly filters: number;
  readonly onClearSearch: () => void;
  readonly onClearFilters: () => void;
  readonly onNewRecord: () => void;
};

/** Why a view has no records, and the way out of it. */
export const NoRecords = ({ table, search, filters, onClearSearch, onClearFilters, onNewRecord }: NoRecordsProps) => {
  const t = useTexts('building');
  const phone = usePhone();
  if (search !== '')
    return (
      <NotFoundBySearch search={search} filters={filters} onClear={onClearSearch} onClearFilters={onClearFilters} />
    );
  if (filters > 0)
    return (
      <EmptyState
        drawing="filtered"
        title={t('state.noMatch')}
        actions={<Button onClick={onClearFilters}>{t('state.clearFilters')}</Button>}
      >
        {t('state.hiding', { count: filters })}
      </EmptyState>
    );
  const create = table.rights.canCreateRecords;
  return (
    <EmptyState
      drawing="nothing"
      title={t('state.empty')}
      actions={
        create ? (
          <Button
            variant="primary"
            {...(phone ? { size: 'touch' as const } : {})}
            icon={IconPlus}
            onClick={onNewRecord}
          >
            {t('record.new')}
          </Button>
        ) : undefined
      }
    >
      {t(create ? 'state.emptyText' : 'state.emptyViewer')}
    </EmptyState>
  );
};
