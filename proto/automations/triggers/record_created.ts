import type { TriggerType } from '../type.ts';

export const recordCreated: TriggerType = {
  id: 'record_created',
  config: { tableId: { of: 'table', required: true }, imports: { of: 'flag' } },
  on: ['created'],
};
