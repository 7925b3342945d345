import { Button, ErrorState, type Filter, type Id, type Sort, type Table, Skeleton, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { known, knownSort } from '../data/filters.ts';
import { useHabits } from '../data/use-habits.ts';
import { displayText } from '../data/values.ts';
import { usePeople } from '../table/queries.ts';
import { tableApi } from '../table/table.resource.ts';
import { bothOf } from './page-state.ts';
import { BlockHead, BlockNote, OfTable } from './plate.tsx';
import { useAgain } from './use-again.ts';
import type { BlockProps } from './view.ts';
import classes from './blocks.module.css';

/** Records of a list where nothing else is said. */
const usualLimit = 20;
/** Fields beside the name of a record. */
const mostFields = 4;
const none: readonly never[] = [];

const List = ({ block, page, table }: BlockProps & { readonly table: Table }) => {
  const t = useTexts('building');
  const navigate = useNavigate();
  const { data: people } = usePeople();
  const habits = useHabits(people ?? none);
  const { config } = block;
  const label = table.fields.find(({ id }) => id === table.labelFieldId) ?? table.fields[0];
  const named = Array.isArray(config['fields']) ? (config['fields'] as readonly string[]) : none;
  const beside = named
    .flatMap((id) => table.fields.find((one) => one.id === id && one.id !== label?.id) ?? [])
    .slice(0, mostFields);
  const filter = bothOf(known(config['filter'] as Filter | undefined, table.fields), page.filterFor(block.id, table));
  const search = page.searchFor(block.id);
  const asked = {
    ...(filter && { filter }),
    ...(search !== '' && { search }),
    sort: knownSort(config['sort'] as readonly Sort[] | undefined, table.fields),
    limit: typeof config['limit'] === 'number' ? config['limit'] : usualLimit,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['list-block', table.id, JSON.stringify(asked)],
    queryFn: ({ signal }) => tableApi.query(table.id, asked, signal),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  useAgain('list-block', table.id);
  const open = (id: Id): void => {
    if (!page.pick(block.id, table.id, id)) void navigate(`/object/${table.id}/record/${id}`);
  };
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width={180} height={16} />;
  if (data.records.length === 0) return <BlockNote>{t('apps.noValue')}</BlockNote>;
  const picked = page.pickedIn(block.id, table.id);
  return (
    <ul className={classes['rows']}>
      {data.records.map((record) => (
        <li key={record.id} data-picked={record.id === picked || undefined}>
          <Button variant="text" aria-current={record.id === picked || undefined} onClick={() => open(record.id as Id)}>
            <span className="t-cut">
              {(label && displayText(label, record.fields[label.id], habits.show)) || t('unnamed')}
            </span>
          </Button>
          {beside.map((field) => (
            <span key={field.id} className="t-cut" title={field.name}>
              {displayText(field, record.fields[field.id], habits.show)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
};

/** Records by their names, with a few of their values. */
export const SmartList = (props: BlockProps) => {
  const { title, tableId } = props.block.config as Readonly<Record<string, unknown>>;
  return (
    <>
      <BlockHead title={typeof title === 'string' ? title : ''} />
      <OfTable tableId={tableId}>{(table) => <List {...props} table={table} />}</OfTable>
    </>
  );
};
