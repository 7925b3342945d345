import type { TriggerType } from '../type.ts';

/** Somebody comments on a record of the table. */
export const comment: TriggerType = { id: 'comment', config: { tableId: { of: 'table', required: true } } };
