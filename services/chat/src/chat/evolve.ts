import type { Aggregate } from '@tessera/kernel';
import type { ChatEvent, EventOf } from '../events.ts';
import type { Place } from '../ids.ts';

export type ConversationParts = NonNullable<EventOf<'conversationCreated'>['parts']>;
export const chatTypes = ['channel', 'private_channel', 'dm', 'record', 'page'] as const;
/** Those that somebody opens; the conversation of a record or a doc page is there. */
export const openedTypes = ['channel', 'private_channel', 'dm'] as const;
export type ChatType = (typeof chatTypes)[number];

/** A conversation as its events tell it. `head`: the sequence of its last message; `at` in ms. */
export type Conversation = {
  readonly id: string;
  readonly chatType: ChatType;
  readonly parts: ConversationParts;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly head: number;
  readonly last?: { readonly at: number; readonly by: string; readonly contentJson: string };
  readonly archived?: true;
  /** Whose conversation it is; `parts.members` are those who said something there or were mentioned. */
  readonly record?: Place;
  /** The doc page that is spoken of. */
  readonly pageId?: string;
};
/** The words of a doc page that a message is about, and where they stood. */
export type Anchor = { readonly quote: string; readonly at: number };
export type MessageFile = EventOf<'messageSent'>['files'][number];
export type Reaction = { readonly emoji: string; readonly users: readonly string[] };
/** A message as its events tell it. `replies`: those of its thread. */
export type Message = {
  readonly id: string;
  readonly conversationId: string;
  readonly sequence: number;
  readonly threadId: string;
  readonly contentJson: string;
  readonly sentAt: number;
  readonly sentBy: string;
  readonly editedAt?: number;
  readonly deleted?: true;
  readonly reactions: readonly Reaction[];
  readonly replies: number;
  readonly lastReplyAt?: number;
  readonly files?: readonly MessageFile[];
  /** What it says is in tables, under its id. */
  readonly comment?: true;
  readonly anchor?: Anchor;
  /** Of a doc page: it is settled. */
  readonly resolved?: true;
};
/** How far one person has read one conversation, or a thread that they are in: `threadId` is the message that it answers. */
export type Reader = {
  readonly conversationId: string;
  readonly userId: string;
  readonly sequence: number;
  readonly starred: boolean;
  readonly muted: boolean;
  readonly threadId: string;
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const conversationAggregate: Aggregate<Conversation | undefined, ChatEvent> = {
  kind: 'conversation',
  version: 3,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'conversationCreated') {
      const { conversationId, chatType, parts, pageId } = event.value;
      const type = chatTypes.find((one) => one === chatType);
      if (parts === undefined || type === undefined) return state;
      return {
        id: conversationId,
        chatType: type,
        parts,
        createdAt: context.time,
        createdBy: context.actorId,
        head: 0,
        ...(pageId !== '' && { pageId }),
      };
    }
    if (event.$case === 'commentTaken') {
      const { conversationId, tableId, recordId, sequence, sentAt, sentBy, people } = event.value;
      return {
        ...(state ?? { id: conversationId, chatType: 'record', createdAt: sentAt, createdBy: sentBy }),
        record: { tableId, recordId },
        parts: { name: '', iconColor: '', members: people },
        head: sequence,
        last: { at: sentAt, by: sentBy, contentJson: '' },
      };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'conversationChanged':
        return { ...state, parts: event.value.parts ?? state.parts };
      case 'conversationArchived':
        return { ...state, archived: true };
      case 'conversationRestored': {
        const { archived: _, ...live } = state;
        return live;
      }
      case 'messageSent': {
        const { threadId, sequence, contentJson } = event.value;
        if (threadId !== '') return state;
        return { ...state, head: sequence, last: { at: context.time, by: context.actorId, contentJson } };
      }
      default:
        return state;
    }
  },
};

export const messageAggregate: Aggregate<Message | undefined, ChatEvent> = {
  kind: 'message',
  version: 3,
  initial: undefined,
  evolve: (state, event, context) => {
    if (event.$case === 'messageSent') {
      const { messageId, conversationId, sequence, threadId, contentJson, files, anchor } = event.value;
      // An answer also tells the message that it answers.
      if (state !== undefined && state.id === threadId)
        return { ...state, replies: sequence, lastReplyAt: context.time };
      return {
        id: messageId,
        conversationId,
        sequence,
        threadId,
        contentJson,
        sentAt: context.time,
        sentBy: context.actorId,
        reactions: [],
        replies: 0,
        ...(files.length > 0 && { files }),
        ...(anchor !== undefined && { anchor: { quote: anchor.quote, at: anchor.at } }),
      };
    }
    if (event.$case === 'commentTaken') {
      const { messageId, conversationId, sequence, sentAt, sentBy } = event.value;
      if (state !== undefined) return state;
      return {
        id: messageId,
        conversationId,
        sequence,
        threadId: '',
        contentJson: '',
        sentAt,
        sentBy,
        reactions: [],
        replies: 0,
        comment: true,
      };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'messageEdited':
        return { ...state, contentJson: event.value.contentJson, editedAt: context.time };
      case 'messageDeleted':
        return { ...state, deleted: true };
      case 'messageRestored': {
        const { deleted: _, ...live } = state;
        return live;
      }
      case 'reactionsChanged':
        return { ...state, reactions: event.value.reactions };
      case 'threadResolved': {
        const { resolved: _, ...open } = state;
        return event.value.resolved ? { ...open, resolved: true } : open;
      }
      default:
        return state;
    }
  },
};

export const readerAggregate: Aggregate<Reader | undefined, ChatEvent> = {
  kind: 'reader',
  version: 2,
  initial: undefined,
  evolve: (state, event) => {
    if (event.$case !== 'readerMoved') return state;
    const { conversationId, userId, sequence, starred, muted, threadId } = event.value;
    return { conversationId, userId, sequence, starred, muted, threadId };
  },
};
