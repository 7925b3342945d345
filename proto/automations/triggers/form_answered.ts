import type { TriggerType } from '../type.ts';

/** Somebody answers a form of the table, in the product or by a public link; without a form, any. */
export const formAnswered: TriggerType = {
  id: 'form_answered',
  config: { tableId: { of: 'table', required: true }, formId: { of: 'form' } },
  on: ['created'],
  ofForms: true,
};
