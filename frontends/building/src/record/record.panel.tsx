import {
  ErrorState,
  ExtensionPart,
  type Field,
  IconButton,
  type Id,
  Menu,
  type MenuItem,
  NotFound,
  Panel,
  PresenceStack,
  Skeleton,
  type Table,
  Tabs,
  type User,
  type ViewConfig,
  useFormats,
  live,
  useExtensions,
  usePresence,
  useTexts,
} from '@tessera/kit';
import { IconChevronDown, IconChevronLeft, IconChevronUp, IconDots, IconLink, IconMaximize } from '@tessera/kit/icons';
import { nextColorAmong } from '@tessera/fields';
import { isApiError, newId } from '@tessera/kit';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { displayText, isReadOnly } from '../data/values.ts';
import { toolsOf } from '../forms/layout.ts';
import { later } from '../later.tsx';
import type { EditorResult } from '../data/entered.ts';
import { usePhone } from '../phone/use-phone.ts';
import type { Work } from '../workbench/use-workbench.ts';
import { FieldValue } from './field-value.tsx';
import { viewOf } from '../field-types/list.ts';
import { RecordFields } from './record-fields.tsx';
import { useComments } from './comments.resource.ts';
import { ActivityFilter, Composer, RecordActivity } from './record-activity.tsx';
import { useRecordHistory } from './record-history.tsx';
import classes from './record.module.css';
import { useRecordEntries } from './use-record-entries.ts';
import { useRecord } from './use-record.ts';

// Loaded where the table has a form of its own for its records.
const UpdateForm = later(async () => (await import('../forms/update-form.tsx')).UpdateForm);
const RecordLayout = later(async () => (await import('../forms/record-layout.tsx')).RecordLayout);
const LeaveDialog = later(async () => (await import('../forms/leave.dialog.tsx')).LeaveDialog);

