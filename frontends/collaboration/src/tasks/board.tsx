import { Button, IconButton, TextInput, useTexts } from '@tessera/kit';
import { IconChevronRight, IconPlus } from '@tessera/kit/icons';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isClosed, rowsOf } from './model.ts';
import { Deadline, Owners, PriorityMark, StatusIcon, StatusMenu } from './parts.tsx';
import { type Status, statuses, type Task } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './board.module.css';

/** Where a task is written into its column. */
const Write = ({ status, onClose }: { readonly status: Status; readonly onClose: () => void }) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    if (text.trim() === '') return;
    if ((await tasks.create({ title: text.trim(), status })) !== null) setText('');
  };
  return (
    <form
      className={classes['write']}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        label={t('tasks.name')}
        labelHidden
        placeholder={t('tasks.add')}
        value={text}
        maxLength={500}
        onChange={setText}
        ref={(input) => input?.focus()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <span>
        <Button size="toolbar" type="submit" variant="primary" disabled={text.trim() === ''}>
          {t('tasks.add')}
        </Button>
        <Button size="toolbar" variant="quiet" onClick={onClose}>
          {t('kit:cancel')}
        </Button>
      </span>
    </form>
  );
};

/** Tasks in a column for each status, to be put into others: by the pointer, or by Alt and an arrow key. */
export const Board = ({
  tasks,
  subtasks,
  folded,
  opened,
  writes,
  onFold,
  onOpen,
}: {
  readonly tasks: readonly Task[];
  /** Subtasks are cards of their own. */
  readonly subtasks: boolean;
  readonly folded: readonly string[];
  readonly opened: string | null;
  /** New tasks are written here. */
  readonly writes: boolean;
  readonly onFold: (status: Status) => void;
  readonly onOpen: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const { change } = useTasks();
  const [carried, setCarried] = useState<string | null>(null);
  const [over, setOver] = useState<Status | null>(null);
  const [writing, setWriting] = useState<Status | null>(null);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  /** Who was moved by keys keeps the focus in its new column. */
  const focus = useRef<string | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-task="${focus.current}"]`)?.focus();
    focus.current = null;
  }, [tasks]);
  const put = (task: Task, status: Status): void => {
    if (!task.canChange || task.status === status) return;
    void change(task, { status });
    setSaid(t('tasks.moved', { task: task.title, date: t(`tasks.statuses.${status}`) }));
  };
  const onKeyDown =
    (task: Task) =>
    (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
      if (!event.altKey || by === 0) return;
      event.preventDefault();
      const next = statuses[statuses.indexOf(task.status) + by];
      if (next === undefined) return;
      if (folded.includes(next)) onFold(next);
      focus.current = task.id;
      put(task, next);
    };
  const onto = (status: Status) => ({
    'data-over': over === status || undefined,
    onDragOver: (event: DragEvent) => {
      if (carried === null) return;
      event.preventDefault();
      setOver(status);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const task = tasks.find(({ id }) => id === carried);
      setCarried(null);
      setOver(null);
      if (task !== undefined) put(task, status);
    },
  });
  /** By deadline, as in the list; a subtask whose task is somewhere here is a card where subtasks are shown. */
  const shownIn = (status: Status): readonly Task[] => {
    const known = new Set(tasks.map(({ id }) => id));
    const parts = tasks.filter((one) => one.status === status && one.parentId !== null && known.has(one.parentId));
    return [...rowsOf(tasks, status, false).map(({ task }) => task), ...(subtasks ? parts : [])];
  };
  const card = (task: Task, parts: readonly Task[]) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys do the same on its button
    <li
      key={task.id}
      className={classes['card']}
      data-chosen={task.id === opened || undefined}
      draggable={task.canChange}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', task.title);
        setCarried(task.id);
      }}
      onDragEnd={() => {
        setCarried(null);
        setOver(null);
      }}
    >
      <StatusMenu task={task} />
      <button
        type="button"
        data-task={task.id}
        data-closed={isClosed(task) || undefined}
        onClick={() => onOpen(task.id)}
        onKeyDown={onKeyDown(task)}
      >
        {task.title}
      </button>
      <span className={classes['facts']}>
        <PriorityMark priority={task.priority} />
        <Deadline task={task} />
        {parts.length > 0 && (
          <span className="t-caption">
            {t('tasks.of', { done: parts.filter(({ isCompleted }) => isCompleted).length, count: parts.length })}
          </span>
        )}
        <Owners ids={task.owners} />
      </span>
    </li>
  );
  return (
    <div ref={root} className={classes['board']}>
      {statuses.map((status) => {
        const shown = shownIn(status);
        const partsOf = (id: string): readonly Task[] => tasks.filter(({ parentId }) => parentId === id);
        const name = t(`tasks.statuses.${status}`);
        if (folded.includes(status))
          return (
            <section key={status} className={classes['shut']} aria-label={name} {...onto(status)}>
              <button type="button" aria-expanded={false} onClick={() => onFold(status)}>
                <IconChevronRight aria-hidden="true" />
                <StatusIcon status={status} />
                <span>
                  {name} {shown.length}
                </span>
              </button>
            </section>
          );
        return (
          <section key={status} aria-label={name} {...onto(status)}>
            <h2>
              <button type="button" aria-expanded onClick={() => onFold(status)}>
                <StatusIcon status={status} />
                {name}
                <span className="t-caption">{shown.length}</span>
              </button>
              {writes && (
                <IconButton
                  size="table"
                  label={t('tasks.addTo', { status: name })}
                  icon={IconPlus}
                  onClick={() => setWriting(status)}
                />
              )}
            </h2>
            <ul aria-label={name}>{shown.map((task) => card(task, partsOf(task.id)))}</ul>
            {writing === status && <Write status={status} onClose={() => setWriting(null)} />}
          </section>
        );
      })}
      <p role="status" className="t-hidden">
        {said}
      </p>
    </div>
  );
};
