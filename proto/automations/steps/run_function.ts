import type { StepType } from '../type.ts';

/** Calls a low-code function. */
export const runFunction: StepType = {
  id: 'run_function',
  config: { functionId: { of: 'function', required: true }, input: { of: 'value' } },
  effect: 'outside',
  gives: ['result'],
};
