import type { Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { Conversation } from './evolve.ts';

/**
 * Everybody hears a channel; a private one and direct messages are their members' alone, administrators included. Of a
 * record whoever may read it now: `readable` is what tables says of that. Of a doc page whoever may read that.
 */
export const hears = (
  actor: Actor,
  conversation: Pick<Conversation, 'chatType' | 'parts' | 'archived' | 'pageId'>,
  readable = false,
): boolean => {
  if (!can(actor, 'chat.use').allow || conversation.archived === true) return false;
  if (conversation.chatType === 'record') return readable;
  if (conversation.chatType === 'page') return can(actor, 'pages.view', conversation.pageId ?? '').allow;
  return conversation.chatType === 'channel' || conversation.parts.members.includes(userOf(actor));
};
