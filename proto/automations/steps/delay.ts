import type { StepType } from '../type.ts';

/** 90 days at most: what went before is kept so long. */
export const delay: StepType = {
  id: 'delay',
  config: { seconds: { of: 'integer', min: 1, max: 7_776_000, required: true } },
  effect: 'none',
  gives: [],
};
