import { ErrorState, Loading, newId, Skeleton, TextInput, useLive, useTexts, type Id } from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { isClosed } from './model.ts';
import { Deadline, Owners, StatusMenu } from './parts.tsx';
import { recordTasksQuery, tableQuery } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

type Of = { readonly tableId: Id; readonly recordId: Id };

/** Where a task of the record is written. What could not be saved stays as it was written. */
const Add = ({ tableId, recordId }: Of) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const [text, setText] = useState('');
  // Known before it is sent, so that a second try makes no second task.
  const id = useRef(newId());
  const working = useRef(false);
  const add = async (): Promise<void> => {
    const title = text.trim();
    if (title === '' || working.current) return;
    working.current = true;
    const made = await tasks.create({ id: id.current, title, record: { tableId, recordId } });
    working.current = false;
    if (made === null) return;
    id.current = newId();
    setText((now) => (now.trim() === title ? '' : now));
  };
  return (
    <TextInput
      label={t('tasks.add')}
      labelHidden
      icon={IconPlus}
      placeholder={t('tasks.add')}
      value={text}
      maxLength={500}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void add();
      }}
    />
  );
};

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
      {data.length > 0 && (
        <ul aria-label={t('tasks.title')}>
          {data.map((task) => (
            <li key={task.id} className={classes['part']}>
              <StatusMenu task={task} />
              <Link
                to={`/tasks?taskId=${task.id}`}
                className={classes['title']}
                data-closed={isClosed(task) || undefined}
              >
                <span className="t-cut">{task.title}</span>
              </Link>
              <span className={classes['end']}>
                <Deadline task={task} />
                <Owners ids={task.owners} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {table?.rights.canEditRecords === true && !table.rights.isReadOnly && (
        <Add key={recordId} tableId={tableId} recordId={recordId} />
      )}
    </div>
  );
};
