import type { Announced } from '../rule.ts';

/** Who may read what everybody did in the organization: it names records of every table, so administrators alone. */
export const rights = {
  'history.read': { admin: true, told: 'canReadHistory' },
} as const satisfies Announced;
