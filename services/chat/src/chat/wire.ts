import { isId, type Actor } from '@tessera/kernel';
import type { Comment } from '@tessera/proto/tables/v1/service';
import { can } from '@tessera/proto/rights';
import { z } from 'zod';
import { pageOf, placeId, placeOf } from '../ids.ts';
import { commentContent } from '../records/words.ts';
import { type Content, contentSchema, plainText } from './content.ts';
import { chatTypes } from './evolve.ts';
import type { Readers } from './find.ts';
import type { ConversationDocument, MessageDocument } from './projection.ts';

export const tag = 'Chat';
export const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
/** A conversation as it is asked for. */
export const conversationId = z
  .string()
  .max(64)
  .refine(
    (text) => isId(text) || placeOf(text) !== undefined || pageOf(text) !== undefined,
    'not an id of a conversation',
  )
  .meta({
    description:
      '26-character id, or `record:<table>:<record>` or `page:<page>` for the conversation of a record or a doc page',
  });

export const conversation = z
  .strictObject({
    id: z.string(),
    chatType: z.enum(chatTypes),
    name: z.string().meta({ description: 'Of a record or a doc page what it is called; empty for direct messages' }),
    iconColor: z.string().nullable(),
    members: z.array(z.string()).meta({ description: 'Of a record: who said something there, and who was mentioned' }),
    createdAt: z.string(),
    createdBy: z.string(),
    head: z.number().meta({ description: 'The sequence of the last message' }),
    readTo: z.number(),
    unread: z.number().meta({ description: 'Without those of threads' }),
    unreadInThreads: z
      .number()
      .meta({ description: 'Answers in threads that you are in: yours, and those that answer you; of the newest 50' }),
    starred: z.boolean(),
    muted: z.boolean(),
    canChange: z.boolean(),
    lastMessage: z.strictObject({ at: z.string(), by: z.string(), text: z.string() }).nullable(),
    record: z.strictObject({ tableId: z.string(), recordId: z.string() }).nullable(),
    pageId: z.string().nullable().meta({ description: 'Of a doc page: which' }),
    liveId: z.string().meta({ description: 'Its live topic is `conversation:<liveId>`, from the first message on' }),
  })
  .meta({ id: 'Conversation' });
export const message = z
  .strictObject({
    id: z.string(),
    sequence: z.number(),
    threadId: z.string().nullable(),
    content: contentSchema.nullable().meta({ description: 'Null for one that was deleted' }),
    sentAt: z.string(),
    sentBy: z.string(),
    editedAt: z.string().nullable(),
    deleted: z.boolean(),
    files: z.array(
      z.strictObject({ id: z.string(), name: z.string(), size: z.number(), type: z.string(), url: z.string() }),
    ),
    reactions: z.array(z.strictObject({ emoji: z.string(), users: z.array(z.string()) })),
    replies: z.number(),
    lastReplyAt: z.string().nullable(),
    anchor: z
      .strictObject({ quote: z.string(), at: z.number() })
      .nullable()
      .meta({ description: 'Of a doc page: the words that it is about, and the letter at which they began' }),
    resolved: z.boolean().meta({ description: 'Of a doc page: it is settled' }),
    unreadReplies: z.number().meta({ description: 'Of its thread, where you are in it' }),
  })
  .meta({ id: 'Message' });
export type WireMessage = z.output<typeof message>;

const time = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** What comments say and what people are called: the words of messages that are not kept here. */
export type Words = {
  readonly comments: ReadonlyMap<string, Comment>;
  readonly names: ReadonlyMap<string, string>;
};
export const noWords: Words = { comments: new Map(), names: new Map() };

/** What a message says; null where that was taken away. */
export const contentOf = (one: MessageDocument, { comments, names }: Words): Content | null => {
  if (one.deleted === true) return null;
  if (one.comment !== true) return JSON.parse(one.contentJson) as Content;
  const comment = comments.get(one.id);
  return comment === undefined ? null : commentContent(comment.text, names);
};

/** `threads`: how far the reader has read those that they are in. */
export const wireMessage = (
  one: MessageDocument,
  words: Words,
  threads: ReadonlyMap<string, number> = new Map(),
): WireMessage => {
  const content = contentOf(one, words);
  const edited = one.comment === true ? words.comments.get(one.id)?.editedAt || undefined : one.editedAt;
  return {
    id: one.id,
    sequence: one.sequence,
    threadId: one.threadId === '' ? null : one.threadId,
    content,
    sentAt: new Date(one.sentAt).toISOString(),
    sentBy: one.sentBy,
    editedAt: time(edited),
    deleted: content === null,
    files:
      content === null
        ? []
        : (one.files ?? []).map(({ id: fileId, name, size, type }) => ({
            id: fileId,
            name,
            size,
            type,
            url: `/api/v3/files/${fileId}`,
          })),
    reactions: content === null ? [] : one.reactions.map(({ emoji, users }) => ({ emoji, users: [...users] })),
    replies: one.replies,
    lastReplyAt: time(one.lastReplyAt),
    anchor: one.anchor ?? null,
    resolved: one.resolved === true,
    unreadReplies: Math.max(0, one.replies - (threads.get(one.id) ?? one.replies)),
  };
};

export const wireConversation = (
  actor: Actor,
  one: ConversationDocument,
  { of, unreadInThreads }: Readers,
  label: string,
): z.output<typeof conversation> => {
  const reader = of.get(one.id);
  const readTo = reader?.sequence ?? 0;
  return {
    id: one.pageId !== undefined ? `page:${one.pageId}` : one.record === undefined ? one.id : placeId(one.record),
    chatType: one.chatType,
    name: one.record === undefined && one.pageId === undefined ? one.parts.name : label,
    iconColor: one.parts.iconColor === '' ? null : one.parts.iconColor,
    members: [...one.parts.members],
    createdAt: new Date(one.createdAt).toISOString(),
    createdBy: one.createdBy,
    head: one.head,
    readTo,
    unread: Math.max(0, one.head - readTo),
    unreadInThreads: unreadInThreads.get(one.id) ?? 0,
    starred: reader?.starred ?? false,
    muted: reader?.muted ?? false,
    canChange:
      (one.chatType === 'channel' || one.chatType === 'private_channel') && can(actor, 'chat.own', one.createdBy).allow,
    lastMessage:
      one.last === undefined
        ? null
        : {
            at: new Date(one.last.at).toISOString(),
            by: one.last.by,
            text:
              one.last.contentJson === '' ? '' : plainText(JSON.parse(one.last.contentJson) as Content).slice(0, 200),
          },
    record: one.record ?? null,
    pageId: one.pageId ?? null,
    liveId: one.id,
  };
};
