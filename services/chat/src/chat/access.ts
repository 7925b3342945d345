import type { Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { Conversation } from './evolve.ts';

/** Everybody hears a channel; a private one and direct messages are their members' alone, administrators included. */
export const hears = (actor: Actor, conversation: Pick<Conversation, 'chatType' | 'parts' | 'archived'>): boolean =>
  can(actor, 'chat.use').allow &&
  conversation.archived !== true &&
  (conversation.chatType === 'channel' || conversation.parts.members.includes(userOf(actor)));
