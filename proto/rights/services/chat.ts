import type { Announced } from '../rule.ts';

/** Who may do what with conversations. Who hears a private one is told by its members. */
export const rights = {
  'chat.use': { who: 'person', told: 'canUseChat' },
  'chat.create': { who: 'person', seat: 'member' },
  // Asked of who made a channel, or wrote a message.
  'chat.own': { who: 'person', own: true },
} as const satisfies Announced;
