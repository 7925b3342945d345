import { EmptyState, LinkButton, type Table, useTexts } from '@tessera/kit';
import { useViewTexts } from '../view-types/list.ts';

/** An address leads to the first view of a type, and the table has none of it. */
export const NoViewOf = ({ table, type }: { table: Table; type: string }) => {
  const t = useTexts('building');
  const texts = useViewTexts();
  const first = table.views[0];
  return (
    <EmptyState
      screen
      title={t('noViewOf', { type: texts(type)?.name ?? type })}
      actions={
        first && <LinkButton to={`/object/${table.id}/${first.id}`}>{t('openView', { view: first.label })}</LinkButton>
      }
    />
  );
};
