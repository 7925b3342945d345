import type { StepType } from '../type.ts';

/** Waits for a moment, 90 days at most; a day begins where the organization is. What is over already waits for nothing. */
export const waitUntil: StepType = {
  id: 'wait_until',
  config: { at: { of: 'value', required: true } },
  effect: 'none',
  gives: [],
};
