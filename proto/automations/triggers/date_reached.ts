import type { TriggerType } from '../type.ts';

/** A day of a record is there, or is so many days before or after; at a time of the day where the organization is. */
export const dateReached: TriggerType = {
  id: 'date_reached',
  config: {
    tableId: { of: 'table', required: true },
    fieldId: { of: 'field', kind: 'date', required: true },
    offset: { of: 'offset', required: true },
    at: { of: 'time', required: true },
  },
};
