import { fieldType } from '@tessera/fields';
import {
  api,
  Button,
  Dialog,
  type Field,
  type Id,
  languageFor,
  newId,
  type Table,
  toast,
  useErrorText,
  useFormats,
} from '@tessera/kit';
import { useState } from 'react';
import type { Value } from '../../data/cut-text.ts';
import { isEmpty, isReadOnly } from '../../data/values.ts';
import { FieldValue } from '../../record/field-value.tsx';
import { tableApi } from '../../table/table.resource.ts';
import { useLinkedTable } from '../parts/links-search.ts';
import { said } from '../parts/links-words.ts';
import type { PressedProps } from '../view.ts';
import { words as inLanguages } from './words.ts';
import classes from './add-connected.module.css';

type LinkProps = { readonly tableId?: Id; readonly referenceFieldId?: Id; readonly ofFieldId?: Id };

/** What is asked of a new record: what names it first. Files and links are added once it is there. */
const askedOf = ({ fields, labelFieldId }: Table): readonly Field[] =>
  fields
    .filter((field) => {
      const type = fieldType(field.type);
      return !isReadOnly(field) && type?.links === undefined && type?.unwritten === undefined;
    })
    .toSorted((a, b) => Number(b.id === labelFieldId) - Number(a.id === labelFieldId));

/** Makes a record and links it, as one action. Answers what an undo takes back. */
const addLinked = async (
  linked: Table,
  values: Readonly<Record<Id, unknown>>,
  link: Field,
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
  const errorText = useErrorText('building');
  const { linkFieldId } = field.props as { readonly linkFieldId?: Id };
  const link = table.fields.find(({ id }) => id === linkFieldId);
  const linked = useLinkedTable((link?.props as LinkProps | undefined)?.tableId ?? '');
  const [values, setValues] = useState<Readonly<Record<Id, unknown>>>({});
  const [refused, setRefused] = useState<ReadonlySet<Id>>(new Set());
  const [working, setWorking] = useState(false);
  const why =
    link === undefined
      ? words.gone
      : linked === null
        ? words.closed
        : linked !== undefined && !(linked.rights.canCreateRecords && table.rights.canEditRecords)
          ? said(words.denied, { table: linked.label })
          : null;
  const ready = link !== undefined && linked !== null && linked !== undefined && why === null;
  const add = (): void => {
    if (!ready || working || refused.size > 0) return;
    setWorking(true);
    addLinked(linked, values, link, table, recordId).then(
      (made) => {
        toast({ message: words.added, ...(made !== null && { undo: () => void tableApi.undo(made) }) });
        onDone();
      },
      (error: unknown) => {
        setWorking(false);
        toast({ kind: 'error', message: words.notAdded, detail: errorText(error) });
      },
    );
  };
  return (
    <Dialog
      opened
      size="medium"
      onClose={onDone}
      title={linked ? said(words.title, { table: linked.label }) : field.name}
      footer={
        <>
          <Button onClick={onDone}>{words.cancel}</Button>
          {ready && (
            <Button variant="primary" disabled={refused.size > 0} working={working && words.adding} onClick={add}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {why !== null ? (
        <p className="t-secondary" role="status">
          {why}
        </p>
      ) : !ready ? (
        <p className="t-secondary" role="status">
          {words.loading}
        </p>
      ) : (
        <div className={classes['fields']} data-fields>
          {askedOf(linked).map((one, at) => (
            <FieldValue
              key={one.id}
              field={one.required ? { ...one, name: `${one.name} *` } : one}
              value={(values[one.id] ?? null) as Value}
              habits={habits}
              users={users}
              labelled
              opensAtOnce={at === 0}
              onChange={(value) =>
                setValues(({ [one.id]: _before, ...rest }) => (isEmpty(value) ? rest : { ...rest, [one.id]: value }))
              }
              onRefused={(is) =>
                setRefused((before) => new Set([...before].filter((id) => id !== one.id).concat(is ? [one.id] : [])))
              }
            />
          ))}
        </div>
      )}
    </Dialog>
  );
};
