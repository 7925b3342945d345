import {
  Button,
  type Field,
  type Id,
  Skeleton,
  type Table,
  toast,
  type User,
  useFormats,
  useTexts,
} from '@tessera/kit';
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
import { type Habits, isEmpty, displayText } from '../data/values.ts';
import { CellContent } from '../grid/view/cell.tsx';
import { tableApi, type RecordEntry } from '../table/table.resource.ts';
import classes from './record.module.css';

export type RecordHistoryProps = {
  readonly table: Table;
  readonly recordId: Id;
  /** Grows with the record, so that the history follows. */
  readonly version: number;
  readonly habits: Habits;
  readonly users: readonly User[];
  readonly onRestore?: (field: Field, value: unknown) => void;
};

const icons = { created: IconPlus, changed: IconPencil, deleted: IconTrash, restored: IconRestore } as const;

/** What happened to a record, newest first; each earlier value can be brought back. */
export const RecordHistory = ({ table, recordId, version, habits, users, onRestore }: RecordHistoryProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const client = useQueryClient();
  const key = useMemo(() => ['record-history', table.id, recordId] as const, [table.id, recordId]);
  const history = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => tableApi.recordHistory(table.id, recordId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
  useEffect(() => {
    void client.invalidateQueries({ queryKey: key });
  }, [client, key, version]);
  const byId = useMemo(() => new Map(users.map((user) => [user.id, user])), [users]);
  const context = useMemo(
    () => ({ show: habits.show, user: (id: string) => byId.get(id), relative: () => '' }),
    [habits, byId],
  );

  const show = (fieldId: Id, value: unknown): ReactNode => {
    const field = table.fields.find((one) => one.id === fieldId);
    if (isEmpty(value)) return <span className={classes['nothing']}>{t('empty')}</span>;
    if (!field) return <span>{String(value)}</span>;
    const kind = field.type === 'select' || field.type === 'multipleSelect';
    return kind ? (
      <span className={classes['chips']}>
        <CellContent field={field} value={value} width={360} height={32} context={context} openLabel="" />
      </span>
    ) : (
      <span className={classes['text']}>{displayText(field, value, habits.show)}</span>
    );
  };
  const words = (entry: RecordEntry): string => {
    if (entry.kind !== 'changed') return t(`history.${entry.kind}`);
    const name = entry.changes[0]?.fieldName ?? '';
    return entry.changes.length > 1
      ? t('history.changedMore', { field: name, count: entry.changes.length - 1 })
      : t('history.changed', { field: name });
  };

  if (history.isPending)
    return (
      <div className={classes['entries']}>
        {[70, 50, 60].map((width) => (
          <span key={width} style={{ padding: '8px 0' }}>
            <Skeleton width={`${width}%`} />
          </span>
        ))}
      </div>
    );
  if (history.error)
    return (
      <p className="t-secondary" style={{ padding: '0 24px' }}>
        {t('history.failed')}{' '}
        <Button size="toolbar" variant="text" onClick={() => void history.refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  const entries = history.data.pages.flatMap((page) => page.entries);
  return (
    <ol className={classes['entries']}>
      {entries.map((entry) => {
        const Icon = entry.origin === 'undo' ? IconArrowBackUp : (icons[entry.kind] ?? IconHistory);
        return (
          <li key={`${entry.commitId}:${entry.version}`} className={classes['entry']}>
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
                {words(entry)}{' '}
                <time dateTime={entry.time} title={formats.dateTime(entry.time)}>
                  · {formats.ago(entry.time)}
                  {entry.origin !== 'interface'
                    ? ` · ${t(`origin.${entry.origin}`, { defaultValue: entry.origin })}`
                    : ''}
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
      })}
      {history.hasNextPage && (
        <li>
          <Button
            size="toolbar"
            variant="quiet"
            working={history.isFetchingNextPage && t('loading')}
            onClick={() => void history.fetchNextPage()}
          >
            {t('history.more')}
          </Button>
        </li>
      )}
    </ol>
  );
};
