import { api, Button, Dialog, type Id, RadioCards, type Table, toast, useErrorText, useTexts } from '@tessera/kit';
import { useState } from 'react';
import type { Query } from '../workbench/list.ts';
import { saveFile } from '../save-file.ts';

const formats = ['csv', 'xlsx', 'json'] as const;
type Format = (typeof formats)[number];

/** Asks for a format, and saves the records that the screen shows as a file. */
export const ExportDialog = ({
  table,
  fieldIds,
  query: { filter, sort, search },
  onClose,
}: {
  readonly table: Table;
  readonly fieldIds: readonly Id[];
  readonly query: Query;
  readonly onClose: () => void;
}) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const [format, setFormat] = useState<Format>('csv');
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const go = async (): Promise<void> => {
    setWorking(true);
    setError(undefined);
    try {
      const query = {
        fields: [...fieldIds],
        sort: sort.map((one) => ({ ...one })),
        ...(filter !== undefined && { filter }),
        ...(search !== '' && { search }),
      };
      const { name, content } = await api.file('/v3/tables/{table}/export', {
        path: { table: table.id },
        body: { format, query },
      });
      saveFile(name, content);
      onClose();
      toast({ message: t('tools.export.done', { name }) });
    } catch (problem) {
      setWorking(false);
      setError(errorText(problem));
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('tools.export.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            data-autofocus
            working={working && t('tools.export.working')}
            onClick={() => void go()}
          >
            {t('tools.export.go')}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <RadioCards<Format>
          label={t('tools.export.format')}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({
            value,
            label: t(`tools.export.formats.${value}`),
            detail: t(`tools.export.says.${value}`),
          }))}
        />
        {error !== undefined && (
          <p role="alert" style={{ color: 'var(--danger-text)' }}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
};
