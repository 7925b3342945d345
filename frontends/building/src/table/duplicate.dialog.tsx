import { Button, Check, Dialog, type Field, type Table, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { type FormEvent, useState } from 'react';
import { isReadOnly } from '../data/values.ts';
import { useTableUpdate } from './queries.ts';
import { tableApi } from './table.resource.ts';

/** A name that no field of the table has. */
const freeName = (fields: readonly Field[], wanted: (n: number) => string): string => {
  const taken = new Set(fields.map(({ name }) => name.toLocaleLowerCase()));
  let n = 1;
  while (taken.has(wanted(n).toLocaleLowerCase())) n += 1;
  return wanted(n);
};

/** Asks what a field's double is called, and whether it gets the values too. */
export const DuplicateDialog = ({ table, field, onClose }: { table: Table; field: Field; onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const automatic = isReadOnly(field);
  const [name, setName] = useState(() =>
    freeName(table.fields, (n) =>
      t(n === 1 ? 'tools.duplicate.name' : 'tools.duplicate.nameAgain', { name: field.name, number: n }),
    ),
  );
  const [values, setValues] = useState(!automatic);
  const [error, setError] = useState<string | undefined>();
  const [working, setWorking] = useState(false);
  const duplicate = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return setError(t('field.nameNeeded'));
    if (table.fields.some((one) => one.name.toLocaleLowerCase() === wanted.toLocaleLowerCase()))
      return setError(t('field.nameTaken'));
    setWorking(true);
    try {
      const made = await tableApi.duplicateField(table.id, field.id, { name: wanted, values });
      update();
      onClose();
      const { undo } = made;
      toast({
        message: t('tools.duplicate.done', { name: made.field.name }),
        ...(undo === null
          ? {}
          : {
              undo: async () => {
                await tableApi.undo(undo);
                update();
              },
            }),
      });
    } catch (problem) {
      setWorking(false);
      toast({ kind: 'error', message: t('tools.duplicate.failed'), detail: errorText(problem) });
    }
  };
  const form = 'duplicate-field';
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('tools.duplicate.title', { name: field.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} working={working && t('tools.duplicate.working')}>
            {t('tools.duplicate.go')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void duplicate(event)} style={{ display: 'grid', gap: 16 }}>
        <TextInput
          label={t('field.name')}
          value={name}
          error={error}
          maxLength={100}
          data-autofocus
          onChange={(next) => {
            setName(next);
            setError(undefined);
          }}
        />
        {!automatic && <Check label={t('tools.duplicate.values')} checked={values} onChange={setValues} />}
      </form>
    </Dialog>
  );
};
