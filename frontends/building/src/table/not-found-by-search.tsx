import { Button, EmptyState, useTexts } from '@tessera/kit';

/** No record has the words of the search: said as that, beside the filters that it was looked for within. */
export const NotFoundBySearch = ({
  search,
  filters,
  onClear,
  onClearFilters,
}: {
  search: string;
  filters: number;
  onClear: () => void;
  onClearFilters: () => void;
}) => {
  const t = useTexts('building');
  return (
    <EmptyState
      drawing="filtered"
      title={t('state.notFound', { search })}
      actions={
        <>
          <Button onClick={onClear}>{t('state.clearSearch')}</Button>
          {filters > 0 && <Button onClick={onClearFilters}>{t('state.clearFilters')}</Button>}
        </>
      }
    >
      {filters > 0 ? t('state.notFoundWithin', { count: filters }) : t('state.notFoundText')}
    </EmptyState>
  );
};
