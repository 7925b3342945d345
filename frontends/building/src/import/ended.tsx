import {
  api,
  Button,
  Check,
  Dialog,
  EmptyState,
  LinkButton,
  toast,
  hasRight,
  useErrorText,
  useFormats,
  useRights,
  useSession,
  useTableRights,
  useTexts,
} from '@tessera/kit';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import classes from './import.module.css';
import { usePeople } from '../table/queries.ts';
import { importApi, type ImportState, type UndoPreview } from './import.resource.ts';
import { pathOf, startOf } from './paths.ts';
import { nextSheet, sinceImport } from './rules.ts';
import { useWizard, wizard } from './wizard.ts';

const pollMs = 400;

/** Waits until an operation has ended. Throws when it failed. */
const settled = async (operationId: string): Promise<void> => {
  for (;;) {
    const { state } = await api.get('/v3/operations/{id}', { path: { id: operationId } });
    if (state === 'done') return;
    if (state !== 'running') throw new Error(state);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The file, its rows, and what was left out and why. */
const Receipt = ({ state }: { state: ImportState }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const people = usePeople();
  const who = people.data?.find((user) => user.id === state.userId)?.name;
  const missing = state.total - state.done - state.leftOut;
  return (
    <dl className={classes['receipt']}>
      <Line name={t('import.receipt.file')}>{state.fileName}</Line>
      <Line name={t('import.receipt.rows')}>{formats.number(state.total)}</Line>
      <Line name={t('import.receipt.added')}>{formats.number(state.done)}</Line>
      {state.leftOut > 0 && (
        <Line name={t('import.receipt.leftOut')}>
          {formats.number(state.leftOut)}
          <span className="t-caption">{t('import.into.leftOutText', { count: state.leftOut })}</span>
        </Line>
      )}
      {missing > 0 && (
        <Line name={t('import.receipt.missing')}>
          {formats.number(missing)}
          <span className="t-caption">
            {t(state.state === 'cancelled' ? 'import.receipt.stopped' : 'import.receipt.failed')}
          </span>
        </Line>
      )}
      {state.misfits > 0 && (
        <Line name={t('import.receipt.emptied')}>
          {formats.number(state.misfits)}
          <span className="t-caption">{t('import.end.misfits', { count: state.misfits })}</span>
        </Line>
      )}
      {state.report?.losses.map(({ name, reason, count, examples }) => (
        <Line key={`${name} ${reason}`} name={name}>
          {t(`import.receipt.losses.${reason}`, { count, defaultValue: formats.number(count) })}
          <span className="t-caption">
            {examples
              .slice(0, 3)
              .map(({ value, row }) => t('import.receipt.example', { value, row: formats.number(row) }))
              .join('  ·  ')}
          </span>
        </Line>
      ))}
      {state.report !== undefined && state.report.leftColumns.length > 0 && (
        <Line name={t('import.receipt.leftColumns')}>{state.report.leftColumns.join(', ')}</Line>
      )}
      {state.report !== undefined && state.report.newFields.length > 0 && (
        <Line name={t('import.receipt.newFields')}>{state.report.newFields.join(', ')}</Line>
      )}
      {who !== undefined && <Line name={t('import.receipt.who')}>{who}</Line>}
      <Line name={t('import.receipt.when')}>{formats.dateTime(state.startedAt)}</Line>
    </dl>
  );
};

/** What an undo takes away, what stays for whom, and whether that goes as well. */
const UndoDialog = ({
  state,
  preview,
  undoing,
  onClose,
  onUndo,
}: {
  state: ImportState;
  preview: UndoPreview;
  undoing: boolean;
  onClose: () => void;
  onUndo: (conflicts?: 'skip' | 'overwrite') => void;
}) => {
  const t = useTexts('building');
  const { user } = useSession();
  const [all, setAll] = useState(false);
  const listed = sinceImport(preview.conflicts, user.name);
  const { mine } = listed;
  // The list of conflicts has an end, the counts of the table have none.
  const { added, edited } = preview.table ?? listed;
  const kept = added + edited;
  const goes = all ? preview.records : preview.records - edited;
  const names = { table: state.label, count: goes };
  const newFields = state.report?.newFields ?? [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('import.end.undoTitle')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="danger"
            working={undoing && t('import.end.undoing')}
            onClick={() => onUndo(kept === 0 ? undefined : all ? 'overwrite' : 'skip')}
          >
            {t('import.end.undo')}
          </Button>
        </>
      }
    >
      <div className={classes['undo']}>
        <p>
          {t(
            state.into
              ? 'import.undo.records'
              : kept === 0 || all
                ? 'import.undo.recordsAndTable'
                : 'import.undo.records',
            names,
          )}{' '}
          {kept === 0 && t(state.into ? 'import.into.undoStays' : 'import.end.notEdited')}
          {newFields.length > 0 &&
            ` ${t('import.into.undoFields', { count: newFields.length, names: newFields.join(', ') })}`}
          {kept > 0 &&
            !all &&
            added > 0 &&
            t(mine ? 'import.undo.staysForMine' : 'import.undo.staysForAdded', { count: added })}{' '}
          {edited > 0 && !all && t('import.undo.staysEdited', { count: edited })}
        </p>
        {kept > 0 && (
          <Check
            label={t(
              state.into ? 'import.undo.editedToo' : added > 0 ? 'import.undo.both' : 'import.undo.editedAndTable',
              {
                count: state.into || added === 0 ? edited : kept,
              },
            )}
            checked={all}
            onChange={setAll}
          />
        )}
        <p className="t-secondary">{t('import.undo.back')}</p>
      </div>
    </Dialog>
  );
};

/** What came of an import, with the ways on: to the table, back, or as if it had not been. */
export const Ended = ({ state }: { state: ImportState }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { identifier, config, proposal } = useWizard();
  const another =
    proposal !== null && identifier === state.identifier
      ? nextSheet(proposal.sheets, proposal.layout.sheetIndex)
      : undefined;
  const [preview, setPreview] = useState<UndoPreview | null>(null);
  const [working, setWorking] = useState<'looking' | 'undoing' | null>(null);
  const [undoneHere, setUndone] = useState(false);
  const [stays, setStays] = useState(false);
  const undone = undoneHere || state.tableGone;
  const rights = useRights();
  const ofTable = useTableRights(state.tableId === '' ? null : state.tableId);
  // Who opens the receipt of somebody else's import may only read the table.
  const mayUndo = state.mayStop || (ofTable?.[state.into ? 'canDeleteRecords' : 'canManageFieldsAndConfig'] ?? false);
  const mayAgain = state.into ? (ofTable?.canCreateRecords ?? false) : hasRight(rights, 'canCreateTables');
  const heading = useRef<HTMLHeadingElement>(null);
  // It takes the place of the running import, and of what had the focus there.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, []);

  const failed = (error: unknown): void => {
    toast({ kind: 'error', message: t('import.end.undoFailed'), detail: errorText(error) });
  };
  const look = async (): Promise<void> => {
    setWorking('looking');
    try {
      const found = await importApi.previewUndo(state.operationId);
      // Undone elsewhere, or before a reload: nothing of it is left in the table.
      if (state.into && state.done > 0 && found.records === 0 && found.conflicts.length === 0) setUndone(true);
      else setPreview(found);
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
      setPreview(null);
      setUndone(true);
      setStays(conflicts === 'skip');
      void client.invalidateQueries({ queryKey: ['tables'] });
      void client.invalidateQueries({ queryKey: ['home'] });
    } catch (error) {
      failed(error);
    }
    setWorking(null);
  };
  const anew = (): void => {
    wizard.reset();
    void navigate(startOf(state.into ? state.tableId : null));
  };

  const goOn = (sheet: number): void => {
    wizard.sheet(sheet);
    void navigate(pathOf('types', state.identifier));
  };

  if (undone) {
    return (
      <EmptyState
        screen
        title={t('import.end.undone')}
        actions={
          <>
            <Button onClick={anew}>{t('import.end.again')}</Button>
            {stays && !state.tableGone && (
              <LinkButton to={`/object/${state.tableId}`}>{t('import.end.goTo')}</LinkButton>
            )}
            {config && identifier !== null && (
              <LinkButton variant="primary" to={pathOf('field-matching', identifier)}>
                {t('import.end.columns')}
              </LinkButton>
            )}
          </>
        }
      >
        {state.into
          ? t('import.into.undoneText', { table: state.label })
          : stays && !state.tableGone
            ? t('import.undo.tableStays', { table: state.label })
            : t('import.end.undoneText')}
      </EmptyState>
    );
  }
  const names = { table: state.label, count: state.done };
  const title =
    state.state === 'done'
      ? t(state.into ? 'import.into.done' : 'import.end.done', names)
      : state.state === 'cancelled'
        ? t(state.into ? 'import.into.cancelled' : 'import.end.cancelled', names)
        : t('import.end.failed');
  return (
    <div className={classes['column']}>
      <div className={classes['intro']}>
        <h1 ref={heading} className="t-page-title" tabIndex={-1}>
          {title}
        </h1>
        {state.state === 'failed' && (
          <p className="t-secondary" role="alert">
            {t('import.end.failedText', { ...names, reason: state.error?.message ?? '' })}
          </p>
        )}
      </div>
      <Receipt state={state} />
      <div className={classes['actions']}>
        {mayUndo && (
          <Button
            variant="quiet"
            working={working === 'looking' && t('import.end.looking')}
            disabled={state.tableId === ''}
            onClick={() => void look()}
          >
            {t('import.end.undo')}
          </Button>
        )}
        {mayAgain && another !== undefined && (
          <Button onClick={() => goOn(another.index)}>{t('import.end.anotherSheet')}</Button>
        )}
        {mayAgain && <Button onClick={anew}>{t('import.end.again')}</Button>}
        {state.tableId !== '' && (
          <LinkButton variant="primary" to={`/object/${state.tableId}`}>
            {t('import.end.goTo')}
          </LinkButton>
        )}
      </div>
      {preview !== null && (
        <UndoDialog
          state={state}
          preview={preview}
          undoing={working === 'undoing'}
          onClose={() => setPreview(null)}
          onUndo={(conflicts) => void undo(conflicts)}
        />
      )}
    </div>
  );
};
