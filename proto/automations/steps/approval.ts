import type { StepType } from '../type.ts';

/** Asks people, and goes one way where the first of them approves, and another where they refuse or nobody answers in time. */
export const approval: StepType = {
  id: 'approval',
  config: {
    people: { of: 'people', required: true },
    text: { of: 'value', required: true },
    days: { of: 'integer', min: 1, max: 90 },
  },
  lanes: ['then', 'else'],
  effect: 'records',
  gives: ['approved', 'person', 'note'],
};
