import type { TriggerType } from '../type.ts';

/** One of these fields changed; without fields, any. */
export const recordUpdated: TriggerType = {
  id: 'record_updated',
  config: { tableId: { of: 'table', required: true }, fieldIds: { of: 'fields', most: 100 }, imports: { of: 'flag' } },
  on: ['updated'],
};
