import { fieldType } from '@tessera/fields';
import {
  Button,
  Dialog,
  type Field,
  type Id,
  languageFor,
  type Table,
  toast,
  type User,
  useErrorText,
  useFormats,
} from '@tessera/kit';
import { useEffect, useState } from 'react';
import type { Value } from '../data/cut-text.ts';
import { ruledBy } from '../conditionals/ruled.ts';
import { type Habits, isEmpty, isReadOnly } from '../data/values.ts';
import { TableScope } from '../field-types/scope.ts';
import { tableApi } from '../table/table.resource.ts';
import { FieldValue } from './field-value.tsx';
import { words as inLanguages } from './new-record.words.ts';
import classes from './new-record.module.css';

/** What is asked of a new record: what names it first. Files and links are added once it is there. */
const askedOf = ({ fields, labelFieldId }: Table): readonly Field[] =>
  fields
    .filter((field) => {
      const type = fieldType(field.type);
      return !isReadOnly(field) && type?.links === undefined && type?.unwritten === undefined;
    })
    .toSorted((a, b) => Number(b.id === labelFieldId) - Number(a.id === labelFieldId));

/** The dialog takes the focus as it opens, in ms: an editor that is open before would lose it. */
const settlesIn = 60;
const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSettled, settlesIn, true);
    return () => clearTimeout(timer);
  }, []);
  return settled;
};

/** Asks for the values of a new record of a table, and adds it. */
export const NewRecordDialog = ({
  title,
  table,
  why,
  added,
  users,
  habits,
  onAdd,
  onDone,
}: {
  readonly title: string;
  /** Undefined until it is known. */
  readonly table: Table | null | undefined;
  /** Why nothing can be added, if that is so. */
  readonly why: string | null;
  readonly added: string;
  readonly users: readonly User[];
  readonly habits: Habits;
  /** Adds it; answers what an undo takes back. */
  readonly onAdd: (table: Table, values: Readonly<Record<Id, unknown>>) => Promise<Id | null>;
  readonly onDone: () => void;
}) => {
  const words = inLanguages[languageFor([useFormats().locale])];
  const errorText = useErrorText('building');
  const [values, setValues] = useState<Readonly<Record<Id, unknown>>>({});
  const [refused, setRefused] = useState<ReadonlySet<Id>>(new Set());
  const [working, setWorking] = useState(false);
  const settled = useSettled();
  const ready = settled && why === null && table !== null && table !== undefined;
  const add = (): void => {
    if (!ready || working || refused.size > 0) return;
    setWorking(true);
    // What a rule hides now is not kept.
    const ruled = ruledBy(table, values);
    onAdd(table, Object.fromEntries(Object.entries(values).filter(([id]) => !ruled(id).hidden))).then(
      (made) => {
        toast({ message: added, ...(made !== null && { undo: () => void tableApi.undo(made) }) });
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
      title={title}
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
      {!ready ? (
        <p className="t-secondary" role="status">
          {why ?? words.loading}
        </p>
      ) : (
        <TableScope value={table.id}>
          <div className={classes['fields']} data-fields>
            {askedOf(table)
              .filter(({ id }) => !ruledBy(table, values)(id).hidden)
              .map((one, at) => (
                <FieldValue
                  key={one.id}
                  field={
                    one.required || ruledBy(table, values)(one.id).required ? { ...one, name: `${one.name} *` } : one
                  }
                  value={(values[one.id] ?? null) as Value}
                  habits={habits}
                  users={users}
                  labelled
                  opensAtOnce={at === 0}
                  onChange={(value) =>
                    setValues(({ [one.id]: _before, ...rest }) =>
                      isEmpty(value) ? rest : { ...rest, [one.id]: value },
                    )
                  }
                  onRefused={(is) =>
                    setRefused(
                      (before) => new Set([...before].filter((id) => id !== one.id).concat(is ? [one.id] : [])),
                    )
                  }
                />
              ))}
          </div>
        </TableScope>
      )}
    </Dialog>
  );
};
