import type { WriteModule } from '@tessera/kernel';
import { codec, type TasksEvent } from './events.ts';
import { changeTask, continueTask, createTask, deleteTask, remindOfTask } from './tasks/decide.ts';
import { taskAggregate } from './tasks/evolve.ts';
import { tasksModel } from './tasks/projection.ts';
import { undoCommit, undoPreview } from './undo/decide.ts';

const commands = {
  createTask,
  changeTask,
  deleteTask,
  continueTask,
  remindOfTask,
  'undo.commit': undoCommit,
  'undo.preview': undoPreview,
};
export type TasksCommands = typeof commands;

/** What the writer knows of tasks. */
export const writeModule: WriteModule<TasksEvent> = {
  service: 'tasks',
  events: codec,
  aggregates: [taskAggregate],
  projections: [tasksModel],
  collections: [
    { name: 'tasks', indexes: ['state', 'recordId', 'clocked'] },
    { name: 'people', indexes: ['userId'] },
  ],
  commands,
  // Which task, never what is in it: who may not see it learns nothing by asking for it.
  notices: (event) => [{ topic: 'tasks', kind: 'changed', ids: [event.value.taskId] }],
};
