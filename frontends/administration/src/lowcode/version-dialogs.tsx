import { Button, Dialog, ErrorState, Loading, Skeleton, TextInput, toast, useErrorText, useTexts } from '@tessera/kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeArea } from './code-area.tsx';
import classes from './editor.module.css';
import {
  problemsIn,
  useFunctionCalls,
  versionQuery,
  type LowCodeFunction,
  type Version,
} from './functions.resource.ts';
import { units } from './starts.ts';

/** Saves the code as the next version, with a note of what it is for. */
export const SaveDialog = ({
  entry,
  sourceCode,
  onClose,
  onSaved,
}: {
  readonly entry: LowCodeFunction;
  readonly sourceCode: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const [note, setNote] = useState('');
  const version = entry.version + 1;
  const save = useMutation({
    mutationFn: () => calls.save(entry, { sourceCode, note: note.trim() }),
    onSuccess: (saved) => {
      toast({ message: t('lowcode.saved', { version: saved }), duration: 5000 });
      onSaved();
    },
  });
  return (
    <Dialog
      opened
      size="small"
      closable={!save.isPending}
      onClose={onClose}
      title={t('lowcode.saveTitle', { version })}
      onSubmit={() => {
        if (!save.isPending) save.mutate();
      }}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('kit:cancel')}
          </Button>
          <Button type="submit" variant="primary" working={save.isPending && t('lowcode.saving')}>
            {t('lowcode.save')}
          </Button>
        </>
      }
    >
      <div className={classes['form']}>
        <TextInput
          label={t('lowcode.note')}
          help={t('lowcode.noteHelp')}
          data-autofocus
          maxLength={300}
          value={note}
          onChange={setNote}
          error={save.error ? errorText(save.error) : undefined}
        />
        <div role="alert">
          {problemsIn(save.error).map(({ line, column, text }) => (
            <p key={`${line}:${column}`} className={classes['problem']}>
              {t('lowcode.problem', { line, text })}
            </p>
          ))}
        </div>
        <p className="t-secondary">{t('lowcode.saveText')}</p>
      </div>
    </Dialog>
  );
};

/** An earlier version with its code, and the way back to it. */
export const VersionDialog = ({
  entry,
  version: { version, note },
  hasDraft,
  onClose,
  onRestored,
}: {
  readonly entry: LowCodeFunction;
  readonly version: Version;
  readonly hasDraft: boolean;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const calls = useFunctionCalls();
  const { data, error, refetch } = useQuery(versionQuery(entry.id, version));
  const restore = useMutation({
    mutationFn: () => calls.restore(entry.id, version),
    onSuccess: (saved) => {
      toast({ message: t('lowcode.restored', { version: saved }), duration: 5000 });
      onRestored();
    },
    onError: (problem) => toast({ kind: 'error', message: t('lowcode.notChanged'), detail: errorText(problem) }),
  });
  const offered = entry.canChange && version !== entry.version;
  return (
    <Dialog
      opened
      size="large"
      closable={!restore.isPending}
      onClose={onClose}
      title={t('lowcode.version', { version })}
      footer={
        <>
          <Button data-autofocus disabled={restore.isPending} onClick={onClose}>
            {t(offered ? 'kit:cancel' : 'lowcode.close')}
          </Button>
          {offered && (
            <Button
              variant="primary"
              disabled={data === undefined}
              working={restore.isPending && t('lowcode.restoring')}
              onClick={() => restore.mutate()}
            >
              {t('lowcode.restore')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['form']}>
        {note !== '' && <p>{note}</p>}
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && (
          <Loading>
            <Skeleton width={320} />
          </Loading>
        )}
        {data && (
          <CodeArea
            className={classes['shown']}
            label={t('lowcode.sourceCode')}
            value={data.sourceCode}
            unit={units[entry.language]}
            {...(offered && { was: entry.sourceCode })}
            readOnly
          />
        )}
        {offered && (
          <p className="t-secondary">
            {t('lowcode.marked')} {t('lowcode.restoreText', { version: entry.version + 1 })}{' '}
            {hasDraft && t('lowcode.restoreDraft')}
          </p>
        )}
      </div>
    </Dialog>
  );
};
