import type { StepType } from '../type.ts';

/** Starts another automation, one that is started by hand. It runs beside this one. */
export const runAutomation: StepType = {
  id: 'run_automation',
  config: { automationId: { of: 'automation', required: true }, recordId: { of: 'record' } },
  effect: 'records',
  gives: ['id'],
};
