import {
  Button,
  Check,
  copyText,
  EmptyState,
  errorCode,
  ErrorState,
  IconButton,
  Loading,
  Menu,
  Panel,
  Skeleton,
  Textarea,
  TextInput,
  toast,
  useFormats,
  useTexts,
  type Id,
} from '@tessera/kit';
import { IconCopy, IconDots, IconLink, IconPlus, IconTrash, IconX } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { AttachButton, Files } from '../files/files.tsx';
import { useUploads } from '../files/use-uploads.ts';
import { type Draft, faultsOf, TaskFields } from './fields.tsx';
import { linesOf } from './model.ts';
import { RecordChip, StatusIcon } from './parts.tsx';
import { type Change, peopleQuery, type Task, taskQuery } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

const mostFiles = 20;
type Todo = Task['todos'][number];

/** The to-dos of a task: ticked, written, added; lines that are pasted are one each. */
const Todos = ({
  todos,
  disabled,
  onChange,
}: {
  readonly todos: readonly Todo[];
  readonly disabled: boolean;
  readonly onChange: (todos: readonly Todo[]) => void;
}) => {
  const t = useTexts('collaboration');
  const [text, setText] = useState('');
  const add = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    onChange([...todos, ...lines.map((title) => ({ title: title.slice(0, 500), done: false }))]);
    setText('');
  };
  return (
    <section aria-label={t('tasks.todos')} className={classes['section']}>
      <h3>
        {t('tasks.todos')}
        {todos.length > 0 && (
          <span className="t-caption">
            {t('tasks.of', { done: todos.filter(({ done }) => done).length, count: todos.length })}
          </span>
        )}
      </h3>
      <ul>
        {todos.map((todo, at) => (
          <li key={at} className={classes['todo']}>
            <Check
              label={todo.title}
              checked={todo.done}
              disabled={disabled}
              onChange={(done) => onChange(todos.map((one, i) => (i === at ? { ...one, done } : one)))}
            />
            {!disabled && (
              <IconButton
                size="table"
                label={t('tasks.removeTodo', { todo: todo.title })}
                icon={IconX}
                tooltip={false}
                onClick={() => onChange(todos.filter((_, i) => i !== at))}
              />
            )}
          </li>
        ))}
      </ul>
      {!disabled && (
        <TextInput
          label={t('tasks.addTodo')}
          labelHidden
          icon={IconPlus}
          placeholder={t('tasks.addTodo')}
          value={text}
          maxLength={500}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add(linesOf(text));
          }}
          onPaste={(event: ClipboardEvent) => {
            const lines = linesOf(event.clipboardData.getData('text/plain'));
            if (lines.length < 2) return;
            event.preventDefault();
            add(lines);
          }}
        />
      )}
    </section>
  );
};

/** The files of a task. */
const Attachments = ({
  task,
  onChange,
}: {
  readonly task: Task;
  readonly onChange: (ids: readonly string[]) => void;
}) => {
  const t = useTexts('collaboration');
  const ids = task.files.map(({ id }) => id);
  const known = useRef(ids);
  known.current = ids;
  const uploads = useUploads(mostFiles, ids.length, ({ id }) => {
    // Two that end at once are both there.
    known.current = [...known.current, id];
    onChange(known.current);
  });
  if (!task.canChange && ids.length === 0) return null;
  return (
    <section aria-label={t('files.title')} className={classes['section']}>
      <h3>
        {t('files.title')}
        {task.canChange && <AttachButton onFiles={uploads.add} />}
      </h3>
      <Files
        files={task.files}
        coming={uploads.coming}
        onRemove={task.canChange ? (gone) => onChange(ids.filter((id) => id !== gone)) : undefined}
        onStop={uploads.stop}
      />
    </section>
  );
};

const Subtasks = ({
  task,
  parts,
  onOpen,
}: {
  readonly task: Task;
  readonly parts: readonly Task[];
  readonly onOpen: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    if (text.trim() === '') return;
    if ((await tasks.create({ title: text.trim(), parentId: task.id })) !== null) setText('');
  };
  return (
    <section aria-label={t('tasks.subtasks')} className={classes['section']}>
      <h3>
        {t('tasks.subtasks')}
        {parts.length > 0 && (
          <span className="t-caption">
            {t('tasks.of', { done: parts.filter(({ isCompleted }) => isCompleted).length, count: parts.length })}
          </span>
        )}
      </h3>
      <ul>
        {parts.map((part) => (
          <li key={part.id} className={classes['part']}>
            <StatusIcon status={part.status} />
            <Button variant="text" onClick={() => onOpen(part.id)}>
              {part.title}
            </Button>
          </li>
        ))}
      </ul>
      {task.canChange && (
        <TextInput
          label={t('tasks.addSubtask')}
          labelHidden
          icon={IconPlus}
          placeholder={t('tasks.addSubtask')}
          value={text}
          maxLength={500}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
      )}
    </section>
  );
};

