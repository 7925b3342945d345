import type { StepType } from '../type.ts';

/** Answers whoever called the automation's address, which waits for it. */
export const respond: StepType = {
  id: 'respond',
  config: { status: { of: 'integer', min: 200, max: 599 }, body: { of: 'value' } },
  effect: 'none',
  gives: [],
};
