import { type Field, type Id, type Table, toast, type User, useFormats, useTexts } from '@tessera/kit';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconHistory,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTrash,
} from '@tessera/kit/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { hasOptions } from '@tessera/fields';
import { type Habits, isEmpty, displayText } from '../data/values.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { tableApi, type RecordEntry } from '../table/table.resource.ts';
import classes from './record.module.css';

type EntryProps = {
  readonly table: Table;
  readonly entry: RecordEntry;
  readonly habits: Habits;
  readonly users: readonly User[];
  readonly onRestore?: (field: Field, value: unknown) => void;
};

const icons = { created: IconPlus, changed: IconPencil, deleted: IconTrash, restored: IconRestore } as const;

/** What happened to a record, page by page, newest first; `version` grows with the record, so that it follows. */
export const useRecordHistory = (tableId: Id, recordId: Id, version: number) => {
  const client = useQueryClient();
  const key = useMemo(() => ['record-history', tableId, recordId] as const, [tableId, recordId]);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => tableApi.recordHistory(tableId, recordId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
  useEffect(() => {
    void client.invalidateQueries({ queryKey: key });
  }, [client, key, version]);
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries) ?? [], [query.data]);
  return { query, entries };
};

/** One change of a record; each earlier value can be brought back. */
export const HistoryEntry = ({ table, entry, habits, users, onRestore }: EntryProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => byId.get(id), relative: () => '' }),
    [habits, byId],
  );

  const show = (fieldId: Id, value: unknown): ReactNode => {
    const field = table.fields.find((one) => one.id === fieldId);
    if (isEmpty(value)) return <span className={classes['nothing']}>{t('empty')}</span>;
    if (!field) return <span>{String(value)}</span>;
    return hasOptions(field.type) ? (
      <span className={classes['chips']}>
        <CellContent field={field} value={value} width={360} height={32} context={context} openLabel="" />
      </span>
    ) : (
      <span className={classes['text']}>{displayText(field, value, habits.show)}</span>
    );
  };
  const words = (): string => {
    if (entry.kind !== 'changed') return t(`history.${entry.kind}`);
    const name = entry.changes[0]?.fieldName ?? '';
    return entry.changes.length > 1
      ? t('history.changedMore', { field: name, count: entry.changes.length - 1 })
      : t('history.changed', { field: name });
  };

  const Icon = entry.origin === 'undo' ? IconArrowBackUp : (icons[entry.kind] ?? IconHistory);
  return (
    <li className={classes['entry']}>
      <span className={classes['entryIcon']}>
        <Icon aria-hidden="true" />
      </span>
      <div>
        <p>
          <b>
            {entry.actor.name ??
              byId.get(entry.actor.id)?.name ??
              t(`origin.${entry.origin}`, { defaultValue: t('history.somebody') })}
          </b>{' '}
          {words()}{' '}
          <time dateTime={entry.time} title={formats.dateTime(entry.time)}>
            · {formats.ago(entry.time)}
            {entry.origin !== 'interface' ? ` · ${t(`origin.${entry.origin}`, { defaultValue: entry.origin })}` : ''}
          </time>
        </p>
        {entry.kind === 'changed' &&
          entry.changes.map((change) => {
            const field = table.fields.find((one) => one.id === change.fieldId);
            return (
              <div key={change.fieldId} className={classes['diff']}>
                {entry.changes.length > 1 && <span className={classes['diffName']}>{change.fieldName}</span>}
                <span className={classes['old']}>{show(change.fieldId, change.before)}</span>
                <IconArrowRight aria-hidden="true" />
                {show(change.fieldId, change.after)}
                {onRestore && field && (
                  <button
                    type="button"
                    className={classes['restore']}
                    aria-label={t('history.restoreValue', { field: change.fieldName })}
                    title={t('history.restoreValue', { field: change.fieldName })}
                    onClick={() => {
                      onRestore(field, change.before ?? null);
                      toast({ message: t('history.restored_value', { field: change.fieldName }) });
                    }}
                  >
                    <IconRestore aria-hidden="true" />
                  </button>
                )}
              </div>
            );
          })}
      </div>
    </li>
  );
};
