import { api, Avatar, Menu, useFormats, useTexts } from '@tessera/kit';
import {
  IconCalendar,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleMinus,
  IconTable,
} from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lateness, todayHere } from './model.ts';
import { peopleQuery, type Priority, type Status, statuses, tableQuery, type Task } from './tasks.resource.ts';
import { useTasks } from './use-tasks.ts';
import classes from './tasks.module.css';

const icons = {
  doing: IconCircleHalf2,
  open: IconCircle,
  suggestion: IconCircleDashed,
  done: IconCircleCheck,
  ignored: IconCircleMinus,
} satisfies Readonly<Record<Status, unknown>>;

export const StatusIcon = ({ status }: { readonly status: Status }) => {
  const Icon = icons[status];
  return <Icon aria-hidden="true" className={classes['statusIcon'] ?? ''} data-status={status} />;
};

export const statusIcon = (status: Status) => icons[status];

/** The status of a task, which opens to change it. */
export const StatusMenu = ({ task }: { readonly task: Task }) => {
  const t = useTexts('collaboration');
  const tasks = useTasks();
  return (
    <Menu
      anchor={
        <button
          type="button"
          className={classes['status']}
          disabled={!task.canChange}
          aria-label={t('tasks.statusOf', { task: task.title, status: t(`tasks.statuses.${task.status}`) })}
        >
          <StatusIcon status={task.status} />
        </button>
      }
      items={statuses.map((status) => ({
        id: status,
        label: t(`tasks.statuses.${status}`),
        icon: icons[status],
        checked: task.status === status,
        onSelect: () => void tasks.change(task, { status }),
      }))}
    />
  );
};

export const PriorityMark = ({ priority }: { readonly priority: Priority }) => {
  const t = useTexts('collaboration');
  return priority === 'notPrioritized' ? null : (
    <span className={classes['priority']} data-priority={priority}>
      {t(`tasks.priorities.${priority}`)}
    </span>
  );
};

const shown = 3;
/** Who has to do it, as faces with their names. */
export const Owners = ({ ids }: { readonly ids: readonly string[] }) => {
  const { data: people = [] } = useQuery(peopleQuery);
  const owners = ids.flatMap((id) => people.find((one) => one.id === id) ?? []);
  return (
    <span className={classes['faces']} role="img" aria-label={owners.map(({ name }) => name).join(', ')}>
      {owners.slice(0, shown).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      {owners.length > shown && <span className="t-caption">+{owners.length - shown}</span>}
    </span>
  );
};

export const Deadline = ({ task }: { readonly task: Task }) => {
  const t = useTexts('collaboration');
  const { date } = useFormats();
  if (task.completedAt !== null)
    return (
      <span className={classes['deadline']}>
        {[
          t('tasks.doneOn', { date: date(task.completedAt) }),
          ...(task.daysTaken ? [t('tasks.inDays', { count: task.daysTaken })] : []),
          ...(task.daysLate ? [t('tasks.daysLate', { count: task.daysLate })] : []),
        ].join(', ')}
      </span>
    );
  if (task.deadline === null) return null;
  const late = lateness(task, todayHere());
  return (
    <span
      className={classes['deadline']}
      data-late={late === undefined ? undefined : late > 0 ? 'over' : 'today'}
      title={late === undefined ? undefined : late > 0 ? t('tasks.late', { count: late }) : t('tasks.deadlineToday')}
    >
      <IconCalendar aria-hidden="true" />
      {late === 0 ? t('tasks.today') : date(task.deadline)}
    </span>
  );
};

/** The record that a task is about, by its name; nothing where one may not see it. */
export const RecordChip = ({ record }: { readonly record: NonNullable<Task['record']> }) => {
  const t = useTexts('collaboration');
  const { tableId, recordId } = record;
  const { data: table } = useQuery(tableQuery(tableId));
  const { data } = useQuery({
    queryKey: ['task-record', tableId, recordId],
    queryFn: ({ signal }) =>
      api.get('/v3/tables/{table}/records/{record}', { path: { table: tableId, record: recordId }, signal }),
    enabled: table !== undefined,
    retry: false,
  });
  if (table === undefined || data === undefined) return null;
  const value = data.fields[table.labelFieldId ?? ''];
  return (
    <Link to={`/object/${tableId}/record/${recordId}`} className={classes['chip']}>
      <IconTable aria-hidden="true" />
      <span className="t-cut">
        {typeof value === 'string' || typeof value === 'number' ? String(value) : t('tasks.aRecord')}
      </span>
    </Link>
  );
};
