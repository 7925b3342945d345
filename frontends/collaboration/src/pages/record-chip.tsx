import { api, useFormats, useLive, useTexts } from '@tessera/kit';
import { IconTable } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react';
import { Link } from 'react-router';
import { tableQuery } from '../tasks/tasks.resource.ts';
import { shownOf } from './record-fields.ts';
import classes from './pages.module.css';

/** A record as its reader may see it now: what it is called, its table, and three of its fields. */
const Shown = ({ tableId, recordId }: { readonly tableId: string; readonly recordId: string }) => {
  const t = useTexts('collaboration');
  const { date, number } = useFormats();
  const client = useQueryClient();
  const queryKey = ['page-record', tableId, recordId];
  const table = useQuery(tableQuery(tableId));
  const record = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get('/v3/tables/{table}/records/{record}', { path: { table: tableId, record: recordId }, signal }),
    retry: false,
  });
  useLive([`table:${tableId}`], () => void client.invalidateQueries({ queryKey }));
  if (table.isError || record.isError) return <span className={classes['hidden']}>{t('pages.hiddenRecord')}</span>;
  if (table.data === undefined || record.data === undefined) return <span className={classes['record']}>…</span>;
  const { label, fields } = shownOf(table.data, record.data.fields, { date, number });
  return (
    <Link to={`/object/${tableId}/record/${recordId}`} className={classes['record'] ?? ''} draggable={false}>
      <IconTable aria-hidden="true" />
      <b>{label === '' ? t('tasks.aRecord') : label}</b>
      <span className="t-caption">{table.data.label}</span>
      {fields.map(({ id, text }) => (
        <span key={id}>{text}</span>
      ))}
    </Link>
  );
};

/** The same as a part of the text. */
export const RecordChip = ({ node }: ReactNodeViewProps) => (
  <NodeViewWrapper as="span" contentEditable={false}>
    <Shown tableId={String(node.attrs['tableId'])} recordId={String(node.attrs['recordId'])} />
  </NodeViewWrapper>
);
