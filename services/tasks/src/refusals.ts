import { declareRefusals, requestRefusals, undoRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, invalid, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  ...undoRefusals,
  task_not_found: ['not_found', 'Task not found'],
  'tasks.dates': ['invalid', 'A task starts on the day of its deadline or before, from 2000 on.'],
  'tasks.denied': ['forbidden', 'You don’t have enough permission'],
  'tasks.file_missing': ['invalid', 'One of the files is not there any more, or not yours.'],
  'tasks.no_owner': ['invalid', 'The task must have at least one owner'],
  'tasks.no_deadline': ['invalid', 'A task that comes again, or reminds, needs a deadline.'],
  'tasks.no_title': ['invalid', 'Title is required'],
  'tasks.owner_follows': ['invalid', 'A person owns a task or follows it, not both.'],
  'tasks.part_of_part': ['conflict', 'A subtask has no subtasks of its own.'],
});
