import type { StepType } from '../type.ts';

/** What records come to: how many they are, or a function of one of their fields. */
export const aggregates = ['count', 'sum', 'average', 'min', 'max', 'median', 'distinct', 'filled', 'empty'] as const;

export const aggregateRecords: StepType = {
  id: 'aggregate_records',
  config: {
    tableId: { of: 'table', required: true },
    function: { of: 'choice', values: aggregates, required: true },
    fieldId: { of: 'field' },
    filter: { of: 'filter' },
  },
  effect: 'none',
  gives: ['value'],
};
