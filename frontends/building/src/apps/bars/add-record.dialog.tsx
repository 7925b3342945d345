import { api, type Id, languageFor, useFormats } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useHabits } from '../../data/use-habits.ts';
import { later } from '../../later.tsx';
import { NewRecordDialog } from '../../record/new-record.dialog.tsx';
import { words as inLanguages } from '../../record/new-record.words.ts';
import { usePeople, useTable } from '../../table/queries.ts';

const CreationWindow = later(async () => (await import('../../forms/creation.tsx')).CreationWindow);

const nobody = [] as const;

/** Adds a record to a table from where one is. */
export const AddRecordDialog = ({
  tableId,
  label,
  onDone,
}: {
  readonly tableId: Id;
  /** What it is called until the table is known. */
  readonly label: string;
  readonly onDone: () => void;
}) => {
  const words = inLanguages[languageFor([useFormats().locale])];
  const client = useQueryClient();
  const { data: users = nobody } = usePeople();
  const habits = useHabits(users);
  const { data, error } = useTable(tableId);
  const table = error === null ? data : null;
  if (table && table.creationForm !== true && table.rights.canCreateRecords)
    return <CreationWindow table={table} users={users} onDone={onDone} />;
  const said = (words: string): string => words.replace('{table}', table?.label ?? label);
  return (
    <NewRecordDialog
      title={table ? said(words.title) : label}
      table={table}
      why={
        table === null
          ? words.closed
          : table !== undefined && !table.rights.canCreateRecords
            ? said(words.denied)
            : null
      }
      added={words.added}
      users={users}
      habits={habits}
      onAdd={async (of, fields) => {
        const { commit } = await api.send('post', '/v3/tables/{table}/records', {
          path: { table: of.id },
          body: { fields },
        });
        void client.invalidateQueries({ queryKey: ['home'] });
        return commit;
      }}
      onDone={onDone}
    />
  );
};
