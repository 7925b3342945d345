import type { StepType } from '../type.ts';

/** Tells people something in the product. */
export const notify: StepType = {
  id: 'notify',
  config: { people: { of: 'people', required: true }, text: { of: 'value', required: true } },
  effect: 'records',
  gives: [],
};
