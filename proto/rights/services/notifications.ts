import type { Announced } from '../rule.ts';

/** Who may do what with notifications and mail. */
export const rights = {
  'inbox.own': { who: 'person' },
  'mail.read': { who: 'person', admin: true, told: 'canReadMail' },
  'mail.replay': { who: 'person', admin: true },
} as const satisfies Announced;
