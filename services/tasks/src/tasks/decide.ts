import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, taskStream, type TasksEvent } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import { changes, sees } from './access.ts';
import { dayAfter, daysBetween, nextDay, reminderDay, type Calendar, type Recurrence, type Reminder } from './days.ts';
import { reminderKey, type Parts, type Task } from './evolve.ts';

type Known = Snapshot<Task | undefined>;
type Named = { readonly taskId: string };
/** What commands answer: the task is read from the model. */
type Done = { readonly id: string };
type Handler<C extends Named, S = Known> = CommandHandler<C, S, TasksEvent, Done>;
type WithParent = { readonly task: Known; readonly parent: Known };

function* done({ taskId }: Named): Loading<Done> {
  return { id: taskId };
}
const loadTask = (taskId: string): Loading<Known> => read.snapshot<Task | undefined>(taskStream(taskId));

const earliest = '2000-01-01';
export const blank: Parts = {
  title: '',
  description: '',
  status: 'open',
  priority: 'notPrioritized',
  owners: [],
  followers: [],
  startDate: '',
  deadline: '',
  todos: [],
  tableId: '',
  recordId: '',
  parentId: '',
  recurrence: undefined,
  reminders: [],
  files: [],
};

const advanced = (known: Known, taskId: string, ...all: readonly TasksEvent[]): readonly DecidedEvent<TasksEvent>[] =>
  all.map((one, i) => ({ event: one, advances: [{ stream: taskStream(taskId), version: known.version + 1 + i }] }));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** How a task comes again; undefined where it does not. */
const ruleOf = ({ recurrence }: Parts): Recurrence | undefined =>
  recurrence === undefined || recurrence.every === '' ? undefined : recurrence;

/** The rule is counted from its deadline; while both stay as they were, so does where it is counted from. */
const anchored = (parts: Parts, before: Parts): Recurrence | undefined => {
  const rule = ruleOf(parts);
  if (rule === undefined) return undefined;
  const old = ruleOf(before);
  const kept =
    old !== undefined && before.deadline === parts.deadline && same({ ...old, anchor: '' }, { ...rule, anchor: '' });
  return { ...rule, anchor: kept ? old.anchor : parts.deadline };
};

/** What holds for every task. */
const checked = (parts: Parts, before: Parts): Parts => {
  if (parts.title.trim() === '') throw invalid('tasks.no_title');
  if (parts.owners.length === 0) throw invalid('tasks.no_owner');
  const { startDate, deadline } = parts;
  if ([startDate, deadline].some((day) => day !== '' && day < earliest)) throw invalid('tasks.dates');
  if (startDate !== '' && deadline !== '' && startDate > deadline) throw invalid('tasks.dates');
  if (parts.owners.some((userId) => parts.followers.includes(userId))) throw invalid('tasks.owner_follows');
  if (deadline === '' && (ruleOf(parts) !== undefined || parts.reminders.length > 0))
    throw invalid('tasks.no_deadline');
  return {
    ...parts,
    title: parts.title.trim(),
    owners: [...new Set(parts.owners)],
    followers: [...new Set(parts.followers)],
    recurrence: anchored(parts, before),
  };
};

/** Makes a task. One of a record needs the right to change records of its table. */
export const createTask: Handler<Named & { readonly parts: Partial<Parts> }, WithParent> = {
  *load({ taskId, parts }) {
    return { task: yield* loadTask(taskId), parent: yield* loadTask(parts.parentId ?? '') };
  },
  decide: ({ taskId, parts: given }, { task, parent }, { meta }) => {
    requireRight(meta.actor, 'tasks.write');
    if (task.state !== undefined) return { events: [] };
    const parts = checked({ ...blank, owners: [userOf(meta.actor)], ...given }, blank);
    if (parts.tableId !== '' && !can(meta.actor, 'records.update', parts.tableId).allow)
      throw rejection('forbidden', 'tasks.denied');
    if (parts.parentId !== '') {
      const { state } = parent;
      if (state === undefined || state.deleted !== undefined || !sees(meta.actor, state))
        throw notFound('task_not_found');
      if (!changes(meta.actor, state)) throw rejection('forbidden', 'tasks.denied');
      if (state.parts.parentId !== '') throw conflict('tasks.part_of_part');
    }
    return { events: advanced(task, taskId, event('taskCreated', { taskId, parts, madeBy: '' })) };
  },
  answer: done,
};

/** The task as somebody may change it; what they may not see is not there. */
const changeable = (known: Known, actor: Parameters<typeof sees>[0]): Task => {
  const { state } = known;
  if (state === undefined || state.deleted !== undefined || !sees(actor, state)) throw notFound('task_not_found');
  if (!changes(actor, state)) throw rejection('forbidden', 'tasks.denied');
  return state;
};

/** The day that it is where the organization is, and on which days its people work. */
type Day = { readonly today: string; readonly calendar?: Calendar | undefined };
/** Where the next one of a task goes. */
type Next = Day & { readonly nextId: string };
type WithNext = { readonly task: Known; readonly next: Known };

