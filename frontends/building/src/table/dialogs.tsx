import { Button, Check, Dialog, type Field, type Table, toast, useErrorText, useFormats, useTexts } from '@tessera/kit';
import { useMemo, useState } from 'react';
import { type Habits, displayText } from '../data/values.ts';
import { WhatBreaks } from './field-uses.tsx';
import { DuplicateDialog } from './duplicate.dialog.tsx';
import { useTableUpdate } from './queries.ts';
import { tableApi, type UndoConflict } from './table.resource.ts';
import classes from './table.module.css';
import type { Asking } from '../workbench/use-workbench.ts';

/** What stands in the way for good cannot be overwritten, nor what is no cell of a record. */
const canTake = (conflict: UndoConflict): boolean => conflict.recordId !== undefined && conflict.blocked === undefined;

const reasons: Readonly<Record<string, string>> = {
  record_deleted: 'conflicts.gone',
  'fields.option_in_use': 'conflicts.inUse',
  'fields.converting': 'codes.fields_converting',
};

/** What may be chosen by itself: a value; or a record as a whole, where the undo would delete it. Record by record. */
const choicesIn = (conflicts: readonly UndoConflict[]): readonly (readonly UndoConflict[])[] =>
  [...Map.groupBy(conflicts, ({ recordId }) => recordId).values()].flatMap((all) =>
    all.some(({ deletes }) => deletes === true) ? [all] : all.map((one) => [one]),
  );

const Conflicts = ({
  table,
  habits,
  conflicts,
  rest,
  answer,
}: {
  table: Table;
  habits: Habits;
  conflicts: readonly UndoConflict[];
  rest: boolean;
  answer: (chosen: readonly UndoConflict[] | null) => void;
}) => {
  const t = useTexts('building');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choices = useMemo(() => choicesIn(conflicts), [conflicts]);
  const action = rest
    ? t(chosen.size === 0 ? 'conflicts.rest' : 'conflicts.restWith', { count: chosen.size })
    : chosen.size === 0
      ? t('conflicts.bring')
      : t('conflicts.overwrite', { count: chosen.size });
  const show = (conflict: UndoConflict, value: unknown): string => {
    // No cell: a setting, whose value is its text.
    if (conflict.recordId === undefined)
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : t('empty');
    const field = table.fields.find((one) => one.id === conflict.fieldId);
    return (field ? displayText(field, value, habits.show) : '') || t('empty');
  };
  const flip = (index: number): void => {
    const next = new Set(chosen);
    if (!next.delete(index)) next.add(index);
    setChosen(next);
  };
  return (
    <Dialog
      opened
      size="medium"
      onClose={() => answer(null)}
      title={
        choices.every((choice) => choice.some(({ deletes }) => deletes === true))
          ? t('conflicts.titleRecords', { count: choices.length })
          : t('conflicts.title', { count: conflicts.length })
      }
      footer={
        <>
          <Button data-autofocus onClick={() => answer(null)}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={!rest && chosen.size === 0}
            onClick={() => answer(choices.filter((_, index) => chosen.has(index)).flat())}
          >
            {action}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t(rest ? 'conflicts.textRest' : 'conflicts.text')}</p>
      <div style={{ maxHeight: 360, overflow: 'auto' }}>
        {choices.slice(0, 200).map((choice, index) => {
          const [conflict] = choice;
          if (!conflict) return null;
          const people = [...new Set(choice.flatMap(({ changedBy }) => changedBy ?? []))].join(', ');
          const names = choice
            .map(({ fieldName }) => fieldName)
            .filter((name) => name !== '')
            .join(', ');
          return (
            <div key={`${conflict.recordId ?? ''}:${conflict.fieldId}`} className={classes['conflict']}>
              <span>
                {conflict.recordId === undefined ? (
                  <b className="t-medium">{names}</b>
                ) : (
                  <>
                    <b className="t-medium">{conflict.recordLabel || t('unnamed')}</b>
                    {names === '' ? '' : ` · ${names}`}
                  </>
                )}
                {people === '' ? '' : ` · ${people}`}
              </span>
              <Check
                checked={chosen.has(index)}
                disabled={!canTake(conflict)}
                onChange={() => flip(index)}
                label={
                  conflict.deletes === true ? (
                    t('conflicts.delete')
                  ) : (
                    <span>
                      {t('conflicts.restore', { value: show(conflict, conflict.undoTo) })}{' '}
                      <span className="t-caption">
                        {t('conflicts.now', { value: show(conflict, conflict.current) })}
                      </span>
                    </span>
                  )
                }
              />
              {conflict.blocked !== undefined && (
                <span className="t-caption">{t(reasons[conflict.blocked] ?? 'conflicts.blocked')}</span>
              )}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
};

const DeleteField = ({ table, field, onClose }: { table: Table; field: Field; onClose: () => void }) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const update = useTableUpdate(table.id);
  const [working, setWorking] = useState(false);
  const remove = async (): Promise<void> => {
    setWorking(true);
    try {
      await tableApi.deleteField(table.id, field.id);
      update({ ...table, fields: table.fields.filter((one) => one.id !== field.id) });
      update();
      onClose();
      toast({
        message: t('field.deleted', { name: field.name }),
        undo: async () => {
          await tableApi.restoreField(table.id, field.id);
          update();
        },
      });
    } catch (error) {
      setWorking(false);
      toast({ kind: 'error', message: t('field.notDeleted'), detail: errorText(error) });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('field.deleteTitle', { name: field.name })}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" working={working && t('field.deleting')} onClick={() => void remove()}>
            {t('field.delete')}
          </Button>
        </>
      }
    >
      <p className="t-secondary">{t('field.deleteText')}</p>
      <WhatBreaks tableId={table.id} field={field} />
    </Dialog>
  );
};

/** The questions that a table asks. */
export const TableDialogs = ({
  table,
  asking,
  habits,
  deleting,
  onDeleting,
  duplicating,
  onDuplicating,
}: {
  table: Table;
  asking: Asking | null;
  habits: Habits;
  deleting: Field | null;
  onDeleting: (field: Field | null) => void;
  duplicating: Field | null;
  onDuplicating: (field: Field | null) => void;
}) => {
  const t = useTexts('building');
  const formats = useFormats();
  return (
    <>
      {asking?.what === 'grow' && (
        <Dialog
          opened
          onClose={() => asking.answer(false)}
          title={t('paste.growTitle', { count: asking.rows })}
          footer={
            <>
              <Button onClick={() => asking.answer(false)}>{t('cancel')}</Button>
              <Button variant="primary" data-autofocus onClick={() => asking.answer(true)}>
                {t('paste.grow', { count: asking.rows, shown: formats.number(asking.rows) })}
              </Button>
            </>
          }
        >
          <p className="t-secondary">{t('paste.growText')}</p>
        </Dialog>
      )}
      {asking?.what === 'conflicts' && (
        <Conflicts
          table={table}
          habits={habits}
          conflicts={asking.conflicts}
          rest={asking.rest}
          answer={asking.answer}
        />
      )}
      {duplicating && <DuplicateDialog table={table} field={duplicating} onClose={() => onDuplicating(null)} />}
      {deleting && <DeleteField table={table} field={deleting} onClose={() => onDeleting(null)} />}
    </>
  );
};
