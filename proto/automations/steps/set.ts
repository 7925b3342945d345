import type { StepType } from '../type.ts';

/** Values under names, for the steps behind it. */
export const set: StepType = {
  id: 'set',
  config: { values: { of: 'names', required: true, most: 50 } },
  effect: 'none',
  gives: [],
};
