import type { StepType } from '../type.ts';

/** Makes a task; without owners it is that of the automation's owner. Where a table and a record are given it is for that record. */
export const createTask: StepType = {
  id: 'create_task',
  config: {
    title: { of: 'value', required: true },
    description: { of: 'value' },
    owners: { of: 'people' },
    deadline: { of: 'value' },
    tableId: { of: 'table' },
    recordId: { of: 'record' },
  },
  effect: 'records',
  gives: ['id'],
};
