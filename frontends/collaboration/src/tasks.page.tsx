import {
  Button,
  Check,
  EmptyState,
  ErrorState,
  Loading,
  Page as Screen,
  Segmented,
  Select,
  Skeleton,
  TextInput,
  useLive,
  usePageTitle,
  useShortcut,
  useTexts,
  type Id,
} from '@tessera/kit';
import { IconChevronDown, IconChevronRight, IconPlus, IconSearch } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useKept } from './kept.ts';
import { BulkBar } from './tasks/bulk-bar.tsx';
import { isClosed, lateness, rowsOf, todayHere } from './tasks/model.ts';
import { NewTask } from './tasks/new-task.tsx';
import { Deadline, Owners, PriorityMark, RecordChip, StatusIcon, StatusMenu } from './tasks/parts.tsx';
import { Planner } from './tasks/planner.tsx';
import { TaskPanel } from './tasks/task-panel.tsx';
import {
  type Asking,
  filters,
  type Filter,
  scopes,
  type Scope,
  statuses,
  type Status,
  type Task,
  tableQuery,
  tasksQuery,
} from './tasks/tasks.resource.ts';
import { useTasks } from './tasks/use-tasks.ts';
import classes from './tasks/tasks.module.css';

const key = 'tessera:tasks';
const views = ['list', 'board', 'week', 'month'] as const;
const Board = lazy(() => import('./tasks/board.tsx').then((module) => ({ default: module.Board })));
type View = (typeof views)[number];
type Kept = { readonly folded: readonly string[]; readonly subtasks: boolean; readonly view: View };
const usual: Kept = { folded: ['done', 'ignored'], subtasks: true, view: 'list' };
const Pick = ({
  task,
  picked,
  onPick,
}: {
  readonly task: Task;
  readonly picked: boolean;
  readonly onPick: () => void;
}) => {
  const t = useTexts('collaboration');
  return (
    <Check
      className={classes['pick'] ?? ''}
      ariaLabel={t('tasks.choose', { task: task.title })}
      checked={picked}
      onChange={onPick}
    />
  );
};

const Line = ({
  task,
  part = false,
  chosen,
  picked,
  counted,
  onOpen,
  onPick,
}: {
  readonly task: Task;
  readonly part?: boolean;
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly counted?: string | undefined;
  readonly onOpen: () => void;
  readonly onPick: () => void;
}) => (
  <li
    className={classes['row']}
    data-part={part || undefined}
    data-chosen={chosen || undefined}
    data-picked={picked || undefined}
  >
    <span className={classes['what']}>
      <Pick task={task} picked={picked} onPick={onPick} />
      <StatusMenu task={task} />
      <button
        type="button"
        className={classes['title']}
        data-task={task.id}
        data-closed={isClosed(task) || undefined}
        onClick={onOpen}
      >
        <span className="t-cut">{task.title}</span>
      </button>
      {counted !== undefined && <span className="t-caption">{counted}</span>}
    </span>
    <span className={classes['record']}>{task.record !== null && <RecordChip record={task.record} />}</span>
    <span className={classes['wide']}>
      <PriorityMark priority={task.priority} />
    </span>
    <Owners ids={task.owners} />
    <Deadline task={task} />
  </li>
);

const lists = {
  pending: { scope: 'my-tasks', filter: 'to-do', search: '' },
  done: { scope: 'my-tasks', filter: 'completed', search: '' },
  'my-subtasks': { scope: 'my-tasks', filter: 'all', search: '' },
} as const satisfies Readonly<Record<string, Asking>>;
type List = keyof typeof lists;

/** `/tasks`: what people have to do; `/for-you/tasks/...`: some of it; `/object/{table}/tasks`: that of its records. */
export const Page = () => {
  const { list, tableId } = useParams();
  const known = (Object.keys(lists) as List[]).find((one) => one === list);
  return <Tasks key={tableId ?? known} list={known} tableId={tableId as Id | undefined} />;
};

