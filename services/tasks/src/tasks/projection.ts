import type { ModelOp, Projection } from '@tessera/kernel';
import { taskStream, type TasksEvent } from '../events.ts';
import { isClocked } from './decide.ts';
import { taskAggregate, type Parts, type Task } from './evolve.ts';

/** A task as reads see it: by its record, by the task it is a part of. */
export type TaskDocument = Task & {
  readonly state: 'there' | 'gone';
  readonly recordId: string;
  readonly parentId: string;
  /** The clock brings something about for it: its next one, or a reminder. */
  readonly clocked: 'yes' | 'no';
};
/** That somebody owns or made a task. */
export type PersonDocument = { readonly id: string; readonly userId: string; readonly taskId: string };

export const personId = (userId: string, taskId: string): string => `${userId}.${taskId}`;
const peopleOf = (parts: Parts | undefined, createdBy: string): readonly string[] => [
  ...new Set([createdBy, ...(parts?.owners ?? [])]),
];

export const tasksModel: Projection<TasksEvent> = {
  name: 'tasks',
  version: 3,
  project: (event, context, state) => {
    const { taskId } = event.value;
    // Folding twice is folding once here, so it does not matter whether the store hands the state of before or after.
    const before = state(taskStream(taskId)) as Task | undefined;
    const task = taskAggregate.evolve(before, event, context);
    if (task === undefined) return [];
    const document: TaskDocument = {
      ...task,
      state: task.deleted === undefined ? 'there' : 'gone',
      recordId: task.parts.recordId,
      parentId: task.parts.parentId,
      clocked: isClocked(task) ? 'yes' : 'no',
    };
    const people = task.deleted === undefined ? peopleOf(task.parts, task.createdBy) : [];
    const were =
      event.$case === 'taskChanged'
        ? peopleOf(event.value.before, task.createdBy)
        : peopleOf(task.parts, task.createdBy);
    const ops: ModelOp[] = [{ op: 'document.put', collection: 'tasks', id: taskId, document }];
    for (const userId of people) {
      const person: PersonDocument = { id: personId(userId, taskId), userId, taskId };
      ops.push({ op: 'document.put', collection: 'people', id: person.id, document: person });
    }
    for (const userId of were.filter((one) => !people.includes(one)))
      ops.push({ op: 'document.delete', collection: 'people', id: personId(userId, taskId) });
    return ops;
  },
};