const Body = ({
  task,
  parts,
  onOpen,
}: {
  readonly task: Task;
  readonly parts: readonly Task[];
  readonly onOpen: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const { date } = useFormats();
  const tasks = useTasks();
  const { data: people = [] } = useQuery(peopleQuery);
  const nameOf = (id: string | null): string => people.find((one) => one.id === id)?.name ?? t('tasks.someone');
  /** What is written and not sent: words are kept until their field is left. */
  const [words, setWords] = useState<{ readonly title?: string; readonly description?: string }>({});
  const [dates, setDates] = useState<Partial<Omit<Draft, 'title' | 'status' | 'priority'>>>({});
  const draft: Draft = {
    title: words.title ?? task.title,
    status: task.status,
    priority: task.priority,
    owners: dates.owners ?? task.owners,
    followers: dates.followers ?? task.followers,
    recurrence: dates.recurrence === undefined ? task.recurrence : dates.recurrence,
    reminders: dates.reminders ?? task.reminders,
    startDate: dates.startDate === undefined ? task.startedAt : dates.startDate,
    deadline: dates.deadline === undefined ? task.deadline : dates.deadline,
  };
  const send = async (change: Change): Promise<void> => {
    if (await tasks.change(task, change)) setDates({});
  };
  const set = (change: Partial<Draft>): void => {
    const { title: _, owners, followers, reminders, ...rest } = change;
    const next = { ...draft, ...change };
    setDates((before) => ({
      ...before,
      ...(owners && { owners }),
      ...(followers && { followers }),
      ...(reminders && { reminders }),
      ...rest,
    }));
    const faults = faultsOf(next);
    if (faults.owners || faults.dates || faults.deadline) return;
    void send({
      ...rest,
      ...(owners !== undefined && { owners: [...owners] }),
      ...(followers !== undefined && { followers: [...followers] }),
      ...(reminders !== undefined && { reminders: [...reminders] }),
      // Both days travel together: one alone may be wrong beside what the other was.
      ...(('startDate' in change || 'deadline' in change) && { startDate: next.startDate, deadline: next.deadline }),
    });
  };
  const leave = (name: 'title' | 'description'): void => {
    const text = words[name];
    if (text === undefined || (name === 'title' && text.trim() === '')) return;
    setWords((before) => {
      const { [name]: _, ...rest } = before;
      return rest;
    });
    if (text !== task[name]) void send({ [name]: text });
  };
  const pending = useRef(leave);
  pending.current = leave;
  // What is being typed as the panel closes is kept.
  useEffect(
    () => () => {
      pending.current('title');
      pending.current('description');
    },
    [],
  );
  return (
    <div className={classes['panel']}>
      <Textarea
        label={t('tasks.name')}
        value={draft.title}
        rows={2}
        maxLength={500}
        readOnly={!task.canChange}
        error={draft.title.trim() === '' ? t('tasks.noTitle') : undefined}
        onChange={(title) => setWords({ ...words, title: title.replace(/\n/g, ' ') })}
        onBlur={() => leave('title')}
      />
      <Textarea
        label={t('tasks.description')}
        value={words.description ?? task.description}
        rows={4}
        maxLength={20_000}
        readOnly={!task.canChange}
        onChange={(description) => setWords({ ...words, description })}
        onBlur={() => leave('description')}
      />
      <TaskFields draft={draft} editing disabled={!task.canChange} onChange={set} />
      {task.record !== null && <RecordChip record={task.record} />}
      <Todos
        todos={task.todos}
        disabled={!task.canChange}
        onChange={(todos) => void send({ todos: todos.map((one) => ({ ...one })) })}
      />
      <Attachments task={task} onChange={(files) => void send({ files: [...files] })} />
      {task.parentId === null && <Subtasks task={task} parts={parts} onOpen={onOpen} />}
      <p className="t-caption">{t('tasks.made', { name: nameOf(task.createdBy), date: date(task.createdAt) })}</p>
      {task.completedAt !== null && (
        <p className="t-caption">
          {t('tasks.completed', { name: nameOf(task.completedBy), date: date(task.completedAt) })}
        </p>
      )}
    </div>
  );
};

/** One task beside the list: what is changed is saved at once, words when their field is left. */
export const TaskPanel = ({
  id,
  all,
  onOpen,
  onClose,
}: {
  readonly id: Id;
  readonly all: readonly Task[];
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const { data, error, refetch } = useQuery(taskQuery(id));
  const parts = all.filter(({ parentId }) => parentId === id);
  return (
    <Panel
      opened
      onClose={onClose}
      label={data?.title ?? t('tasks.task')}
      header={data && <h2 className="t-strong t-cut">{data.title}</h2>}
      actions={
        data && (
          <Menu
            side="bottom-end"
            anchor={<IconButton label={t('tasks.more')} icon={IconDots} />}
            items={[
              {
                id: 'link',
                label: t('tasks.copyLink'),
                icon: IconLink,
                onSelect: () =>
                  void copyText(`${location.origin}/tasks?taskId=${id}`).then(() =>
                    toast({ message: t('tasks.linkCopied') }),
                  ),
              },
              {
                id: 'clone',
                label: t('tasks.clone'),
                icon: IconCopy,
                onSelect: () => void tasks.clone(data).then((made) => made && onOpen(made.id)),
              },
              ...(data.canChange
                ? [
                    {
                      id: 'delete',
                      label: t('tasks.delete'),
                      icon: IconTrash,
                      danger: true,
                      onSelect: () => {
                        onClose();
                        void tasks.remove(data);
                      },
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    >
      {error !== null &&
        data === undefined &&
        (errorCode(error) === 'task_not_found' ? (
          <EmptyState title={t('tasks.notFound')} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {error === null && data === undefined && (
        <Loading>
          <Skeleton width={280} height={24} />
        </Loading>
      )}
      {data !== undefined && <Body key={data.id} task={data} parts={parts} onOpen={onOpen} />}
    </Panel>
  );
};
