import { Button, Dialog, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFunctionCalls, type Entry, type LowCodeFunction } from './functions.resource.ts';

type Named = Pick<Entry, 'id' | 'label'>;

/** Asks before a function goes; the message behind it brings it back. */
export const DeleteDialog = ({
  entry,
  onClose,
  onDeleted,
}: {
  readonly entry: Named;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('lowcode.notChanged'), detail: errorText(error) });
  };
  const remove = useMutation({
    mutationFn: () => calls.remove(entry.id),
    onSuccess: (commit) => {
      toast({
        message: t('lowcode.deleted', { name: entry.label }),
        ...(commit !== null && { undo: () => calls.undo(commit).catch(failed) }),
      });
      onClose();
      onDeleted?.();
    },
    onError: failed,
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!remove.isPending}
      onClose={onClose}
      title={t('lowcode.deleteTitle', { name: entry.label })}
      footer={
        <>
          <Button data-autofocus disabled={remove.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button variant="danger" working={remove.isPending && t('lowcode.deleting')} onClick={() => remove.mutate()}>
            {t('lowcode.delete')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('lowcode.deleteText')}</p>
    </Dialog>
  );
};

/** Gives a function another name. */
export const RenameDialog = ({
  entry,
  onClose,
}: {
  readonly entry: Entry | LowCodeFunction;
  readonly onClose: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const [label, setLabel] = useState(entry.label);
  const [tried, setTried] = useState(false);
  const empty = label.trim() === '';
  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('lowcode.notChanged'), detail: errorText(error) });
  };
  const rename = useMutation({
    mutationFn: () => calls.change(entry, { label: label.trim() }),
    onSuccess: () => {
      toast({
        message: t('lowcode.renamed', { name: label.trim() }),
        undo: () => calls.change(entry, { label: entry.label }).catch(failed),
      });
      onClose();
    },
  });
  const problem = tried && empty ? t('lowcode.nameMissing') : undefined;
  return (
    <Dialog
      opened
      size="small"
      closable={!rename.isPending}
      onClose={onClose}
      title={t('lowcode.renameTitle', { name: entry.label })}
      onSubmit={() => {
        setTried(true);
        if (!empty && !rename.isPending) rename.mutate();
      }}
      footer={
        <>
          <Button disabled={rename.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={rename.isPending && t('lowcode.saving')}>
            {t('lowcode.save')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('lowcode.name')}
        data-autofocus
        maxLength={120}
        value={label}
        onChange={setLabel}
        error={rename.error ? errorText(rename.error) : problem}
      />
    </Dialog>
  );
};
