import { Button, type Field, type Table, useTexts } from '@tessera/kit';
import { IconX } from '@tessera/kit/icons';
import { FilterValue } from '../table/filter-value.tsx';
import { usePeople } from '../table/queries.ts';
import { BlockNote, OfTable } from './plate.tsx';
import { leafFor, pageOperator } from './page-state.ts';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

const none: readonly never[] = [];

const Filters = ({ app, block, page, table }: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const { data: people } = usePeople();
  const named = (block.config as { readonly fields?: readonly string[] }).fields ?? none;
  const fields = named.flatMap((id): readonly Field[] => {
    const field = table.fields.find((one) => one.id === id);
    return field !== undefined && pageOperator(field) !== undefined ? [field] : [];
  });
  const chosen = page.chosenIn(block.id);
  if (fields.length === 0) return app.draft ? <BlockNote>{t('apps.chooseFields')}</BlockNote> : null;
  return (
    <div className={classes['bar']} role="group" aria-label={t('apps.filters')}>
      {fields.map((field) => (
        <div key={field.id} className={classes['filterBy']} role="group" aria-label={field.name}>
          <span className="t-caption t-cut">{field.name}</span>
          <FilterValue
            leaf={leafFor(field, chosen[field.id])!}
            field={field}
            kind={pageOperator(field)!.value}
            users={people ?? none}
            onChange={(value) => page.put(block.id, { ...chosen, [field.id]: value })}
          />
        </div>
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button variant="quiet" size="toolbar" icon={IconX} onClick={() => page.put(block.id, {})}>
          {t('apps.clearFilters')}
        </Button>
      )}
    </div>
  );
};

/** Filters by fields of a table, for the blocks of the page that show it. */
export const FiltersBlock = (props: BlockProps) => (
  <OfTable tableId={props.block.config['tableId']}>{(table) => <Filters {...props} table={table} />}</OfTable>
);
