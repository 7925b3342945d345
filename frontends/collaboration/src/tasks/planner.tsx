import { Button, IconButton, useFormats, useTexts } from '@tessera/kit';
import { IconChevronLeft, IconChevronRight } from '@tessera/kit/icons';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayAfter, firstOfWeek, isClosed, lateness, movedTo, plannedDays, todayHere, turned } from './model.ts';
import { StatusMenu } from './parts.tsx';
import type { Task } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Tasks on the days of their deadlines, to be put on others: by the pointer, or by Alt and an arrow key. */
export const Planner = ({
  span,
  tasks,
  onOpen,
}: {
  readonly span: 'week' | 'month';
  readonly tasks: readonly Task[];
  readonly onOpen: (id: string) => void;
}) => {
  const t = useTexts('collaboration');
  const { locale } = useFormats();
  const { change } = useTasks();
  const today = todayHere();
  const [day, setDay] = useState(today);
  const [said, setSaid] = useState('');
  const [carried, setCarried] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  /** Who was moved by keys keeps the focus on its new day. */
  const focus = useRef<string | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-task="${focus.current}"]`)?.focus();
    focus.current = null;
  }, [tasks, day]);
  const days = plannedDays(span, day, firstOfWeek(locale));
  const shownDay = (one: string, style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(`${one}T00:00:00Z`));
  const put = (task: Task, to: string | null): void => {
    if (!task.canChange || task.deadline === to) return;
    void change(task, movedTo(task, to));
    const date = to === null ? t('tasks.noDeadline') : shownDay(to, { dateStyle: 'full' });
    setSaid(t('tasks.moved', { task: task.title, date }));
  };
  const onKeyDown =
    (task: Task) =>
    (event: KeyboardEvent): void => {
      const by = steps[event.key];
      if (!event.altKey || by === undefined || !task.canChange) return;
      event.preventDefault();
      const to = task.deadline === null ? today : dayAfter(task.deadline, by);
      focus.current = task.id;
      if (!days.includes(to)) setDay(to);
      put(task, to);
    };
  const onto = (to: string | null) => ({
    'data-over': over === (to ?? '') || undefined,
    onDragOver: (event: DragEvent) => {
      if (carried === null) return;
      event.preventDefault();
      setOver(to ?? '');
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const task = tasks.find(({ id }) => id === carried);
      setCarried(null);
      setOver(null);
      if (task !== undefined) put(task, to);
    },
  });
  const drawn = (task: Task) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys do the same on its button
    <li
      key={task.id}
      className={classes['planned']}
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
        data-late={(lateness(task, today) ?? 0) > 0 || undefined}
        onClick={() => onOpen(task.id)}
        onKeyDown={onKeyDown(task)}
      >
        <span className="t-cut">{task.title}</span>
      </button>
    </li>
  );
  const undated = tasks.filter((task) => task.deadline === null && !isClosed(task));
  return (
    <div ref={root} className={classes['plan']}>
      <div className={classes['tools']}>
        <IconButton label={t('tasks.earlier')} icon={IconChevronLeft} onClick={() => setDay(turned(span, day, -1))} />
        <IconButton label={t('tasks.later')} icon={IconChevronRight} onClick={() => setDay(turned(span, day, 1))} />
        <Button size="toolbar" onClick={() => setDay(today)}>
          {t('tasks.today')}
        </Button>
        <h2 className="t-strong">{shownDay(day, { month: 'long', year: 'numeric' })}</h2>
        <p className="t-caption">{t('tasks.planHelp')}</p>
      </div>
      <div className={classes['days']} data-span={span}>
        {days.map((one) => (
          <section
            key={one}
            aria-label={shownDay(one, { dateStyle: 'full' })}
            data-today={one === today || undefined}
            data-other={(span === 'month' && one.slice(0, 7) !== day.slice(0, 7)) || undefined}
            {...onto(one)}
          >
            <h3 aria-hidden="true">{shownDay(one, { weekday: 'short', day: 'numeric' })}</h3>
            <ul>{tasks.filter(({ deadline }) => deadline === one).map(drawn)}</ul>
          </section>
        ))}
      </div>
      <section aria-label={t('tasks.noDeadline')} className={classes['undated']} {...onto(null)}>
        <h3>{t('tasks.noDeadline')}</h3>
        <ul>{undated.map(drawn)}</ul>
      </section>
      <p role="status" className="t-hidden">
        {said}
      </p>
    </div>
  );
};
