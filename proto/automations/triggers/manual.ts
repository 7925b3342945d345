import type { TriggerType } from '../type.ts';

/** Somebody starts it; where it has a table, for one of its records. */
export const manual: TriggerType = { id: 'manual', config: { tableId: { of: 'table' } } };
