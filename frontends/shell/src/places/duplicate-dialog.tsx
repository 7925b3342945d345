import { api, Button, Check, Dialog, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { duplicateFolder } from './duplicate.ts';
import classes from './places.module.css';
import type { Folder } from './places.resource.ts';

export const DuplicateDialog = ({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) => {
  const t = useTexts('places');
  const errorText = useErrorText('shell');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [label, setLabel] = useState(t('copyOf', { folder: folder.label }));
  const [records, setRecords] = useState(false);
  const anew = (): void => {
    for (const key of ['home', 'apps', 'folders']) void client.invalidateQueries({ queryKey: [key] });
  };
  const make = useMutation({
    mutationFn: () => duplicateFolder(folder.id, label.trim(), records),
    onSuccess: ({ state, message, operation_id, start_url }) => {
      anew();
      if (state === 'failed') return toast({ kind: 'error', message: t('notDuplicated'), detail: message ?? '' });
      onClose();
      if (start_url !== null) void navigate(start_url);
      return toast({
        message: t('duplicated', { folder: label.trim() }),
        undo: async () => {
          await api.post('/v3/undo/{id}', { path: { id: `apps.${operation_id}` }, body: {} });
          anew();
          void navigate(`/home/folders/${folder.id}`);
        },
      });
    },
    onError: (error) => toast({ kind: 'error', message: t('notDuplicated'), detail: errorText(error) }),
  });
  return (
    <Dialog
      opened
      closable={!make.isPending}
      onClose={onClose}
      onSubmit={() => make.mutate()}
      title={t('duplicateOf', { folder: folder.label })}
      footer={
        <>
          <Button disabled={make.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={label.trim() === ''}
            working={make.isPending && t('duplicating')}
          >
            {t('duplicate')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput data-autofocus label={t('name')} maxLength={120} value={label} onChange={setLabel} />
        <Check checked={records} onChange={setRecords} label={t('withRecords')} />
        <p className="t-caption">{t('duplicateText')}</p>
      </div>
    </Dialog>
  );
};
