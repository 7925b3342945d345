import type { StepType } from '../type.ts';

export const findRecords: StepType = {
  id: 'find_records',
  config: {
    tableId: { of: 'table', required: true },
    filter: { of: 'filter' },
    limit: { of: 'integer', min: 1, max: 100 },
  },
  effect: 'none',
  gives: ['records', 'count', 'record'],
};
