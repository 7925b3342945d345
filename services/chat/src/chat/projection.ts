import type { ModelOp, Projection } from '@tessera/kernel';
import { conversationStream, messageStream, readerStream, type ChatEvent } from '../events.ts';
import {
  conversationAggregate,
  messageAggregate,
  readerAggregate,
  type Conversation,
  type Message,
  type Reader,
} from './evolve.ts';

/** A conversation as reads see it: those that everybody hears are found as `everybody`. */
export type ConversationDocument = Conversation & { readonly for: 'everybody' | 'members' };
/** That somebody is in a conversation that not everybody hears. */
export type MemberDocument = { readonly id: string; readonly userId: string; readonly conversationId: string };
/** `place`: the conversation or the message in whose thread it stands; ids rise with the sequence. */
export type MessageDocument = Message & {
  readonly docId: string;
  readonly messageId: string;
  readonly place: string;
};
export type ReaderDocument = Reader & { readonly id: string };

export const messageDocId = (place: string, sequence: number): string =>
  `${place}/${String(sequence).padStart(10, '0')}`;
export const pairId = (conversationId: string, userId: string): string => `${conversationId}/${userId}`;

const ofMessage = (message: Message | undefined): ModelOp[] => {
  if (message === undefined) return [];
  const place = message.threadId === '' ? message.conversationId : message.threadId;
  const docId = messageDocId(place, message.sequence);
  const document: MessageDocument = { ...message, docId, messageId: message.id, place };
  return [{ op: 'document.put', collection: 'messages', id: docId, document }];
};

// Folding twice is folding once here, so it does not matter whether the store hands the state of before or after.
export const chatModel: Projection<ChatEvent> = {
  name: 'chat',
  version: 4,
  project: (event, context, state) => {
    const ops: ModelOp[] = [];
    const { conversationId } = event.value;
    if (event.$case === 'readerMoved') {
      const { userId, threadId } = event.value;
      const place = threadId === '' ? conversationId : threadId;
      const reader = readerAggregate.evolve(state(readerStream(place, userId)) as Reader | undefined, event, context);
      if (reader === undefined) return [];
      const document: ReaderDocument = { ...reader, id: pairId(place, userId) };
      return [{ op: 'document.put', collection: 'readers', id: document.id, document }];
    }
    if ('messageId' in event.value) {
      const { messageId } = event.value;
      const own = state(messageStream(messageId)) as Message | undefined;
      ops.push(...ofMessage(messageAggregate.evolve(own, event, context)));
      if (event.$case === 'messageSent' && event.value.threadId !== '') {
        const parent = state(messageStream(event.value.threadId)) as Message | undefined;
        ops.push(...ofMessage(messageAggregate.evolve(parent, event, context)));
      }
      if (event.$case !== 'commentTaken' && (event.$case !== 'messageSent' || event.value.threadId !== '')) return ops;
    }
    const before = state(conversationStream(conversationId)) as Conversation | undefined;
    const conversation = conversationAggregate.evolve(before, event, context);
    if (conversation === undefined) return ops;
    const document: ConversationDocument = {
      ...conversation,
      for: conversation.chatType === 'channel' ? 'everybody' : 'members',
    };
    ops.push({ op: 'document.put', collection: 'conversations', id: conversation.id, document });
    if (event.$case === 'messageSent') return ops;
    const { members } = conversation.parts;
    const were = event.$case === 'conversationChanged' ? (event.value.before?.members ?? []) : [];
    for (const userId of members) {
      const member: MemberDocument = { id: pairId(conversationId, userId), userId, conversationId };
      ops.push({ op: 'document.put', collection: 'members', id: member.id, document: member });
    }
    for (const userId of were.filter((one) => !members.includes(one)))
      ops.push({ op: 'document.delete', collection: 'members', id: pairId(conversationId, userId) });
    return ops;
  },
};