const Tasks = ({ list: only, tableId }: { readonly list: List | undefined; readonly tableId: Id | undefined }) => {
  const t = useTexts('collaboration');
  const ofTable = tableId !== undefined;
  const { data: table } = useQuery({ ...tableQuery(tableId ?? ('' as Id)), enabled: ofTable });
  const title = ofTable
    ? t('tasks.ofTable', { table: table?.label ?? '' })
    : t(only === undefined ? 'tasks.title' : `tasks.lists.${only}`);
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState<Asking>(
    ofTable
      ? { scope: 'all', filter: 'all', search: '', tableId }
      : only === undefined
        ? { scope: 'my-tasks', filter: 'all', search: '' }
        : lists[only],
  );
  const [kept, keep] = useKept(key, usual);
  const { data, error, refetch } = useQuery(tasksQuery(asking));
  const tasks = useTasks();
  usePageTitle(title);
  useLive(['tasks'], () => void tasks.again());
  const open = (id: string | null): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('new');
      if (id === null) next.delete('taskId');
      else next.set('taskId', id);
      return next;
    });
  const begin = (): void => setSearch({ new: '' });
  // What is made for a record is made there.
  useShortcut({ keys: 'n', label: t('tasks.new'), group: t('tasks.title') }, begin, { enabled: !ofTable });
  const opened = search.get('taskId');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const pick = (id: string): void =>
    setPicked((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const titles = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
  /** Where the focus is in the list: on a title, or on something beside it. */
  const at = (all: readonly HTMLElement[]): number =>
    all.findIndex((one) => one.closest('li')?.contains(document.activeElement) === true);
  const step = (by: number): void => {
    const all = titles();
    const from = at(all);
    all[from === -1 ? 0 : Math.min(all.length - 1, Math.max(0, from + by))]?.focus();
  };
  const keys = { enabled: kept.view === 'list' };
  const group = t('tasks.title');
  useShortcut({ keys: 'j', label: t('tasks.next'), group }, () => step(1), keys);
  useShortcut({ keys: 'k', label: t('tasks.previous'), group }, () => step(-1), keys);
  useShortcut(
    { keys: 'x', label: t('tasks.chooseKey'), group },
    () => {
      const all = titles();
      const id = all[at(all)]?.dataset['task'];
      if (id !== undefined) pick(id);
    },
    keys,
  );
  const clear = (): void => setPicked(new Set());
  useShortcut({ keys: 'escape', label: t('tasks.clear'), group }, clear, { enabled: picked.size > 0 });
  const all = (data ?? []).filter(({ parentId }) => only !== 'my-subtasks' || parentId !== null);
  const late = all.map((one) => lateness(one, todayHere()));
  const overdue = late.filter((days) => (days ?? 0) > 0).length;
  const dueToday = late.filter((days) => days === 0).length;
  const chosen = all.filter(({ id }) => picked.has(id));
  const plain = only === undefined && asking.filter === 'all' && asking.search === '';
  return (
    <Screen
      header={<h1 className="t-strong t-cut">{title}</h1>}
      {...(ofTable && { back: `/object/${tableId}` })}
      actions={
        <>
          {overdue > 0 && <span className={classes['overdue']}>{t('tasks.overdue', { count: overdue })}</span>}
          {dueToday > 0 && <span className={classes['dueToday']}>{t('tasks.dueToday', { count: dueToday })}</span>}
          {!ofTable && (
            <Button variant="primary" size="toolbar" icon={IconPlus} aria-keyshortcuts="N" onClick={begin}>
              {t('tasks.new')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['tools']} role="toolbar" aria-label={t('tasks.filter')}>
        <Segmented<Scope>
          label={t('tasks.scope')}
          value={asking.scope}
          options={scopes.map((scope) => ({ value: scope, label: t(`tasks.scopes.${scope}`) }))}
          onChange={(scope) => setAsking({ ...asking, scope })}
        />
        <span className={classes['end']}>
          <Segmented<View>
            label={t('tasks.view')}
            value={kept.view}
            options={views.map((view) => ({ value: view, label: t(`tasks.views.${view}`) }))}
            onChange={(view) => {
              clear();
              keep({ view });
            }}
          />
          <Check label={t('tasks.subtasks')} checked={kept.subtasks} onChange={(subtasks) => keep({ subtasks })} />
          <Select<Filter>
            label={t('tasks.filter')}
            labelHidden
            size="toolbar"
            value={asking.filter}
            options={filters.map((filter) => ({ value: filter, label: t(`tasks.filters.${filter}`) }))}
            onChange={(filter) => setAsking({ ...asking, filter })}
          />
          <TextInput
            type="search"
            size="toolbar"
            icon={IconSearch}
            label={t('tasks.search')}
            labelHidden
            placeholder={t('tasks.search')}
            maxLength={200}
            value={asking.search}
            onChange={(text) => setAsking({ ...asking, search: text })}
          />
        </span>
      </div>
      {error !== null && data === undefined && (
        <ErrorState title={t('tasks.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && (
        <Loading>
          <Skeleton width={480} height={32} />
        </Loading>
      )}
      {data !== undefined && all.length === 0 && (
        <EmptyState
          title={t(plain ? 'tasks.empty' : 'tasks.noMatch')}
          actions={
            plain &&
            !ofTable && (
              <Button variant="primary" icon={IconPlus} onClick={begin}>
                {t('tasks.new')}
              </Button>
            )
          }
        >
          {plain && t(ofTable ? 'tasks.emptyOfTable' : 'tasks.emptyText')}
        </EmptyState>
      )}
      {data !== undefined && kept.view === 'board' && all.length > 0 && (
        <Suspense>
          <Board
            tasks={all}
            subtasks={kept.subtasks}
            folded={asking.filter === 'completed' ? kept.folded.filter((one) => one !== 'done') : kept.folded}
            opened={opened}
            writes={!ofTable}
            onFold={(status) =>
              keep({
                folded: kept.folded.includes(status)
                  ? kept.folded.filter((one) => one !== status)
                  : [...kept.folded, status],
              })
            }
            onOpen={open}
          />
        </Suspense>
      )}
      {data !== undefined && (kept.view === 'week' || kept.view === 'month') && all.length > 0 && (
        <Planner
          span={kept.view}
          tasks={kept.subtasks ? all : all.filter(({ parentId }) => parentId === null)}
          onOpen={open}
        />
      )}
      <div ref={list}>
        {(kept.view === 'list' ? statuses : []).map((status: Status) => {
          const rows = rowsOf(all, status, kept.subtasks);
          if (rows.length === 0) return null;
          const folded = asking.filter !== 'completed' && kept.folded.includes(status);
          return (
            <section key={status} className={classes['group']}>
              <h2>
                <button
                  type="button"
                  aria-expanded={!folded}
                  onClick={() =>
                    keep({ folded: folded ? kept.folded.filter((one) => one !== status) : [...kept.folded, status] })
                  }
                >
                  {folded ? <IconChevronRight aria-hidden="true" /> : <IconChevronDown aria-hidden="true" />}
                  <StatusIcon status={status} />
                  {t(`tasks.statuses.${status}`)}
                  <span className="t-caption">{rows.length}</span>
                </button>
              </h2>
              {!folded && (
                <ul aria-label={t(`tasks.statuses.${status}`)}>
                  {rows.flatMap(({ task, parts }) => [
                    <Line
                      key={task.id}
                      task={task}
                      chosen={task.id === opened}
                      picked={picked.has(task.id)}
                      onPick={() => pick(task.id)}
                      counted={
                        parts.length === 0
                          ? undefined
                          : t('tasks.of', { done: parts.filter((one) => one.isCompleted).length, count: parts.length })
                      }
                      onOpen={() => open(task.id)}
                    />,
                    ...parts.map((part) => (
                      <Line
                        key={part.id}
                        task={part}
                        part
                        chosen={part.id === opened}
                        picked={picked.has(part.id)}
                        onPick={() => pick(part.id)}
                        onOpen={() => open(part.id)}
                      />
                    )),
                  ])}
                </ul>
              )}
            </section>
          );
        })}
      </div>
      {chosen.length > 0 && <BulkBar picked={chosen} onClear={clear} />}
      {search.has('new') && <NewTask onClose={() => open(null)} onOpen={open} />}
      {opened !== null && <TaskPanel key={opened} id={opened} all={all} onOpen={open} onClose={() => open(null)} />}
    </Screen>
  );
};
