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

export type UndoState = {
  readonly commit: StoredCommit<TasksEvent> | undefined;
  readonly task: Snapshot<Task | undefined>;
};
/** The task as it is, folded on as inverses give events. */
type Context = { readonly actor: Actor; readonly overwrite: boolean; task: Task; version: number };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const give = (context: Context, change: TasksEvent, conflicts: readonly UndoConflict[] = []): Undone<TasksEvent> => {
  const version = ++context.version;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  context.task =
    taskAggregate.evolve(context.task, change, told as Parameters<typeof taskAggregate.evolve>[2]) ?? context.task;
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: taskStream(context.task.id), version }] }],
  };
};

/** Takes the parts back that a change made other; those that were changed again are conflicts. */
const partsBack = (after: Parts, before: Parts, context: Context): Undone<TasksEvent> => {
  const { id: taskId, parts: now } = context.task;
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
const remove = ({ taskId }: { readonly taskId: string }, context: Context): Undone<TasksEvent> =>
  context.task.deleted === undefined
    ? give(context, event('taskDeleted', { taskId, title: context.task.parts.title }))
    : undoneNothing;

/** How each event is taken back (docs/events.md 13); complete by its type. */
const inverses: Inverses<TasksEvent, Context> = {
  taskCreated: remove,
  taskChanged: ({ parts, before }, context) =>
    parts === undefined || before === undefined ? undoneNothing : partsBack(parts, before, context),
  taskDeleted: ({ taskId }, context) =>
    context.task.deleted === undefined
      ? undoneNothing
      : give(context, event('taskRestored', { taskId, title: context.task.parts.title })),
  taskRestored: remove,
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<TasksEvent>(commitId);
  const taskId = commit?.events[0]?.value.taskId ?? '';
  return { commit, task: yield* read.snapshot<Task | undefined>(taskStream(taskId)) };
}

/** The commands that take changes of tasks back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<TasksEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ task: { version, state } }, { actor, overwrite }) => {
    if (state === undefined || !sees(actor, state)) throw notFound('task_not_found');
    if (!changes(actor, state)) throw rejection('forbidden', 'tasks.denied');
    return { actor, overwrite, task: state, version };
  },
});
