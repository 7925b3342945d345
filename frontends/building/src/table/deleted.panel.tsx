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
import { textOf } from '../data/values.ts';
import type { TablePanelsProps } from './panels.tsx';
import { tableApi } from './table.resource.ts';
import classes from './table.module.css';

/** Records that were deleted, each with the way back. */
export const DeletedPanel = ({ table, work, onPanel }: TablePanelsProps) => {
  const t = useTexts('building');
  const errorText = useErrorText('building');
  const formats = useFormats();
  const client = useQueryClient();
  const key = ['deleted-records', table.id];
  const label = table.fields.find((field) => field.id === table.labelFieldId);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      tableApi.query(table.id, { deleted: true, limit: 50, ...(pageParam ? { after: pageParam } : {}) }),
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
      <ul style={{ padding: 16 }}>
        {records.map((record) => (
          <li key={record.id} className={classes['fieldRow']}>
            <span className={classes['name']}>
              <span className="t-cut">
                {(label && textOf(label, record.fields[label.id], work.habits.show)) || t('unnamed')}
              </span>
              <time className="t-caption" dateTime={record.updatedAt} style={{ flex: 'none' }}>
                {formats.ago(record.updatedAt)}
              </time>
            </span>
            <Button size="toolbar" variant="quiet" icon={IconRestore} onClick={() => void restore(record.id)}>
              {t('restore')}
            </Button>
          </li>
        ))}
        {list.hasNextPage && (
          <li>
            <Button
              size="toolbar"
              variant="quiet"
              working={list.isFetchingNextPage && t('loading')}
              onClick={() => void list.fetchNextPage()}
            >
              {t('history.more')}
            </Button>
          </li>
        )}
      </ul>
    </Panel>
  );
};
