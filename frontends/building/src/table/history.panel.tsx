import { Button, EmptyState, ErrorState, isApiError, Panel, Skeleton, toast, useFormats, useTexts } from '@tessera/kit';
import {
  IconArrowBackUp,
  IconHistory,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTableImport,
  IconTrash,
} from '@tessera/kit/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../record/record.module.css';
import type { TablePanelsProps } from './panels.tsx';
import { tableApi, type TableEntry } from './table.resource.ts';

const iconOf = (entry: TableEntry) => {
  if (entry.origin === 'undo') return IconArrowBackUp;
  if (entry.origin === 'import') return IconTableImport;
  if (/delet|archiv/i.test(entry.kind)) return IconTrash;
  if (/restor/i.test(entry.kind)) return IconRestore;
  return /creat|add/i.test(entry.kind)
    ? IconPlus
    : /chang|descri|chosen|order/i.test(entry.kind)
      ? IconPencil
      : IconHistory;
};

/** What happened to the table, newest first; anything that can be undone is undone here, whoever did it. */
export const HistoryPanel = ({ table, users, work, onPanel }: TablePanelsProps) => {
  const t = useTexts('building');
  const formats = useFormats();
  const client = useQueryClient();
  const [working, setWorking] = useState<string | null>(null);
  const history = useInfiniteQuery({
    queryKey: ['table-history', table.id],
    queryFn: ({ pageParam }) => tableApi.tableHistory(table.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const undo = async (entry: TableEntry): Promise<void> => {
    setWorking(entry.id);
    try {
      await work.bench.undoId(entry.id);
      await client.invalidateQueries({ queryKey: ['table-history', table.id] });
    } catch (error) {
      toast({ kind: 'error', message: t('undo.failed', { reason: isApiError(error) ? error.message : '' }) });
    } finally {
      setWorking(null);
    }
  };
  const who = (entry: TableEntry): string =>
    entry.actor.name ??
    users.find((user) => user.id === entry.actor.id)?.name ??
    t(`origin.${entry.origin}`, { defaultValue: t('history.somebody') });
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Panel opened label={t('menu.history')} onClose={() => onPanel(null)}>
      {history.isPending && (
        <div style={{ padding: 24, display: 'grid', gap: 24 }}>
          {[70, 50, 60, 65].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {history.error && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {history.data && entries.length === 0 && <EmptyState title={t('history.empty')} />}
      <ol className={classes['entries']} style={{ paddingTop: 16 }}>
        {entries.map((entry) => {
          const Icon = iconOf(entry);
          const what = t(`kinds.${entry.kind.replaceAll('.', '_')}`, {
            count: entry.records,
            defaultValue: entry.label ?? t('kinds.other', { count: entry.records }),
          });
          return (
            <li key={entry.id} className={classes['entry']}>
              <span className={classes['entryIcon']}>
                <Icon aria-hidden="true" />
              </span>
              <div style={{ display: 'flex', gap: 8, alignItems: 'start' }}>
                <p style={{ flex: 1, minWidth: 0, textDecoration: entry.undone ? 'line-through' : undefined }}>
                  <b>{who(entry)}</b> {what}
                  {entry.label && !what.includes(entry.label) ? ` · ${entry.label}` : ''}{' '}
                  <time dateTime={entry.time} title={formats.dateTime(entry.time)}>
                    · {formats.ago(entry.time)}
                  </time>
                </p>
                {entry.undoable && !entry.undone && (
                  <Button
                    size="toolbar"
                    variant="quiet"
                    icon={IconArrowBackUp}
                    working={working === entry.id && t('undo.working')}
                    onClick={() => void undo(entry)}
                  >
                    {t('undo.this')}
                  </Button>
                )}
                {entry.undone && (
                  <span className="t-caption" style={{ flex: 'none' }}>
                    {t('history.undone')}
                  </span>
                )}
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
    </Panel>
  );
};
