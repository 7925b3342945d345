import { Button, Check, Dialog, type Table, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { tableApi } from './table.resource.ts';

const form = 'duplicate-table';

/** Asks what a table's double is called, and whether it gets the records too. */
export const DuplicateTableDialog = ({ table, onClose }: { readonly table: Table; readonly onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const [label, setLabel] = useState(() => t('tools.duplicate.name', { name: table.label }));
  const [records, setRecords] = useState(true);
  const [error, setError] = useState<string | undefined>();
  const [working, setWorking] = useState(false);
  const duplicate = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = label.trim();
    if (wanted === '') return setError(t('table.nameNeeded'));
    setWorking(true);
    try {
      const { table: made, operationId, running } = await tableApi.duplicate(table.id, { label: wanted, records });
      onClose();
      void navigate(`/object/${made.id}`);
      toast({
        message: t(running ? 'table.duplicating' : 'tools.duplicate.done', { name: made.label }),
        ...(running ? { detail: t('table.duplicatingNote') } : {}),
        ...(running
          ? {}
          : {
              undo: async () => {
                await tableApi.undo(operationId);
                void navigate(`/object/${table.id}`);
              },
            }),
      });
    } catch (problem) {
      setWorking(false);
      toast({ kind: 'error', message: t('table.notDuplicated'), detail: errorText(problem) });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('tools.duplicate.title', { name: table.label })}
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
          label={t('table.name')}
          value={label}
          error={error}
          maxLength={255}
          data-autofocus
          onChange={(next) => {
            setLabel(next);
            setError(undefined);
          }}
        />
        <Check label={t('table.withRecords')} checked={records} onChange={setRecords} />
      </form>
    </Dialog>
  );
};
