import type { TriggerType } from '../type.ts';

/** A record is made so that a view shows it, or comes to be so by a change. */
export const entersView: TriggerType = {
  id: 'enters_view',
  config: {
    tableId: { of: 'table', required: true },
    viewId: { of: 'view', required: true },
    imports: { of: 'flag' },
  },
  on: ['created', 'updated'],
};
