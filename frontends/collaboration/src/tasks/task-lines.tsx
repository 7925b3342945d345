import { useTexts } from '@tessera/kit';
import { Link } from 'react-router';
import { isClosed } from './model.ts';
import { Deadline, Owners, StatusMenu } from './parts.tsx';
import type { Task } from './tasks.resource.ts';
import classes from './tasks.module.css';

/** Tasks one below the other, outside of their own page. */
export const TaskLines = ({ tasks }: { readonly tasks: readonly Task[] }) => {
  const t = useTexts('collaboration');
  return (
    <ul aria-label={t('tasks.title')}>
      {tasks.map((task) => (
        <li key={task.id} className={classes['part']}>
          <StatusMenu task={task} />
          <Link to={`/tasks?taskId=${task.id}`} className={classes['title']} data-closed={isClosed(task) || undefined}>
            <span className="t-cut">{task.title}</span>
          </Link>
          <span className={classes['end']}>
            <Deadline task={task} />
            <Owners ids={task.owners} />
          </span>
        </li>
      ))}
    </ul>
  );
};
