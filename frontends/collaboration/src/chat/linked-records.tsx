import { api, useTexts } from '@tessera/kit';
import { IconTable } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tableQuery } from '../tasks/tasks.resource.ts';
import classes from './chat.module.css';

type Place = { readonly tableId: string; readonly recordId: string };

const LinkedRecord = ({ tableId, recordId }: Place) => {
  const t = useTexts('collaboration');
  const table = useQuery(tableQuery(tableId));
  const record = useQuery({
    queryKey: ['task-record', tableId, recordId],
    queryFn: ({ signal }) =>
      api.get('/v3/tables/{table}/records/{record}', { path: { table: tableId, record: recordId }, signal }),
    retry: false,
  });
  if (table.isError || record.isError) return <p className="t-caption">{t('chat.hiddenRecord')}</p>;
  if (table.data === undefined || record.data === undefined) return null;
  const value = record.data.fields[table.data.labelFieldId ?? ''];
  return (
    <Link to={`/object/${tableId}/record/${recordId}`} className={classes['record'] ?? ''}>
      <IconTable aria-hidden="true" />
      <b className="t-cut">
        {typeof value === 'string' || typeof value === 'number' ? String(value) : t('tasks.aRecord')}
      </b>
      <span className="t-caption t-cut">{table.data.label}</span>
    </Link>
  );
};

/** The records to which a message links, as far as their reader may see them now. */
export const LinkedRecords = ({ places }: { readonly places: readonly Place[] }) =>
  places.map((one) => <LinkedRecord key={one.recordId} {...one} />);
