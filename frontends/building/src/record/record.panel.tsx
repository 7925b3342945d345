import {
  copyText,
  ErrorState,
  type Field,
  IconButton,
  type Id,
  Menu,
  NotFound,
  Panel,
  PresenceStack,
  Skeleton,
  type Table,
  Tabs,
  toast,
  type User,
  useFormats,
  live,
  usePresence,
  useSession,
  useTexts,
} from '@tessera/kit';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronUp,
  IconDots,
  IconLink,
  IconMaximize,
  IconTrash,
} from '@tessera/kit/icons';
import { isApiError, newId, optionColor } from '@tessera/kit';
import { type ReactNode, useEffect, useState } from 'react';
import { editorOf, textOf } from '../data/values.ts';
import type { EditorResult } from '../grid/editors.ts';
import { selectOne } from '../grid/model/selection.ts';
import { usePhone } from '../phone/use-phone.ts';
import type { useWorkbench } from '../table/use-workbench.ts';
import { FieldValue } from './field-value.tsx';
import { RecordFields } from './record-fields.tsx';
import { RecordHistory } from './record-history.tsx';
import classes from './record.module.css';
import { useRecord } from './use-record.ts';

export type RecordPanelProps = {
  readonly table: Table;
  readonly recordId: Id | null;
  readonly users: readonly User[];
  readonly work: ReturnType<typeof useWorkbench>;
  readonly onMove: (id: Id) => void;
  readonly onClose: () => void;
  readonly onExpand: (id: Id) => void;
};

