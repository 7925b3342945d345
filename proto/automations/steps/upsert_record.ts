import type { StepType } from '../type.ts';

/** Updates the record whose field has the value that is given for it, or creates one where none has. */
export const upsertRecord: StepType = {
  id: 'upsert_record',
  config: {
    tableId: { of: 'table', required: true },
    keyFieldId: { of: 'field', kind: 'key', required: true },
    values: { of: 'values', required: true },
  },
  effect: 'records',
  gives: ['record'],
};
