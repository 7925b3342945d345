import { Button, ErrorState, type Id, Loading, Panel, Skeleton, type Table, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { displayText, type Habits } from '../../data/values.ts';
import { tableApi } from '../../table/table.resource.ts';
import classes from './records-behind.module.css';

/** Records that the panel lists; the rest is a number. */
const listed = 100;

/** The records behind a number that is drawn. */
export const RecordsBehind = ({
  table,
  label,
  value,
  asked,
  habits,
  onOpen,
  onClose,
}: {
  readonly table: Table;
  readonly label: string;
  readonly value: string;
  readonly asked: Omit<Parameters<typeof tableApi.query>[1], 'limit'>;
  readonly habits: Habits;
  readonly onOpen: (id: Id) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const named = table.fields.find(({ id }) => id === table.labelFieldId) ?? table.fields[0];
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records-behind', table.id, JSON.stringify(asked)],
    queryFn: ({ signal }) => tableApi.query(table.id, { ...asked, limit: listed }, signal),
    staleTime: 0,
  });
  return (
    <Panel opened onClose={onClose} label={label} header={<h2 className="t-strong t-cut">{label}</h2>}>
      <p className={classes['behindHead']}>{value}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          <Skeleton width={180} />
        </Loading>
      )}
      <ul className={classes['behind']} aria-label={label}>
        {data?.records.map((record) => (
          <li key={record.id}>
            <Button variant="text" onClick={() => onOpen(record.id as Id)}>
              {(named && displayText(named, record.fields[named.id], habits.show)) || t('unnamed')}
            </Button>
          </li>
        ))}
      </ul>
      {data?.next !== undefined && <p className={classes['behindHead']}>{t('chart.more', { count: listed })}</p>}
    </Panel>
  );
};
