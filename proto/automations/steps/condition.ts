import type { StepType } from '../type.ts';

export const condition: StepType = {
  id: 'condition',
  config: { if: { of: 'condition', required: true } },
  lanes: ['then', 'else'],
  effect: 'none',
  gives: [],
};