export type RecordPanelProps = {
  readonly table: Table;
  readonly recordId: Id | null;
  readonly users: readonly User[];
  readonly work: Work;
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
  onClose,
}: Pick<RecordPanelProps, 'table' | 'recordId' | 'users' | 'work'> & {
  phone?: boolean;
  /** Goes away from it, as its form does once it is saved. */
  onClose?: () => void;
}) => {
  const t = useTexts('building');
  const { bench, habits, people } = work;
  const { record, error, reload, setFetched, refresh } = useRecord(bench, table.id, recordId);
  const form = table.updateForm === true ? null : (table.updateForm as ViewConfig);
  const asks = (form?.fields ?? []).length > 0;
  const tools = toolsOf(form);
  /** Gives up what was changed in the form and not saved; null where there is nothing. */
  const [unsaved, setUnsaved] = useState<{ readonly discard: () => void } | null>(null);
  const onUnsaved = useCallback(
    (discard: (() => void) | null): void => setUnsaved(discard === null ? null : { discard }),
    [],
  );
  const { announce } = usePresence(table.id);
  useEffect(() => {
    live.look(table.id, recordId);
    return () => live.look(table.id, null);
  }, [table.id, recordId]);
  const label = table.fields.find((field) => field.id === table.labelFieldId);
  const editable = table.rights.canEditRecords && !table.rights.isReadOnly;

  /** The version that was there when a field was opened: others may write while it is edited. */
  const begun = useRef<{ readonly fieldId: Id; readonly version: number } | null>(null);
  const begin = (field: Field, editing: boolean): void => {
    if (record && editing) begun.current = { fieldId: field.id, version: record.version };
    // What the editor hands over follows at once, or it was left as it was.
    else queueMicrotask(() => (begun.current = null));
  };
  const mark = (field: Field, on: boolean): void => {
    const marks = viewOf(field.type).mark;
    if (!record || marks === undefined) return;
    setFetched({ ...record, fields: { ...record.fields, [field.id]: on } });
    void bench.mark(record.id, field, on, marks.set);
  };
  const write = async (field: Field, result: EditorResult): Promise<void> => {
    if (!record) return;
    const version = begun.current?.fieldId === field.id ? begun.current.version : record.version;
    const before = bench.value(record, field.id);
    begun.current = null;
    if (bench.record(record.id)) return bench.write(record.id, field, result, version, before);
    bench.keep(record);
    bench.write(record.id, field, result, version, before);
    await bench.edits.idle();
    const saved = bench.record(record.id);
    if (saved) setFetched(saved);
  };
  const discard = (field: Field): void => {
    if (record) bench.discard(record.id, field.id);
  };
  const keepMine = (field: Field): void => {
    if (record) bench.keepMine(record.id, field.id);
  };
  const newOption = table.rights.canManageFieldsAndConfig
    ? {
        onNewOption: (field: Field, text: string): string => {
          const option = {
            id: newId(),
            label: text,
            color: nextColorAmong(field.props.options ?? [], table.fields, field.id),
          };
          bench.addOption(field, option);
          return option.id;
        },
      }
    : {};
  const name = record && label ? displayText(label, bench.value(record, label.id), habits.show) || t('unnamed') : '';
  const edits = record ? bench.edits.of(record.id) : undefined;
  const Title = phone ? 'h1' : 'h2';
  const heading: ReactNode =
    record && asks ? (
      <div className={classes['heading']}>
        <Title className="t-panel-title">{name || t('record.title')}</Title>
      </div>
    ) : record && label ? (
      <div className={classes['heading']}>
        <Title className="t-hidden">{name}</Title>
        <FieldValue
          key={record.id}
          field={label}
          opensAtOnce={phone && bench.isNew(record.id)}
          value={record.fields[label.id]}
          habits={habits}
          users={users}
          readOnly={!editable}
          edit={edits?.[label.id]}
          onChange={(value) => void write(label, { value })}
          onResult={(result) => void write(label, result)}
          onDiscard={() => discard(label)}
          onUseMine={() => keepMine(label)}
          onFocusChange={(editing) => begin(label, editing)}
        />
      </div>
    ) : null;
  const fields: ReactNode =
    record && asks ? (
      <UpdateForm
        table={table}
        record={record}
        config={form!}
        work={work}
        users={users}
        phone={phone}
        onSaved={refresh}
        onUnsaved={onUnsaved}
        {...(onClose !== undefined && { onClose })}
      />
    ) : record ? (
      <RecordFields
        table={table}
        record={record}
        edits={edits}
        habits={habits}
        users={users}
        people={people}
        phone={phone}
        onResult={(field, result) => void write(field, result)}
        onMark={mark}
        onDiscard={discard}
        onUseMine={keepMine}
        {...newOption}
        onPlace={(field, editing) => {
          begin(field, editing);
          announce({ recordId: record.id, fieldId: field.id, editing });
        }}
      />
    ) : null;
  const streamOf = (only?: 'comments' | 'history'): ReactNode =>
    record ? (
      <Activity
        key={record.id}
        {...(only !== undefined && { only })}
        table={table}
        recordId={record.id}
        version={record.version}
        habits={habits}
        users={users}
        phone={phone}
        {...(editable
          ? { onRestore: (field: Field, value: unknown) => !isReadOnly(field) && void write(field, { value }) }
          : {})}
      />
    ) : null;
  const stream = tools.filter((one) => one !== 'more');
  const activity: ReactNode = stream.length === 0 ? null : streamOf(stream.length === 1 ? stream[0] : undefined);
  const composer = (onFocus?: () => void): ReactNode =>
    record && tools.includes('comments') ? (
      <Speak
        key={record.id}
        table={table}
        recordId={record.id}
        users={users}
        phone={phone}
        {...(onFocus && { onFocus })}
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
  const extensions = useExtensions('record.tabs');
  const more =
    recordId === null || !tools.includes('more')
      ? []
      : extensions.map((one) => ({
          id: one.id,
          label: t(one.label),
          content: <ExtensionPart of={one} given={{ tableId: table.id, recordId }} />,
        }));
  const filters = stream.length > 1;
  return { table, record, name, heading, fields, more, activity, filters, streamOf, composer, loading, unsaved };
};
export type RecordParts = ReturnType<typeof useRecordParts>;

type ActivityOf = {
  readonly table: Table;
  readonly recordId: Id;
  readonly version: number;
  readonly habits: Work['habits'];
  readonly users: readonly User[];
  readonly phone: boolean;
  readonly only?: 'comments' | 'history';
  readonly onRestore?: (field: Field, value: unknown) => void;
};

/** What was said of a record and what happened to it. */
const Activity = ({ recordId, version, ...rest }: ActivityOf) => {
  const conversation = useComments(rest.table.id, recordId);
  const history = useRecordHistory(rest.table.id, recordId, version);
  return <RecordActivity {...rest} conversation={conversation} history={history} />;
};

/** Where the reader says something of it. */
const Speak = (given: Omit<Parameters<typeof Composer>[0], 'conversation'>) => (
  <Composer {...given} conversation={useComments(given.table.id, given.recordId)} />
);

/** What other front ends show of a record, each under its own heading. */
export const MoreParts = ({ parts }: { parts: ReturnType<typeof useRecordParts>['more'] }) =>
  parts.map(({ id, label, content }) => (
    <section key={id} className={classes['activity']} aria-label={label}>
      <h3 className={classes['activityHead']}>{label}</h3>
      <div className={classes['more']}>{content}</div>
    </section>
  ));

/** A record beside the list that it belongs to. */
export const RecordPanel = (props: RecordPanelProps) => {
  const { table, recordId, work, onMove, onClose, onExpand } = props;
  const t = useTexts('building');
  const formats = useFormats();
  const phone = usePhone();
  const [tab, setTab] = useState('fields');
  // Opened from a list it leaves the keys there, whether its code was here before or came now, and F6 goes over; by an
  // address nothing else has them.
  const [alone] = useState(() => document.activeElement === null || document.activeElement === document.body);
  const { bench, people } = work;
  const list = recordId === null ? bench.main : bench.listOf(recordId);
  const { rows } = list;
  const parts = useRecordParts({ ...props, phone, onClose });
  const [leaving, setLeaving] = useState(false);
  const { unsaved } = parts;
  const close = (): void => (unsaved === null ? onClose() : setLeaving(true));
  const leave = leaving && unsaved !== null && (
    <LeaveDialog
      onStay={() => setLeaving(false)}
      onLeave={() => {
        unsaved.discard();
        setLeaving(false);
        onClose();
      }}
    />
  );
  const entriesOf = useRecordEntries(table);
  const place = recordId === null ? undefined : rows.placeOf(recordId);
  const size = rows.size();

  useEffect(() => {
    if (place === undefined) return;
    rows.want(Math.max(0, place - 5), place + 5);
    list.drawer().reveal(place);
  }, [place, rows, list]);

  const step = (by: number): void => {
    if (place === undefined) return;
    const id = rows.idAt(place + by);
    if (id === undefined) return;
    list.drawer().goTo(place + by);
    onMove(id);
  };
  const remove = (): void => {
    if (recordId === null) return;
    onClose();
    void bench.remove([recordId]);
  };
  const here = people.filter((person) => person.recordId === recordId);
  const entries = recordId === null ? [] : entriesOf(recordId, { run: remove });
  const link = entries.find((entry): entry is MenuItem => entry.id === 'link');
  const menu = (
    <Menu
      side="bottom-end"
      {...(phone ? { sheet: parts.name || t('record.title') } : {})}
      anchor={<IconButton label={t('record.menu')} icon={IconDots} size={phone ? 'touch' : 'standard'} />}
      items={entries}
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
          <IconButton label={t('back')} icon={IconChevronLeft} size="touch" tooltip={false} onClick={close} />
          {where}
          <span style={{ flex: 1 }} />
          <PresenceStack people={here} />
          {menu}
        </div>
        <div className={classes['phoneBody']}>
          {parts.record ? (
            <>
              {parts.heading}
              <div className={classes['phoneTabs']}>
                <Tabs
                  label={t('record.parts')}
                  value={tab}
                  onChange={setTab}
                  items={[
                    { value: 'fields', label: t('record.fields'), content: parts.fields },
                    ...parts.more.map(({ id, label, content }) => ({ value: `extension.${id}`, label, content })),
                    ...(parts.activity === null
                      ? []
                      : [
                          {
                            value: 'activity',
                            label: t('record.activity'),
                            content: (
                              <>
                                {parts.filters && (
                                  <div className={classes['phoneFilter']}>
                                    <ActivityFilter tableId={table.id} recordId={recordId} />
                                  </div>
                                )}
                                {parts.activity}
                              </>
                            ),
                          },
                        ]),
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
          {parts.composer(() => setTab('activity'))}
        </div>
        {leave}
      </div>
    );
  }
  const walk = (
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
  );
  const actions = (
    <>
      <PresenceStack people={here} />
      <IconButton label={t('record.copyLink')} icon={IconLink} onClick={() => link?.onSelect?.()} />
      <IconButton
        label={t('record.expand')}
        icon={IconMaximize}
        onClick={() => recordId !== null && onExpand(recordId)}
      />
      {menu}
    </>
  );
  if (table.updateForm !== true)
    return (
      <>
        <RecordLayout
          parts={parts}
          opened={recordId !== null}
          label={parts.name || t('record.title')}
          walk={walk}
          actions={actions}
          takeFocus={alone}
          onClose={close}
        />
        {leave}
      </>
    );
  return (
    <Panel
      opened={recordId !== null}
      onClose={onClose}
      takeFocus={alone}
      footer={parts.record ? <div className={classes['speak']}>{parts.composer()}</div> : undefined}
      label={parts.name || t('record.title')}
      header={walk}
      actions={actions}
    >
      {parts.record ? (
        <>
          {parts.heading}
          {parts.fields}
          <MoreParts parts={parts.more} />
          <section className={classes['activity']} aria-label={t('record.activity')}>
            <div className={classes['activityHead']}>
              <h3>{t('record.activity')}</h3>
              <ActivityFilter tableId={table.id} recordId={recordId} />
            </div>
            {parts.activity}
          </section>
        </>
      ) : (
        parts.loading
      )}
    </Panel>
  );
};
