import {
  Button,
  Chip,
  ErrorState,
  type Id,
  IconButton,
  NotFound,
  Panel,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { isApiError } from '@tessera/kit';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconChevronDown,
  IconChevronLeft,
  IconChevronUp,
  IconRestore,
} from '@tessera/kit/icons';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isEmpty } from '../data/values.ts';
import { OptionChip } from '../field-types/parts/option-cell.tsx';
import { useToldValue } from './action-words.ts';
import classes from './history.module.css';
import type { TablePanelsProps } from './panels.tsx';
import { type EntryChange, tableApi, type TableEntry } from './table.resource.ts';

export type HistoryEntryProps = TablePanelsProps & {
  readonly entry: string;
  readonly who: (entry: TableEntry) => string;
  readonly what: (entry: TableEntry) => string;
  /** The entries of the list behind it, newest first. */
  readonly neighbours: readonly string[];
  readonly working: boolean;
  readonly onUndo: (entry: TableEntry) => Promise<void>;
};

/** More records than this are not gone through only to say what an undo would do. */
const mostPreviewed = 1000;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** One entry of the history: who, when, what it did to each record, and what its undo would do. */
export const HistoryEntry = ({
  table,
  entry: id,
  work,
  who,
  what,
  neighbours,
  working,
  onPanel,
  onRecord,
  onUndo,
}: HistoryEntryProps) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const client = useQueryClient();
  const show = useToldValue(table, work.habits);
  const pages = useInfiniteQuery({
    queryKey: ['table-history', table.id, 'entry', id],
    queryFn: ({ pageParam }) => tableApi.historyEntry(table.id, id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    retry: false,
  });
  const entry = pages.data?.pages[0]?.entry;
  const changes = pages.data?.pages.flatMap((page) => page.changes) ?? [];
  const undoable = entry?.undoable === true && !entry.undone;
  const preview = useQuery({
    queryKey: ['table-history', table.id, 'undo', id],
    queryFn: () => tableApi.previewUndo(id),
    enabled: undoable && entry.records > 0 && entry.records <= mostPreviewed,
    staleTime: 0,
    retry: false,
  });
  const at = neighbours.indexOf(id);
  const go = (to: string | undefined): void => {
    if (to !== undefined) onPanel({ name: 'history', entry: to });
  };
  const restore = async (recordId: Id): Promise<void> => {
    try {
      await tableApi.restoreRecords(table.id, [recordId]);
      await client.invalidateQueries({ queryKey: ['table-history', table.id] });
      work.bench.refresh();
      toast({ message: t('record.restored') });
    } catch (error) {
      toast({ kind: 'error', message: t('record.notRestored'), detail: errorText(error) });
    }
  };

  const value = (fieldId: Id, of: unknown): ReactNode => {
    if (isEmpty(of)) return <span className={classes['empty']}>{t('empty')}</span>;
    const field = table.fields.find((one) => one.id === fieldId);
    const named = (Array.isArray(of) ? of : [of]).flatMap(
      (one) => field?.props.options?.find((option) => option.id === one) ?? [],
    );
    if (named.length > 0)
      return (
        <span className={classes['chips']}>
          {named.map((option) => (
            <OptionChip key={option.id} option={option} size={20} />
          ))}
        </span>
      );
    return <span className={classes['value']}>{show(fieldId, of)}</span>;
  };
  const record = (change: EntryChange): ReactNode => {
    const name = change.recordLabel ?? t('unnamed');
    return change.live ? (
      <button
        type="button"
        className={classes['record']}
        aria-label={t('tools.history.openRecord', { record: name })}
        onClick={() => onRecord(change.recordId)}
      >
        <span className="t-cut">{name}</span>
      </button>
    ) : (
      <span className={classes['record']} data-gone>
        <span className="t-cut">{name}</span>
      </span>
    );
  };
  const one = (change: EntryChange): ReactNode => (
    <li key={`${change.recordId}:${change.kind}`} className={classes['change']}>
      <div className={classes['changeHead']}>
        {record(change)}
        {!change.live && <Chip look="draft">{t('tools.history.inTrash')}</Chip>}
        {change.kind === 'deleted' && !change.live && table.rights.canDeleteRecords && (
          <Button size="toolbar" variant="quiet" icon={IconRestore} onClick={() => void restore(change.recordId)}>
            {t('restore')}
          </Button>
        )}
      </div>
      {change.fields.map((field) => (
        <div key={field.fieldId} className={classes['diff']}>
          <span className={classes['field']}>{field.fieldName}</span>
          {change.kind === 'changed' && (
            <>
              {value(field.fieldId, field.before)}
              <IconArrowRight aria-hidden="true" />
            </>
          )}
          {value(field.fieldId, field.after)}
        </div>
      ))}
      {change.more !== undefined && (
        <p className="t-caption">{t('tools.history.moreFields', { count: change.more })}</p>
      )}
    </li>
  );

  const kind = changes[0]?.kind;
  const told = preview.data;
  const goBack = told === undefined ? 0 : Math.max(0, told.records - told.skipped);
  return (
    <Panel
      opened
      label={t('menu.history')}
      onClose={() => onPanel(null)}
      header={
        <span className={classes['walk']}>
          <IconButton
            label={t('tools.history.back')}
            icon={IconChevronLeft}
            onClick={() => onPanel({ name: 'history' })}
          />
          <IconButton
            label={t('tools.history.newer')}
            icon={IconChevronUp}
            disabled={at <= 0}
            onClick={() => go(neighbours[at - 1])}
          />
          <IconButton
            label={t('tools.history.older')}
            icon={IconChevronDown}
            disabled={at < 0 || at >= neighbours.length - 1}
            onClick={() => go(neighbours[at + 1])}
          />
        </span>
      }
      {...(entry && undoable
        ? {
            footer: (
              <>
                <span style={{ flex: 1 }} />
                <Button
                  variant="primary"
                  icon={IconArrowBackUp}
                  working={working && t('undo.working')}
                  onClick={() => void onUndo(entry)}
                >
                  {t('undo.this')}
                </Button>
              </>
            ),
          }
        : {})}
    >
      {pages.isPending && (
        <div style={{ padding: 24, display: 'grid', gap: 20 }}>
          {[80, 50, 60, 65].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {pages.error &&
        (isApiError(pages.error) && pages.error.status === 404 ? (
          <NotFound screen={false} />
        ) : (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ))}
      {entry && (
        <div className={classes['detail']}>
          <h2>{capital(what(entry))}</h2>
          <dl className={classes['facts']}>
            <dt>{t('tools.history.who')}</dt>
            <dd>{who(entry)}</dd>
            <dt>{t('tools.history.when')}</dt>
            <dd>
              {formats.dateTime(entry.time)} <span className="t-caption">{formats.ago(entry.time)}</span>
            </dd>
            <dt>{t('tools.history.from')}</dt>
            <dd>{t(`origin.${entry.origin}`, { defaultValue: entry.origin })}</dd>
          </dl>
          {entry.undone && <p className={classes['note']}>{t('history.undone')}</p>}
          {kind !== undefined && (
            <section>
              <h3>{t(kind === 'changed' ? 'tools.history.values' : `tools.history.heads.${kind}`)}</h3>
              <ul>{changes.map(one)}</ul>
              {pages.hasNextPage && (
                <Button
                  size="toolbar"
                  variant="quiet"
                  working={pages.isFetchingNextPage && t('loading')}
                  onClick={() => void pages.fetchNextPage()}
                >
                  {t('history.more')}
                </Button>
              )}
            </section>
          )}
          {undoable && told && (
            <section>
              <h3>{t('tools.history.ifUndone')}</h3>
              <p className={classes['preview']} data-warn={told.conflicts.length > 0 || undefined}>
                {told.notUndoable !== undefined
                  ? t('tools.history.notUndoable')
                  : formats.list([
                      t('tools.history.goBack', { count: goBack }),
                      ...(told.conflicts.length > 0
                        ? [t('tools.history.since', { count: told.conflicts.length })]
                        : []),
                    ])}
              </p>
            </section>
          )}
        </div>
      )}
    </Panel>
  );
};
