import type { Carries } from './step.ts';

/** Its output is the answer: whoever waits for it reads it there. */
export const respond: Carries = {
  run: async ({ input }) => {
    const { status, body } = input;
    return { output: { status: typeof status === 'number' ? status : 200, body: body ?? null } };
  },
};
