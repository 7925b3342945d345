import type { StepType } from '../type.ts';

export const deleteRecord: StepType = {
  id: 'delete_record',
  config: { tableId: { of: 'table', required: true }, recordId: { of: 'record', required: true } },
  effect: 'records',
  gives: [],
};
