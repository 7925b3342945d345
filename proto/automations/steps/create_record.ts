import type { StepType } from '../type.ts';

export const createRecord: StepType = {
  id: 'create_record',
  config: { tableId: { of: 'table', required: true }, values: { of: 'values' } },
  effect: 'records',
  gives: ['record'],
};
