import { Button, Dialog, type Field, Loading, Progress, useErrorText, useFormats, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passes } from '../data/failure.ts';
import { useTypeNames } from '../field-types/list.ts';
import { type Wanted, tableApi } from './table.resource.ts';
import classes from './table.module.css';

const pollMs = 300;

type ConvertDialogProps = {
  readonly tableId: string;
  readonly field: Field;
  readonly wanted: Wanted;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** What converting a field would make of its values, before it is done; then how far it is. */
export const ConvertDialog = ({ tableId, field, wanted, onClose, onDone }: ConvertDialogProps) => {
  const t = useTexts('building');
  const typeName = useTypeNames();
  const formats = useFormats();
  const errorText = useErrorText('building');
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const preview = useQuery({
    queryKey: ['convert', tableId, field.id, wanted],
    queryFn: ({ signal }) => tableApi.previewConversion(tableId, field.id, wanted, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const found = preview.data;
  const problem = failure ?? preview.error;
  const working = progress !== null && failure === null;

  const convert = async (): Promise<void> => {
    setFailure(null);
    setProgress(0);
    try {
      const { operationId, state } = await tableApi.convert(tableId, field.id, wanted);
      for (let now: string = state; now === 'running';) {
        await new Promise((resolve) => {
          setTimeout(resolve, pollMs);
        });
        const operation = await tableApi.operation(operationId).catch((error: unknown) => {
          if (passes(error)) return null;
          throw error;
        });
        if (operation === null) continue;
        now = operation.state;
        setProgress(operation.total === 0 ? 1 : operation.done / operation.total);
        if (now === 'failed' || now === 'cancelled') throw new Error(operation.error?.message ?? t('convert.stopped'));
      }
      onDone();
    } catch (error) {
      setFailure(error);
      setProgress(null);
    }
  };

  const type = typeName(wanted.type ?? field.type);
  return (
    <Dialog
      opened
      onClose={working ? () => undefined : onClose}
      title={t('convert.title', { name: field.name, type })}
      footer={
        <>
          <Button data-autofocus disabled={working} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant={found !== undefined && found.lost > 0 ? 'danger' : 'primary'}
            disabled={found === undefined}
            working={working && t('convert.working')}
            onClick={() => void convert()}
          >
            {t('convert.go')}
          </Button>
        </>
      }
    >
      {problem !== null && problem !== undefined && (
        <p style={{ color: 'var(--danger-text)' }} role="alert">
          {errorText(problem)}
        </p>
      )}
      {preview.isPending && <Loading />}
      {working && <Progress label={t('convert.working')} value={progress} />}
      {found && !working && (
        <div role="status">
          <p>
            {t('convert.fits', { count: found.fits })}{' '}
            {found.changed > 0 && t('convert.changed', { count: found.changed })}{' '}
            {found.options !== undefined && t('convert.options', { count: found.options })}
          </p>
          <p className={found.lost > 0 ? 't-medium' : 't-secondary'}>
            {found.lost > 0 ? t('convert.lost', { count: found.lost }) : t('convert.none')}
          </p>
          {found.examples.length > 0 && (
            <ul aria-label={t('convert.examples')} className={classes['examples']}>
              {found.examples.map((example) => (
                <li key={example.recordId} className="t-cut">
                  <span className="t-secondary">{example.recordLabel ?? t('convert.unnamed')}</span>{' '}
                  <span className="t-medium">{example.before}</span> →{' '}
                  {example.after ?? <span className="t-secondary">{t('convert.empty')}</span>}
                </li>
              ))}
            </ul>
          )}
          <p className="t-caption">{t('convert.undo', { count: found.filled, shown: formats.number(found.filled) })}</p>
        </div>
      )}
    </Dialog>
  );
};
