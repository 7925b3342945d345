import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, taskStream, type TasksEvent } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import { changes, sees } from './access.ts';
import type { Parts, Task } from './evolve.ts';

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
};

const advanced = (known: Known, taskId: string, one: TasksEvent): readonly DecidedEvent<TasksEvent>[] => [
  { event: one, advances: [{ stream: taskStream(taskId), version: known.version + 1 }] },
];
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What holds for every task. */
const checked = (parts: Parts): Parts => {
  if (parts.title.trim() === '') throw invalid('tasks.no_title');
  if (parts.owners.length === 0) throw invalid('tasks.no_owner');
  const { startDate, deadline } = parts;
  if ([startDate, deadline].some((day) => day !== '' && day < earliest)) throw invalid('tasks.dates');
  if (startDate !== '' && deadline !== '' && startDate > deadline) throw invalid('tasks.dates');
  return {
    ...parts,
    title: parts.title.trim(),
    owners: [...new Set(parts.owners)],
    followers: [...new Set(parts.followers)],
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
    const parts = checked({ ...blank, owners: [userOf(meta.actor)], ...given });
    if (parts.tableId !== '' && !can(meta.actor, 'records.update', parts.tableId).allow)
      throw rejection('forbidden', 'tasks.denied');
    if (parts.parentId !== '') {
      const { state } = parent;
      if (state === undefined || state.deleted !== undefined || !sees(meta.actor, state))
        throw notFound('task_not_found');
      if (!changes(meta.actor, state)) throw rejection('forbidden', 'tasks.denied');
      if (state.parts.parentId !== '') throw conflict('tasks.part_of_part');
    }
    return { events: advanced(task, taskId, event('taskCreated', { taskId, parts })) };
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

/** Changes parts of a task; what is absent stays. */
export const changeTask: Handler<Named & { readonly parts: Partial<Omit<Parts, 'parentId'>> }> = {
  load: ({ taskId }) => loadTask(taskId),
  decide: ({ taskId, parts: given }, known, { meta }) => {
    const { parts: before } = changeable(known, meta.actor);
    const parts = checked({ ...before, ...given });
    if (
      parts.tableId !== before.tableId &&
      parts.tableId !== '' &&
      !can(meta.actor, 'records.update', parts.tableId).allow
    )
      throw rejection('forbidden', 'tasks.denied');
    if (same(parts, before)) return { events: [] };
    return { events: advanced(known, taskId, event('taskChanged', { taskId, parts, before })) };
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
