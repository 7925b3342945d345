import type { TriggerType } from '../type.ts';

export const recordDeleted: TriggerType = {
  id: 'record_deleted',
  config: { tableId: { of: 'table', required: true }, imports: { of: 'flag' } },
  on: ['deleted'],
};
