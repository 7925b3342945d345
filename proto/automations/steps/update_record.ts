import type { StepType } from '../type.ts';

export const updateRecord: StepType = {
  id: 'update_record',
  config: {
    tableId: { of: 'table', required: true },
    recordId: { of: 'record', required: true },
    values: { of: 'values', required: true },
  },
  effect: 'records',
  gives: ['record'],
};
