import {
  Button,
  EmptyState,
  ErrorState,
  type Id,
  Panel,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  useTexts,
} from '@tessera/kit';
import { IconRestore } from '@tessera/kit/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { byDay, useDayOf } from './days.ts';
import history from './history.module.css';
import type { TablePanelsProps } from './panels.tsx';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

/** Records that were deleted, the last one first, each with who deleted it, when, and the way back. */
export const DeletedPanel = ({ table, users, work, onPanel }: TablePanelsProps) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const dayOf = useDayOf();
  const client = useQueryClient();
  const key = ['deleted-records', table.id];
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => tableApi.deletedRecords(table.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const restore = async (id: Id): Promise<void> => {
    try {
      await tableApi.restoreRecords(table.id, [id]);
      await client.invalidateQueries({ queryKey: key });
      work.bench.refresh();
      toast({ message: t('record.restored') });
    } catch (error) {
      toast({ kind: 'error', message: t('record.notRestored'), detail: errorText(error) });
    }
  };
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <Panel opened label={t('menu.deletedRecords')} onClose={() => onPanel(null)}>
      {list.isPending && (
        <div style={{ padding: 24, display: 'grid', gap: 24 }}>
          {[70, 50, 60].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && records.length === 0 && (
        <EmptyState title={t('deletedRecords.none')}>{t('deletedRecords.text')}</EmptyState>
      )}
      {byDay(records, (record) => dayOf(record.deletedAt)).map(([day, some]) => (
        <section key={day} aria-label={day} className={history['day']}>
          <h3>{day}</h3>
          <ul>
            {some.map((record) => (
              <li key={record.id} className={classes['fieldRow']}>
                <span className={classes['deleted']}>
                  <span className="t-cut">{record.label ?? t('unnamed')}</span>
                  <span className="t-caption">
                    {record.deletedBy.name ??
                      users.find((user) => user.id === record.deletedBy.id)?.name ??
                      t('history.somebody')}
                    {' · '}
                    <time dateTime={record.deletedAt} title={formats.dateTime(record.deletedAt)}>
                      {formats.time(record.deletedAt)}
                    </time>
                  </span>
                </span>
                <Button size="toolbar" variant="quiet" icon={IconRestore} onClick={() => void restore(record.id)}>
                  {t('restore')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <div className={history['more']}>
          <Button
            size="toolbar"
            variant="quiet"
            working={list.isFetchingNextPage && t('loading')}
            onClick={() => void list.fetchNextPage()}
          >
            {t('history.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
};
