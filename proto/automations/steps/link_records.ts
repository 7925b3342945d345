import type { StepType } from '../type.ts';

/** Adds records to those that a record links; what it links already stays. */
export const linkRecords: StepType = {
  id: 'link_records',
  config: {
    tableId: { of: 'table', required: true },
    recordId: { of: 'record', required: true },
    fieldId: { of: 'field', kind: 'links', required: true },
    linked: { of: 'value', required: true },
  },
  effect: 'records',
  gives: ['record'],
};
