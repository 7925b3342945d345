import { api, type Id, Select, TextInput, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFound, useLinkedTable } from '../../field-types/parts/links-search.ts';
import classes from './bars.module.css';

const none: readonly never[] = [];

/** Picks one record of a table by its name: what is typed is looked for on the server. */
export const RecordSelect = ({
  tableId,
  value,
  onPick,
}: {
  readonly tableId: Id;
  readonly value: Id | null;
  readonly onPick: (id: Id, label: string) => void;
}) => {
  const t = useTexts('building');
  const table = useLinkedTable(tableId);
  const [typed, setTyped] = useState('');
  const { found } = useFound(table, none, typed, undefined);
  const { data: picked } = useQuery({
    queryKey: ['bars', 'record', tableId, value],
    queryFn: ({ signal }) =>
      api.get('/v3/tables/{table}/records/{record}', { path: { table: tableId, record: value! }, signal }),
    enabled: value !== null && value.length === 26,
    retry: false,
  });
  const name = table && picked ? picked.fields[table.labelFieldId ?? ''] : undefined;
  const nameOf = (label: string): string => (label === '' ? t('unnamed') : label);
  const options = found.map(({ id, label }) => ({ value: id, label: nameOf(label) }));
  if (value !== null && !options.some((one) => one.value === value))
    options.unshift({
      value,
      label: typeof name === 'string' || typeof name === 'number' ? String(name) : t('unnamed'),
    });
  return (
    <div className={classes['two']}>
      <TextInput label={t('apps.bars.findRecord')} value={typed} maxLength={200} onChange={setTyped} />
      <Select
        label={t('apps.bars.types.record')}
        value={value}
        options={options}
        onChange={(id) => onPick(id, found.find((one) => one.id === id)?.label ?? '')}
      />
    </div>
  );
};
