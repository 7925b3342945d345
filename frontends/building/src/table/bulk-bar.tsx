import {
  apiError,
  Button,
  type Id,
  type Operation,
  Progress,
  type Table,
  toast,
  useFormats,
  useErrorText,
  useLive,
  useTexts,
} from '@tessera/kit';
import { IconPencil, IconTrash, IconX } from '@tessera/kit/icons';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { BulkEdit } from './bulk-edit.tsx';
import { type BulkBody, tableApi } from './table.resource.ts';
import classes from './table.module.css';
import type { Work } from '../workbench/use-workbench.ts';

/** Progress of an operation, with its exact count and the way to stop it. */
const OperationBar = ({ id, label, onDone }: { id: Id; label: string; onDone: (operation: Operation) => void }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const sayError = useErrorText('building');
  const [state, setState] = useState<Operation | null>(null);
  const ended = useRef(false);
  const load = useCallback(async (): Promise<void> => {
    // What cannot be asked now is asked again: the operation goes on without us.
    const next = await tableApi.operation(id).catch(() => null);
    // Two answers may say that it is over; it ends once.
    if (next === null || ended.current) return;
    setState(next);
    if (next.state === 'running') return;
    ended.current = true;
    onDone(next);
  }, [id, onDone]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), 1000);
    return () => clearInterval(timer);
  }, [load]);
  useLive([`operation:${id}`], () => void load());
  const stop = (): void =>
    void tableApi
      .cancelOperation(id)
      .then(load, (error: unknown) => toast({ kind: 'error', message: t('bulk.notStopped'), detail: sayError(error) }));
  return (
    <div className={classes['bulk']} role="status" style={{ minWidth: 320 }}>
      <b>{label}</b>
      <span style={{ flex: 1, minWidth: 120 }}>
        <Progress label={label} value={state && state.total > 0 ? state.done / state.total : null} />
      </span>
      <span className={classes['progressCount']}>
        {state && state.total > 0
          ? t('bulk.progress', { done: formats.number(state.done), total: formats.number(state.total) })
          : ''}
      </span>
      <Button size="toolbar" variant="quiet" onClick={stop}>
        {t('bulk.cancel')}
      </Button>
    </div>
  );
};

/** A long undo is looked through for what was changed since before it begins. */
const PreparingBar = ({ label }: { label: string }) => (
  <div className={classes['bulk']} role="status" style={{ minWidth: 320 }}>
    <b>{label}</b>
    <span style={{ flex: 1, minWidth: 120 }}>
      <Progress label={label} value={null} />
    </span>
  </div>
);

/** What may be done with the ticked records. */
export const BulkBar = ({ table, work }: { table: Table; work: Work }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const sayError = useErrorText('building');
  const { bench, list } = work;
  const state = useSyncExternalStore(list.subscribe, list.state);
  const [editing, setEditing] = useState(false);
  const [running, setRunning] = useState<{ readonly id: Id; readonly label: string; readonly deletes: boolean } | null>(
    null,
  );
  const { checked } = state;
  const count = list.checkedCount();
  const size = list.rows.size();

  const which = (): Pick<BulkBody, 'ids' | 'except' | 'filter' | 'search'> => {
    const query = list.query();
    return checked.all
      ? {
          ...(query.filter ? { filter: query.filter } : {}),
          ...(query.search ? { search: query.search } : {}),
          ...(checked.ids.size > 0 ? { except: [...checked.ids] } : {}),
        }
      : { ids: [...checked.ids] };
  };
  const run = async (body: BulkBody, label: string): Promise<void> => {
    try {
      const { operationId } = await tableApi.bulk(table.id, body);
      list.checkAll(false);
      setRunning({ id: operationId, label, deletes: body.action === 'delete' });
    } catch (error) {
      toast({ kind: 'error', message: t('bulk.failed'), detail: sayError(error) });
    }
  };
  const done = useCallback(
    (operation: Operation): void => {
      setRunning(null);
      bench.refresh();
      if (operation.state === 'done')
        toast({
          message: t(running?.deletes ? 'deleted' : 'bulk.done', { count: operation.done }),
          undo: () => bench.undoId(operation.id),
        });
      else if (operation.state === 'cancelled')
        toast({ message: t('bulk.cancelled', { count: operation.done }), undo: () => bench.undoId(operation.id) });
      else
        toast({
          kind: 'error',
          message: t('bulk.failed'),
          detail: operation.error ? sayError(apiError({ ...operation.error, status: 0 })) : undefined,
        });
    },
    [bench, t, running, sayError],
  );

  const remove = (): void => {
    if (!checked.all && checked.ids.size <= 1000) void bench.remove([...checked.ids]);
    else void run({ action: 'delete', ...which() }, t('bulk.deleting', { count }));
  };

  if (running) return <OperationBar key={running.id} id={running.id} label={running.label} onDone={done} />;
  if (work.undoing === '') return <PreparingBar label={t('undo.working')} />;
  if (work.undoing !== null)
    return <OperationBar key={work.undoing} id={work.undoing} label={t('undo.working')} onDone={() => undefined} />;
  if (count === 0) return null;
  return (
    <>
      <div className={classes['bulk']} role="toolbar" aria-label={t('bulk.label')}>
        <b role="status">{t('bulk.selected', { count, shown: formats.number(count) })}</b>
        {!checked.all && count < size && (
          <Button size="toolbar" variant="text" onClick={() => list.checkAll(true)}>
            {t('bulk.all', { count: size })}
          </Button>
        )}
        {table.rights.canEditRecords && (
          <Button size="toolbar" variant="quiet" icon={IconPencil} onClick={() => setEditing(true)}>
            {t('bulk.edit')}
          </Button>
        )}
        {table.rights.canDeleteRecords && (
          <Button size="toolbar" variant="quiet" icon={IconTrash} onClick={remove}>
            {t('bulk.delete')}
          </Button>
        )}
        <Button size="toolbar" variant="quiet" icon={IconX} onClick={() => list.checkAll(false)}>
          {t('bulk.clear')}
        </Button>
      </div>
      {editing && (
        <BulkEdit
          table={table}
          work={work}
          count={count}
          onClose={() => setEditing(false)}
          onRun={(fields, mode) => {
            setEditing(false);
            void run({ action: 'update', ...which(), fields, mode }, t('bulk.updating', { count }));
          }}
        />
      )}
    </>
  );
};
