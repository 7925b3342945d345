import {
  read,
  undoHandlers,
  undoneNothing,
  type Actor,
  type Inverses,
  type Loading,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { event, taskStream, type TasksEvent } from '../events.ts';
import { notFound, rejection } from '../refusals.ts';
import { changes, sees } from '../tasks/access.ts';
import { taskAggregate, type Parts, type Task } from '../tasks/evolve.ts';

type Known = Snapshot<Task | undefined>;
export type UndoState = {
  readonly commit: StoredCommit<TasksEvent> | undefined;
  readonly tasks: Readonly<Record<string, Known>>;
};
/** The tasks as they are, folded on as inverses give events. */
type Context = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  /** The commit is of somebody who did the task, not of the clock: its next one comes again when it is done again. */
  readonly wasDone: boolean;
  readonly tasks: Map<string, { task: Task; version: number }>;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const give = (context: Context, change: TasksEvent, conflicts: readonly UndoConflict[] = []): Undone<TasksEvent> => {
  const { taskId } = change.value;
  const { task, version } = context.tasks.get(taskId)!;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  const evolved = taskAggregate.evolve(task, change, told as Parameters<typeof taskAggregate.evolve>[2]) ?? task;
  context.tasks.set(taskId, { task: evolved, version: version + 1 });
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: taskStream(taskId), version: version + 1 }] }],
  };
};

/** Takes the parts back that a change made other; those that were changed again are conflicts. */
const partsBack = (taskId: string, after: Parts, before: Parts, context: Context): Undone<TasksEvent> => {
  const { parts: now } = context.tasks.get(taskId)!.task;
  const conflicts: UndoConflict[] = [];
  const next = { ...now } as Record<string, unknown>;
  const [made, was, current] = [after, before, now] as unknown as Record<string, unknown>[];
  for (const name of Object.keys(was!)) {
    if (same(made![name], was![name]) || same(current![name], was![name])) continue;
    const changed = !same(current![name], made![name]);
    if (changed)
      conflicts.push({
        recordId: taskId,
        recordLabel: now.title,
        fieldId: '',
        fieldName: name,
        current: current![name],
        undoTo: was![name],
      });
    if (!changed || context.overwrite) next[name] = was![name];
  }
  const parts = next as unknown as Parts;
  if (!same(parts, now)) return give(context, event('taskChanged', { taskId, parts, before: now }), conflicts);
  return conflicts.length > 0 ? { ...undoneNothing, records: 1, skipped: 1, conflicts } : undoneNothing;
};
type Of = { readonly taskId: string };
const remove = ({ taskId }: Of, context: Context): Undone<TasksEvent> => {
  const { task } = context.tasks.get(taskId)!;
  return task.deleted === undefined
    ? give(context, event('taskDeleted', { taskId, title: task.parts.title }))
    : undoneNothing;
};

/** How each event is taken back (docs/events.md 13); complete by its type. */
const inverses: Inverses<TasksEvent, Context> = {
  // What was followed by its own next one stays: its series would come twice.
  taskCreated: (value, context) =>
    context.tasks.get(value.taskId)!.task.nextId === undefined ? remove(value, context) : undoneNothing,
  taskChanged: ({ taskId, parts, before }, context) =>
    parts === undefined || before === undefined ? undoneNothing : partsBack(taskId, parts, before, context),
  taskDeleted: ({ taskId }, context) => {
    const { task } = context.tasks.get(taskId)!;
    return task.deleted === undefined
      ? undoneNothing
      : give(context, event('taskRestored', { taskId, title: task.parts.title }));
  },
  taskRestored: remove,
  // Its next one goes by itself: it was created with this.
  taskContinued: ({ taskId, nextId, before }, context) =>
    context.wasDone &&
    (context.tasks.get(taskId)!.task.nextId ?? '') === nextId &&
    (nextId === '' || context.tasks.get(nextId)?.task.deleted !== undefined)
      ? give(context, event('taskContinued', { taskId, nextId: before, before: nextId }))
      : undoneNothing,
  // What people were told cannot be taken back.
  taskReminded: () => undoneNothing,
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<TasksEvent>(commitId);
  const tasks: Record<string, Known> = {};
  for (const { value } of commit?.events ?? [])
    tasks[value.taskId] ??= yield* read.snapshot<Task | undefined>(taskStream(value.taskId));
  return { commit, tasks };
}

/** The commands that take changes of tasks back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<TasksEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ commit, tasks }, { actor, overwrite }) => {
    const known = new Map<string, { task: Task; version: number }>();
    for (const [taskId, { version, state }] of Object.entries(tasks)) {
      if (state === undefined || !sees(actor, state)) throw notFound('task_not_found');
      if (!changes(actor, state)) throw rejection('forbidden', 'tasks.denied');
      known.set(taskId, { task: state, version });
    }
    const wasDone = commit?.events.some(({ $case }) => $case === 'taskChanged') === true;
    return { actor, overwrite, wasDone, tasks: known };
  },
});
