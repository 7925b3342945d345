import { ErrorState, Loading, Skeleton, useLive, useTexts, type Id } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { AddTask } from './add-task.tsx';
import { TaskLines } from './task-lines.tsx';
import { recordTasksQuery, tableQuery } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

type Of = { readonly tableId: Id; readonly recordId: Id };

/** Beside a record: what is to do for it, and one more. */
export const Extension = ({ tableId, recordId }: Of) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const { data, error, refetch } = useQuery(recordTasksQuery(recordId));
  const { data: table } = useQuery(tableQuery(tableId));
  useLive(['tasks'], () => void tasks.again());
  if (data === undefined)
    return error === null ? (
      <Loading>
        <Skeleton width="70%" />
      </Loading>
    ) : (
      <ErrorState title={t('tasks.failed')} error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className={classes['ofRecord']}>
      {data.length === 0 && <p className="t-caption">{t('tasks.noneOfRecord')}</p>}
      {data.length > 0 && <TaskLines tasks={data} />}
      {table?.rights.canEditRecords === true && !table.rights.isReadOnly && (
        <AddTask key={recordId} more={{ record: { tableId, recordId } }} />
      )}
    </div>
  );
};
