import type { TriggerType } from '../type.ts';

/** A record is made so, or comes to be so by a change. */
export const recordMatches: TriggerType = {
  id: 'record_matches',
  config: {
    tableId: { of: 'table', required: true },
    filter: { of: 'filter', required: true },
    imports: { of: 'flag' },
  },
  on: ['created', 'updated'],
};
