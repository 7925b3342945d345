import type { Announced } from '../rule.ts';

/** Who reads the plan and what was used. Which features the plan has, everybody is told. */
export const rights = {
  'features.read': {},
  'plan.manage': { admin: true, told: 'canManagePlan' },
  'usage.read': { admin: true, told: 'canReadUsage' },
} as const satisfies Announced;
