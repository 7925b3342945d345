import { type Id, languageFor, newId, type Table, api, useFormats } from '@tessera/kit';
import { isReadOnly } from '../../data/values.ts';
import { NewRecordDialog } from '../../record/new-record.dialog.tsx';
import { words as inLanguages } from '../../record/new-record.words.ts';
import { tableApi } from '../../table/table.resource.ts';
import { useLinkedTable } from '../parts/links-search.ts';
import { said } from '../parts/links-words.ts';
import type { PressedProps } from '../view.ts';

type LinkProps = { readonly tableId?: Id; readonly referenceFieldId?: Id; readonly ofFieldId?: Id };

/** Makes a record and links it, as one action. Answers what an undo takes back. */
const addLinked = async (
  linked: Table,
  values: Readonly<Record<Id, unknown>>,
  link: Table['fields'][number],
  table: Table,
  recordId: Id,
): Promise<Id | null> => {
  const { referenceFieldId, ofFieldId } = link.props as LinkProps;
  const end = linked.fields.find(({ id }) => id === (referenceFieldId ?? ofFieldId));
  const at = end !== undefined && !isReadOnly(end) ? end.id : undefined;
  const operation = newId();
  const headers = { 'tessera-operation': operation };
  const { data, commit } = await api.send('post', '/v3/tables/{table}/records', {
    path: { table: linked.id },
    body: { fields: { ...values, ...(at !== undefined && { [at]: [recordId] }) } },
    ...(at === undefined && { headers }),
  });
  if (at !== undefined) return commit;
  const [made] = 'records' in data ? data.records : [data];
  // The other end is not shown there: the link is made from here.
  try {
    await api.send('patch', '/v3/tables/{table}/records/{record}', {
      path: { table: table.id, record: recordId },
      body: { fields: { [link.id]: { add: [made!.id] } } },
      headers,
    });
  } catch (error) {
    // A record that is linked to nothing was not asked for.
    await tableApi.undo(operation).catch(() => undefined);
    throw error;
  }
  return operation;
};

/** Asks for the values of a new record of the table that is linked, and links it. */
export const AddConnected = ({ table, field, recordId, users, habits, onDone }: PressedProps) => {
  const words = inLanguages[languageFor([useFormats().locale])];
  const { linkFieldId } = field.props as { readonly linkFieldId?: Id };
  const link = table.fields.find(({ id }) => id === linkFieldId);
  const linked = useLinkedTable((link?.props as LinkProps | undefined)?.tableId ?? '');
  const why =
    link === undefined
      ? words.gone
      : linked === null
        ? words.closed
        : linked !== undefined && !(linked.rights.canCreateRecords && table.rights.canEditRecords)
          ? said(words.denied, { table: linked.label })
          : null;
  return (
    <NewRecordDialog
      title={linked ? said(words.title, { table: linked.label }) : field.name}
      table={link === undefined ? null : linked}
      why={why}
      added={words.linked}
      users={users}
      habits={habits}
      onAdd={(of, values) => addLinked(of, values, link!, table, recordId)}
      onDone={onDone}
    />
  );
};