/** Everything about one record: its name, fields and history, and what changes them. Used by panel, page and phone. */
export const useRecordParts = ({
  table,
  recordId,
  users,
  work,
  phone = false,
}: Pick<RecordPanelProps, 'table' | 'recordId' | 'users' | 'work'> & { phone?: boolean }) => {
  const t = useTexts('building');
  const { bench, habits, people } = work;
  const { record, error, reload, setFetched } = useRecord(bench, table.id, recordId);
  const { announce } = usePresence(table.id);
  useEffect(() => {
    live.look(table.id, recordId);
    return () => live.look(table.id, null);
  }, [table.id, recordId]);
  const label = table.fields.find((field) => field.id === table.labelFieldId);
  const editable = table.rights.canEditRecords && !table.rights.isReadOnly;

  const write = async (field: Field, result: EditorResult): Promise<void> => {
    if (!record) return;
    if (bench.rows.record(record.id)) return bench.actions.write(record.id, field, result, record.version);
    bench.rows.keep(record);
    bench.actions.write(record.id, field, result, record.version);
    await bench.edits.idle();
    const saved = bench.rows.record(record.id);
    if (saved) setFetched(saved);
  };
  const discard = (field: Field): void => {
    if (record) bench.actions.discard(record.id, field.id);
  };
  const newOption = table.rights.canManageFieldsAndConfig
    ? {
        onNewOption: (field: Field, text: string): string => {
          const option = { id: newId(), label: text, color: optionColor(field.props.options?.length ?? 0) };
          bench.addOption(field, option);
          return option.id;
        },
      }
    : {};
  const name = record && label ? textOf(label, bench.grid.value(record, label.id), habits.show) || t('unnamed') : '';
  const edits = record ? bench.edits.of(record.id) : undefined;
  const heading: ReactNode =
    record && label ? (
      <div className={classes['heading']}>
        <h2 className="t-hidden">{name}</h2>
        <FieldValue
          field={label}
          value={record.fields[label.id]}
          habits={habits}
          users={users}
          readOnly={!editable}
          edit={edits?.[label.id]}
          onChange={(value) => void write(label, { value })}
          onResult={(result) => void write(label, result)}
          onDiscard={() => discard(label)}
        />
      </div>
    ) : null;
  const fields: ReactNode = record ? (
    <RecordFields
      table={table}
      record={record}
      edits={edits}
      habits={habits}
      users={users}
      people={people}
      phone={phone}
      onResult={(field, result) => void write(field, result)}
      onDiscard={discard}
      {...newOption}
      onPlace={(field, editing) => announce({ recordId: record.id, fieldId: field.id, editing })}
    />
  ) : null;
  const history: ReactNode = record ? (
    <RecordHistory
      table={table}
      recordId={record.id}
      version={record.version}
      habits={habits}
      users={users}
      {...(editable
        ? { onRestore: (field: Field, value: unknown) => editorOf(field) !== 'none' && void write(field, { value }) }
        : {})}
    />
  ) : null;
  const loading: ReactNode = error ? (
    isApiError(error) && error.status === 404 ? (
      <NotFound screen={false} />
    ) : (
      <ErrorState title={t('error.record')} error={error} onRetry={reload} />
    )
  ) : (
    <div style={{ padding: 24, display: 'grid', gap: 20 }}>
      {[60, 80, 70, 75, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
  return { record, name, heading, fields, history, loading };
};

/** A record beside the list that it belongs to. */
export const RecordPanel = (props: RecordPanelProps) => {
  const { table, recordId, work, onMove, onClose, onExpand } = props;
  const t = useTexts('building');
  const formats = useFormats();
  const session = useSession();
  const phone = usePhone();
  const [tab, setTab] = useState<'fields' | 'activity'>('fields');
  const { bench, people } = work;
  const { rows, grid } = bench;
  const parts = useRecordParts({ ...props, phone });
  const place = recordId === null ? undefined : rows.placeOf(recordId);
  const size = rows.size();

  useEffect(() => {
    if (place === undefined) return;
    rows.want(Math.max(0, place - 5), place + 5);
    grid.reveal(place, null);
  }, [place, rows, grid]);

  const step = (by: number): void => {
    if (place === undefined) return;
    const id = rows.idAt(place + by);
    if (id === undefined) return;
    const selection = grid.state().selection;
    grid.select(selectOne(place + by, selection?.anchor.col ?? 0));
    onMove(id);
  };
  const copy = async (): Promise<void> => {
    const done = await copyText(
      `${(session.baseUrl || location.origin).replace(/\/$/, '')}/object/${table.id}/record/${recordId ?? ''}`,
    );
    toast(done ? { message: t('record.linkCopied') } : { kind: 'error', message: t('table.linkNotCopied') });
  };
  const remove = (): void => {
    if (recordId === null) return;
    onClose();
    void bench.remove([recordId]);
  };
  const here = people.filter((person) => person.recordId === recordId);
  const menu = (
    <Menu
      side="bottom-end"
      anchor={<IconButton label={t('record.menu')} icon={IconDots} size={phone ? 'touch' : 'standard'} />}
      items={[
        { id: 'link', label: t('record.copyLink'), icon: IconLink, onSelect: () => void copy() },
        ...(table.rights.canDeleteRecords
          ? [
              { id: 'd', divider: true as const },
              { id: 'delete', label: t('record.delete'), icon: IconTrash, danger: true, onSelect: remove },
            ]
          : []),
      ]}
    />
  );
  const where =
    place === undefined ? null : (
      <span className={classes['place']}>
        {t('record.place', { place: formats.number(place + 1), count: formats.number(size) })}
      </span>
    );

  if (phone) {
    if (recordId === null) return null;
    return (
      <div className={classes['phone']} role="dialog" aria-label={parts.name || t('record.title')}>
        <div className={classes['phoneHead']}>
          <IconButton label={t('back')} icon={IconChevronLeft} size="touch" tooltip={false} onClick={onClose} />
          {where}
          <span style={{ flex: 1 }} />
          <PresenceStack people={here} />
          {menu}
        </div>
        <div className={classes['phoneBody']}>
          {parts.record ? (
            <>
              <h1 className={classes['headingText']} style={{ padding: '16px 16px 8px' }}>
                {parts.name}
              </h1>
              <div className={classes['phoneTabs']}>
                <Tabs
                  label={t('record.parts')}
                  value={tab}
                  onChange={setTab}
                  items={[
                    { value: 'fields', label: t('record.fields'), content: parts.fields },
                    {
                      value: 'activity',
                      label: t('record.activity'),
                      content: <div style={{ paddingTop: 16 }}>{parts.history}</div>,
                    },
                  ]}
                />
              </div>
            </>
          ) : (
            parts.loading
          )}
        </div>
        <div className={classes['phoneFoot']}>
          <IconButton
            label={t('record.previous')}
            icon={IconChevronUp}
            size="touch"
            tooltip={false}
            disabled={place === undefined || place === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            label={t('record.next')}
            icon={IconChevronDown}
            size="touch"
            tooltip={false}
            disabled={place === undefined || place >= size - 1}
            onClick={() => step(1)}
          />
        </div>
      </div>
    );
  }
  return (
    <Panel
      opened={recordId !== null}
      onClose={onClose}
      label={parts.name || t('record.title')}
      header={
        <span className={classes['walk']}>
          <IconButton
            label={t('record.previous')}
            icon={IconChevronUp}
            disabled={place === undefined || place === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            label={t('record.next')}
            icon={IconChevronDown}
            disabled={place === undefined || place >= size - 1}
            onClick={() => step(1)}
          />
          {where}
        </span>
      }
      actions={
        <>
          <PresenceStack people={here} />
          <IconButton label={t('record.copyLink')} icon={IconLink} onClick={() => void copy()} />
          <IconButton
            label={t('record.expand')}
            icon={IconMaximize}
            onClick={() => recordId !== null && onExpand(recordId)}
          />
          {menu}
        </>
      }
    >
      {parts.record ? (
        <>
          {parts.heading}
          {parts.fields}
          <section className={classes['activity']} aria-label={t('record.activity')}>
            <h3 className={classes['activityHead']}>{t('record.activity')}</h3>
            {parts.history}
          </section>
        </>
      ) : (
        parts.loading
      )}
    </Panel>
  );
};
