import { ErrorState, Loading, type ShownSlots, Skeleton, useLive, useSession, useTexts } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AddTask } from './add-task.tsx';
import { rowsOf } from './model.ts';
import { type Filter, type Scope, statuses, tasksQuery } from './tasks.resource.ts';
import { TaskLines } from './task-lines.tsx';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

type Given = ShownSlots['app.tasks'];
const scopeOf: Readonly<Record<Given['whose'], Scope>> = { mine: 'my-tasks', given: 'assigned', everyone: 'all' };
const filterOf: Readonly<Record<Given['which'], Filter>> = {
  toDo: 'to-do',
  overdue: 'overdue',
  done: 'completed',
  every: 'all',
};

/** On a page of an app: what is to do, and one more for oneself. */
export const Extension = ({ whose, which, limit }: Given) => {
  const t = useTexts('collaboration');
  const { user } = useSession();
  const tasks = useTasks();
  const { data, error, refetch } = useQuery(tasksQuery({ scope: scopeOf[whose], filter: filterOf[which], search: '' }));
  useLive(['tasks'], () => void tasks.again());
  if (data === undefined)
    return error === null ? (
      <Loading>
        <Skeleton width="70%" />
      </Loading>
    ) : (
      <ErrorState title={t('tasks.failed')} error={error} onRetry={() => void refetch()} />
    );
  // As the page of tasks has them: by status, then by deadline, subtasks below theirs.
  const ordered = statuses.flatMap((status) =>
    rowsOf(data, status, true).flatMap(({ task, parts }) => [task, ...parts]),
  );
  return (
    <div className={classes['ofApp']}>
      {ordered.length === 0 && <p className="t-caption">{t('tasks.noneOfApp')}</p>}
      {ordered.length > 0 && <TaskLines tasks={ordered.slice(0, limit)} />}
      {ordered.length > limit && <Link to="/tasks">{t('tasks.allOf', { count: ordered.length })}</Link>}
      {whose === 'mine' && <AddTask more={{ owners: [user.id] }} />}
    </div>
  );
};
