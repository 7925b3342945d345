import { api, Button, Dialog, EmptyState, LinkButton, toast, useErrorText, useTexts } from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { importApi, type ImportState, type UndoPreview } from './import.resource.ts';
import { pathOf } from './paths.ts';
import { useWizard, wizard } from './wizard.ts';

type Operation = {
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly error?: string | { readonly message?: string } | null;
};
const pollMs = 400;

/** Waits until an operation has ended. Throws when it failed. */
const settled = async (operationId: string): Promise<void> => {
  for (;;) {
    const { state } = await api.get<Operation>(`/v3/operations/${operationId}`);
    if (state === 'done') return;
    if (state !== 'running') throw new Error(state);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

/** What came of an import, with the ways on: to the table, back, or as if it had not been. */
export const Ended = ({ state }: { state: ImportState }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { identifier, config } = useWizard();
  const [preview, setPreview] = useState<UndoPreview | null>(null);
  const [working, setWorking] = useState<'looking' | 'undoing' | null>(null);
  const [undoneHere, setUndone] = useState(false);
  const undone = undoneHere || state.tableGone;

  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('import.end.undoFailed'), detail: errorText(error) });
  };
  const look = async (): Promise<void> => {
    setWorking('looking');
    try {
      setPreview(await importApi.previewUndo(state.operationId));
    } catch (error) {
      failed(error);
    }
    setWorking(null);
  };
  const undo = async (conflicts?: 'skip' | 'overwrite'): Promise<void> => {
    setWorking('undoing');
    try {
      const { operationId } = await importApi.undo(state.operationId, conflicts);
      if (operationId !== undefined) await settled(operationId);
      setUndone(true);
      setPreview(null);
      void client.invalidateQueries({ queryKey: ['tables'] });
      void client.invalidateQueries({ queryKey: ['home'] });
    } catch (error) {
      failed(error);
    }
    setWorking(null);
  };
  const anew = (): void => {
    wizard.reset();
    void navigate('/connector');
  };

  if (undone) {
    return (
      <EmptyState
        screen
        title={t('import.end.undone')}
        actions={
          <>
            <Button onClick={anew}>{t('import.end.again')}</Button>
            {config && identifier !== null && (
              <LinkButton variant="primary" to={pathOf('field-matching', identifier)}>
                {t('import.end.columns')}
              </LinkButton>
            )}
          </>
        }
      >
        {t('import.end.undoneText')}
      </EmptyState>
    );
  }
  const names = { table: state.label, file: state.fileName, count: state.done };
  const title =
    state.state === 'done'
      ? t('import.end.done', names)
      : state.state === 'cancelled'
        ? t('import.end.cancelled', names)
        : t('import.end.failed');
  const text =
    state.state === 'done'
      ? t('import.end.doneText', names)
      : state.state === 'cancelled'
        ? t('import.end.cancelledText', names)
        : t('import.end.failedText', { ...names, reason: state.error?.message ?? '' });
  const edited = new Set(preview?.conflicts.map((conflict) => conflict.recordId)).size;
  return (
    <>
      <EmptyState
        screen
        drawing={state.state === 'failed' ? 'broken' : 'nothing'}
        title={title}
        actions={
          <>
            <Button working={working === 'looking' && t('import.end.looking')} onClick={() => void look()}>
              {t('import.end.undo')}
            </Button>
            {state.tableId !== '' && (
              <LinkButton variant="primary" to={`/object/${state.tableId}`}>
                {t('import.end.goTo')}
              </LinkButton>
            )}
          </>
        }
      >
        {text} {state.misfits > 0 && t('import.end.misfits', { count: state.misfits })}
      </EmptyState>
      <Dialog
        opened={preview !== null}
        onClose={() => setPreview(null)}
        title={t('import.end.undoTitle')}
        footer={
          <>
            <Button onClick={() => setPreview(null)}>{t('cancel')}</Button>
            {edited > 0 && (
              <Button disabled={working !== null} onClick={() => void undo('skip')}>
                {t('import.end.keepEdited')}
              </Button>
            )}
            <Button
              variant="danger"
              working={working === 'undoing' && t('import.end.undoing')}
              onClick={() => void undo(edited > 0 ? 'overwrite' : undefined)}
            >
              {t(edited > 0 ? 'import.end.undoAll' : 'import.end.undo')}
            </Button>
          </>
        }
      >
        <p>
          {t('import.end.undoText', { count: preview?.records ?? 0 })}{' '}
          {edited > 0 ? t('import.end.edited', { count: edited }) : t('import.end.notEdited')}
        </p>
      </Dialog>
    </>
  );
};
