import { useFormats, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { ruleIn, type Data } from './model.ts';
import { peopleQuery, tableFieldsQuery } from './roles.resource.ts';
import { ruledTables, tableSaid } from './words.ts';

/** So many tables are told of; of the others only that they are there. */
const mostTold = 6;

type Named = { readonly id: string; readonly label: string };

const TableWords = ({ data, table }: { readonly data: Data; readonly table: Named }) => {
  const t = useTexts('administration');
  const { list } = useFormats();
  const { data: fields } = useQuery(tableFieldsQuery(table.id));
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: ruleIn(data, table.id) !== undefined });
  const words = { t: (key: string, values?: Readonly<Record<string, string>>) => t(key, values ?? {}), list };
  return fields === undefined ? null : tableSaid(data, table, fields, people, words);
};

/** What a role leaves out of tables: which records, which fields. */
export const RuledWords = ({ data, tables }: { readonly data: Data; readonly tables: readonly Named[] }) => {
  const t = useTexts('administration');
  const all = ruledTables(data, tables);
  return (
    <>
      {all.slice(0, mostTold).map((table) => (
        <Fragment key={table.id}>
          <TableWords data={data} table={table} />{' '}
        </Fragment>
      ))}
      {all.length > mostTold && t('role.ruled.more', { count: all.length - mostTold })}
    </>
  );
};
