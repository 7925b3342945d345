import { useFormats, useTexts } from '@tessera/kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ruleIn, type Data } from './model.ts';
import { peopleQuery, tableFieldsQuery } from './roles.resource.ts';
import { ruledTables, tableSaid } from './words.ts';

/** So many tables are told of; of the others only that they are there. */
const mostTold = 6;

/** What a role leaves out of tables: which records, which fields. */
export const RuledWords = ({
  data,
  tables,
}: {
  readonly data: Data;
  readonly tables: readonly { readonly id: string; readonly label: string }[];
}) => {
  const t = useTexts('administration');
  const { list } = useFormats();
  const all = ruledTables(data, tables);
  const told = all.slice(0, mostTold);
  const { data: people = [] } = useQuery({
    ...peopleQuery,
    enabled: told.some(({ id }) => ruleIn(data, id) !== undefined),
  });
  const fields = useQueries({ queries: told.map(({ id }) => tableFieldsQuery(id)) });
  const said = told.flatMap((table, at) => {
    const known = fields[at]?.data;
    const words = { t: (key: string, values?: Readonly<Record<string, string>>) => t(key, values ?? {}), list };
    return (known && tableSaid(data, table, known, people, words)) ?? [];
  });
  return (
    <>
      {said.join(' ')} {all.length > told.length && t('role.ruled.more', { count: all.length - told.length })}
    </>
  );
};
