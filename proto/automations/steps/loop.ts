import type { StepType } from '../type.ts';

/** Its steps are done for each item of a list, one item after the other. */
export const loop: StepType = {
  id: 'loop',
  config: { over: { of: 'value', required: true } },
  lanes: ['each'],
  effect: 'none',
  gives: ['item', 'index'],
};
