import type { Conversation } from './chat.resource.ts';

export const tabs = ['all', 'channels', 'comments', 'saved', 'direct'] as const;
export type Tab = (typeof tabs)[number];
export const sectionNames = ['starred', 'new', 'channels', 'direct', 'read'] as const;
export type SectionName = (typeof sectionNames)[number];

type Sorted = Pick<Conversation, 'id' | 'chatType' | 'starred' | 'muted' | 'unread' | 'unreadInThreads'>;
/** Where a conversation stands among all: in one section only. Those of records are in the last one once they are read. */
export const sectionOf = ({ chatType, starred, muted, unread, unreadInThreads }: Sorted): SectionName => {
  if (starred) return 'starred';
  if (unread + unreadInThreads > 0 && !muted) return 'new';
  return chatType === 'dm' ? 'direct' : chatType === 'record' ? 'read' : 'channels';
};

const shows: Readonly<Record<Tab, (one: Sorted) => boolean>> = {
  all: () => true,
  channels: ({ chatType }) => chatType === 'channel' || chatType === 'private_channel',
  comments: ({ chatType }) => chatType === 'record',
  saved: ({ starred }) => starred,
  direct: ({ chatType }) => chatType === 'dm',
};
type Section<C> = { readonly name: SectionName; readonly list: readonly C[] };

/**
 * The sections of a tab. The one that is open stays where it was when it was opened: `held` is its id and its section.
 */
export const sectionsOf = <C extends Sorted>(
  conversations: readonly C[],
  tab: Tab,
  held: { readonly id: string; readonly section: SectionName } | null,
): readonly Section<C>[] => {
  const shown = conversations.filter(shows[tab]);
  return sectionNames.map((name) => ({
    name,
    list: shown.filter((one) => (held?.id === one.id ? held.section : sectionOf(one)) === name),
  }));
};
