import { conflict } from '../refusals.ts';
import type { Carries } from './step.ts';

/** Calls a low-code function with the rights of the automation; its output is what the function answers. */
export const runFunction: Carries = {
  run: async ({ input, actor, cause, begun, simulated, functions }) => {
    // What it did outside is known to nobody, and once more may be once too often.
    if (begun) throw conflict('automations.outcome_unknown');
    const functionId = String(input['functionId'] ?? '');
    const called = await functions.forStep(actor, functionId, { input: input['input'] ?? null, cause, simulated });
    if (called.error !== null)
      throw conflict('functions.call_failed', called.error.reason, { code: called.error.code });
    return { output: { result: called.output } };
  },
};
