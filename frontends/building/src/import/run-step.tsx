import {
  Button,
  ErrorState,
  LinkButton,
  NotFound,
  Progress,
  Spinner,
  toast,
  useErrorText,
  useFormats,
  useLive,
  useLiveEvent,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconCheck } from '@tessera/kit/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isApiError } from '@tessera/kit';
import { Arriving } from './arriving.tsx';
import { Ended } from './ended.tsx';
import { WizardFrame } from './frame.tsx';
import classes from './import.module.css';
import { importApi, type ImportState } from './import.resource.ts';
import { useWizard } from './wizard.ts';

const Stage = ({ state, title, detail }: { state: 'done' | 'now' | 'wait'; title: ReactNode; detail: ReactNode }) => (
  <li data-state={state}>
    <span className={classes['mark']} aria-hidden="true">
      {state === 'done' ? <IconCheck /> : state === 'now' ? <Spinner /> : null}
    </span>
    <span>{title}</span>
    <span className="t-secondary t-num">{detail}</span>
  </li>
);

/** Records that are there or left out. */
const handled = ({ done, leftOut }: ImportState): number => done + leftOut;

/** Seconds that are left if it goes on as it went; null while nobody can say. */
const secondsLeft = (state: ImportState): number | null => {
  const spent = (Date.now() - Date.parse(state.startedAt)) / 1000;
  return handled(state) === 0 || spent < 2
    ? null
    : Math.ceil((spent / handled(state)) * (state.total - handled(state)));
};

const Running = ({ state }: { state: ImportState }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const errorText = useErrorText('building');
  const client = useQueryClient();
  const [stopping, setStopping] = useState(false);
  const { proposal } = useWizard();
  const left = secondsLeft(state);
  const done = formats.number(state.done);
  const stop = async (): Promise<void> => {
    setStopping(true);
    try {
      client.setQueryData(['import', state.operationId], await importApi.cancel(state.operationId));
    } catch (error) {
      setStopping(false);
      toast({ kind: 'error', message: t('import.run.notStopped'), detail: errorText(error) });
    }
  };
  return (
    <div className={classes['run']}>
      <div className={classes['runMain']}>
        <h1 className="t-page-title">{t('import.run.title', { table: state.label })}</h1>
        <p className="t-secondary">{t('import.run.text')}</p>
        <p className={classes['count']}>
          <b>{done}</b>
          <span className="t-secondary">{t('import.run.of', { total: formats.number(state.total) })}</span>
          <span className="t-secondary">
            {left !== null &&
              t('import.run.left', {
                time:
                  left < 90
                    ? t('import.run.seconds', { count: left })
                    : t('import.run.minutes', { count: Math.round(left / 60) }),
              })}
          </span>
        </p>
        <Progress label={t('import.run.progress')} value={state.total === 0 ? null : handled(state) / state.total} />
        <ol className={classes['stages']}>
          <Stage
            state="done"
            title={t('import.run.file')}
            detail={t('import.file.rows', { count: proposal?.layout.rows ?? state.total })}
          />
          <Stage
            state={state.tableId === '' ? 'now' : 'done'}
            title={t(state.into ? 'import.into.ready' : 'import.run.table')}
            detail={t('import.run.fields', { count: state.fields })}
          />
          <Stage
            state={state.tableId === '' ? 'wait' : 'now'}
            title={t('import.run.records')}
            detail={
              t('import.run.created', { count: state.done }) +
              (state.misfits > 0 ? `, ${t('import.match.toCheck', { count: state.misfits })}` : '')
            }
          />
        </ol>
        <div className={classes['controls']}>
          <LinkButton to={`/object/${state.tableId}`}>{t('import.run.background')}</LinkButton>
          {state.mayStop && (
            <Button variant="quiet" working={stopping && t('import.run.stopping')} onClick={() => void stop()}>
              {t('import.run.stop', { done })}
            </Button>
          )}
        </div>
      </div>
      {state.tableId !== '' && (
        <Arriving tableId={state.tableId} label={state.label} done={state.done} into={state.into} />
      )}
    </div>
  );
};

/** The last step: the running import, then what came of it. A reload finds it by its operation. */
export const RunStep = ({ operation }: { operation: string }) => {
  const t = useTexts('building');
  const client = useQueryClient();
  const key = ['import', operation];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => importApi.state(operation, signal),
    staleTime: 0,
    // The push says when to ask; this is for when it is late.
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 3000 : false),
  });
  const again = (): void => void client.invalidateQueries({ queryKey: key });
  useLive([`operation:${operation}`], again);
  useLiveEvent('import_table', (data) => {
    if (typeof data === 'object' && data !== null && 'operationId' in data && data.operationId === operation) again();
  });
  usePageTitle(query.data ? t('import.run.title', { table: query.data.label }) : t('import.title'));
  if (query.error && !query.data) {
    return isApiError(query.error) && query.error.status === 404 ? (
      <NotFound />
    ) : (
      <ErrorState screen error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <WizardFrame step="import" name={query.data?.fileName}>
      {query.data && (query.data.state === 'running' ? <Running state={query.data} /> : <Ended state={query.data} />)}
    </WizardFrame>
  );
};
