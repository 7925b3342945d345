import { Button, Dialog, type Id, Segmented, Select, type Table, useFormats, useTexts } from '@tessera/kit';
import { useState } from 'react';
import { displayText, isReadOnly, textOf } from '../data/values.ts';
import type { Shown, Value } from '../data/cut-text.ts';
import { FieldValue } from '../record/field-value.tsx';
import { fieldIcon, viewOfField } from '../field-types/list.ts';
import classes from './table.module.css';
import type { Work } from '../workbench/use-workbench.ts';

type Mode = 'set' | 'clear' | 'append';

export type BulkEditProps = {
  readonly table: Table;
  readonly work: Work;
  readonly count: number;
  readonly onClose: () => void;
  readonly onRun: (fields: Readonly<Record<Id, unknown>>, mode: Mode) => void;
};

/** One field of all ticked records: set, cleared or added to; with five examples before it runs. */
export const BulkEdit = ({ table, work, count, onClose, onRun }: BulkEditProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const fields = table.fields.filter((field) => !isReadOnly(field));
  const [fieldId, setFieldId] = useState<Id | null>(fields[0]?.id ?? null);
  const [mode, setMode] = useState<Mode>('set');
  const [typed, setValue] = useState<Value>(null);
  const [missing, setMissing] = useState(false);
  const field = fields.find((one) => one.id === fieldId);
  const entry = field && viewOfField(field).entry;
  // A checkbox that nobody touched means "not checked"; every other field waits for a value.
  const value = field && entry?.by === 'pressing' ? typed === true : typed;
  const appends = entry !== undefined && 'adds' in entry;
  const actual: Mode = mode === 'append' && !appends ? 'set' : mode;
  const { list } = work;
  const { rows } = list;
  const examples = field
    ? rows
        .loadedIds(0, Math.min(rows.size() - 1, 5000))
        .filter((id) => list.isChecked(id))
        .slice(0, 5)
        .flatMap((id) => rows.record(id) ?? [])
    : [];
  const label = table.fields.find((one) => one.id === table.labelFieldId);
  const after = (before: Shown): string => {
    if (!field) return '';
    if (actual === 'clear') return t('empty');
    if (value === null) return '';
    if (actual === 'set') return textOf(field, value, work.habits.show);
    if (Array.isArray(value))
      return textOf(field, [...new Set([...(Array.isArray(before) ? before : []), ...value])], work.habits.show);
    return [before, value]
      .map((one) => displayText(field, one, work.habits.show))
      .filter((text) => text !== '')
      .join(' ');
  };
  const run = (): void => {
    if (!field) return;
    if (actual !== 'clear' && value === null) setMissing(true);
    else onRun({ [field.id]: actual === 'clear' ? null : value }, actual);
  };
  return (
    <Dialog
      opened
      size="medium"
      onClose={onClose}
      title={t('bulk.editTitle', { count })}
      // Beside the buttons, so that nothing moves under the pointer when it goes.
      aside={
        <div role="alert">
          {missing && actual !== 'clear' && value === null && <p className={classes['missing']}>{t('bulk.missing')}</p>}
        </div>
      }
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!field} onClick={run}>
            {t('bulk.run', { count, shown: formats.number(count) })}
          </Button>
        </>
      }
    >
      <div style={{ display: 'grid', gap: 16 }}>
        <Select
          label={t('bulk.field')}
          value={fieldId}
          options={fields.map((one) => ({ value: one.id, label: one.name, icon: fieldIcon(one.type) }))}
          onChange={(next) => {
            setFieldId(next);
            setValue(null);
            setMissing(false);
          }}
        />
        <Segmented<Mode>
          label={t('bulk.mode')}
          value={actual}
          onChange={setMode}
          options={[
            { value: 'set', label: t('bulk.set') },
            ...(appends ? [{ value: 'append' as const, label: t('bulk.append') }] : []),
            { value: 'clear', label: t('bulk.clearField') },
          ]}
        />
        {field && actual !== 'clear' && (
          <FieldValue
            key={field.id}
            field={field}
            value={value}
            habits={work.habits}
            users={work.users}
            labelled
            onChange={(next) => setValue(next as Value)}
          />
        )}
        {field && examples.length > 0 && (
          <div>
            <h3 className="t-caption">{t('bulk.examples')}</h3>
            {examples.map((record) => (
              <div
                key={record.id}
                className={classes['conflict']}
                style={{ gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr) minmax(0,1fr)' }}
              >
                <span className="t-cut">
                  {label ? displayText(label, record.fields[label.id], work.habits.show) : ''}
                </span>
                <s className="t-cut t-secondary" data-plain={after(record.fields[field.id]) === '' || undefined}>
                  {displayText(field, record.fields[field.id], work.habits.show) || t('empty')}
                </s>
                <span className="t-cut">{after(record.fields[field.id])}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
};