function* loadWithNext({ taskId, nextId = '' }: Named & Partial<Next>): Loading<WithNext> {
  return { task: yield* loadTask(taskId), next: yield* loadTask(nextId) };
}

/** The next one of a task that comes again, once; nothing where it does not, or where that is there. */
const continuing = (task: Task, version: number, next: Known, { nextId, today, calendar }: Next) => {
  const { parts, createdBy, id: taskId } = task;
  const rule = ruleOf(parts);
  if (rule === undefined || task.nextId !== undefined || nextId === '' || next.state !== undefined) return [];
  const deadline = nextDay(rule, parts.deadline, today, calendar);
  if (deadline === undefined) return [];
  const { startDate } = parts;
  const following: Parts = {
    ...parts,
    status: 'open',
    deadline,
    startDate: startDate === '' ? '' : dayAfter(deadline, -daysBetween(startDate, parts.deadline)),
    todos: parts.todos.map((todo) => ({ ...todo, done: false })),
  };
  return [
    ...advanced({ version, state: task }, taskId, event('taskContinued', { taskId, nextId, before: '' })),
    ...advanced(next, nextId, event('taskCreated', { taskId: nextId, parts: following, madeBy: createdBy })),
  ];
};

/** Changes parts of a task; what is absent stays. One that comes again and is done is followed by its next one. */
export const changeTask: Handler<
  Named & Partial<Next> & { readonly parts: Partial<Omit<Parts, 'parentId'>> },
  WithNext
> = {
  load: loadWithNext,
  decide: ({ taskId, parts: given, nextId, today, calendar }, { task: known, next }, { meta }) => {
    const task = changeable(known, meta.actor);
    const { parts: before } = task;
    const parts = checked({ ...before, ...given }, before);
    if (
      parts.tableId !== before.tableId &&
      parts.tableId !== '' &&
      !can(meta.actor, 'records.update', parts.tableId).allow
    )
      throw rejection('forbidden', 'tasks.denied');
    if (same(parts, before)) return { events: [] };
    const isDone = parts.status === 'done' && before.status !== 'done';
    return {
      events: [
        ...advanced(known, taskId, event('taskChanged', { taskId, parts, before })),
        ...(isDone && nextId !== undefined && today !== undefined
          ? continuing({ ...task, parts }, known.version + 1, next, { nextId, today, calendar })
          : []),
      ],
    };
  },
  answer: done,
};

/** Lets the next one of a task come, whose day is there. Done by the service itself. */
export const continueTask: Handler<Named & Next, WithNext> = {
  load: loadWithNext,
  decide: ({ nextId, today, calendar }, { task: { state, version }, next }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined || state.deleted !== undefined || state.parts.deadline > today) return { events: [] };
    return { events: continuing(state, version, next, { nextId, today, calendar }) };
  },
  answer: done,
};

const isOver = ({ parts }: Task): boolean => parts.status === 'done' || parts.status === 'ignored';

const isTold = ({ parts, reminded = [] }: Pick<Task, 'parts' | 'reminded'>, { days, workingDays }: Reminder): boolean =>
  reminded.includes(reminderKey(parts.deadline, days, workingDays));

/** The reminders of a task that were not told, and are due on a day; none behind its deadline. */
export const dueReminders = (task: Pick<Task, 'parts' | 'reminded'>, { today, calendar }: Day): readonly Reminder[] => {
  const { deadline, reminders } = task.parts;
  if (deadline === '' || today > deadline) return [];
  return reminders.filter((one) => !isTold(task, one) && reminderDay(one, deadline, calendar) <= today);
};

/** Whether the clock brings something about for a task. */
export const isClocked = (task: Task): boolean =>
  task.deleted === undefined &&
  ((ruleOf(task.parts) !== undefined && task.nextId === undefined) ||
    (!isOver(task) && task.parts.reminders.some((one) => !isTold(task, one))));

/** Tells the people of a task that its deadline comes: each reminder once. Done by the service itself. */
export const remindOfTask: Handler<Named & Day> = {
  load: ({ taskId }) => loadTask(taskId),
  decide: ({ taskId, today, calendar }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    const { state } = known;
    if (state === undefined || state.deleted !== undefined || isOver(state)) return { events: [] };
    const { deadline, owners, followers } = state.parts;
    const due = dueReminders(state, { today, calendar }).map(({ days, workingDays }) =>
      event('taskReminded', { taskId, deadline, days, workingDays, userIds: [...owners, ...followers] }),
    );
    return { events: advanced(known, taskId, ...due) };
  },
  answer: done,
};

/** Puts a task away; undo brings it back. Its subtasks stay as they are and are shown by themselves. */
export const deleteTask: Handler<Named> = {
  load: ({ taskId }) => loadTask(taskId),
  decide: ({ taskId }, known, { meta }) => {
    const { parts } = changeable(known, meta.actor);
    return { events: advanced(known, taskId, event('taskDeleted', { taskId, title: parts.title })) };
  },
  answer: done,
};
