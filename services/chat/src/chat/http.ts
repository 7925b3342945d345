import { createHash } from 'node:crypto';
import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalid, notFound, refuses, rejection } from '../refusals.ts';
import type { ChatStore } from '../store.ts';
import { hears } from './access.ts';
import { type Content, contentSchema, mentioned, mostBytes, plainText } from './content.ts';
import { chatTypes } from './evolve.ts';
import {
  messageDocId,
  type ConversationDocument,
  type MemberDocument,
  type MessageDocument,
  type ReaderDocument,
} from './projection.ts';

const tag = 'Chat';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const name = z.string().max(120);
const most = 100;
const usual = 50;

const conversation = z
  .strictObject({
    id: z.string(),
    chatType: z.enum(chatTypes),
    name: z.string(),
    iconColor: z.string().nullable(),
    members: z.array(z.string()),
    createdAt: z.string(),
    createdBy: z.string(),
    head: z.number().meta({ description: 'The sequence of the last message' }),
    readTo: z.number(),
    unread: z.number(),
    starred: z.boolean(),
    muted: z.boolean(),
    canChange: z.boolean(),
    lastMessage: z.strictObject({ at: z.string(), by: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: 'Conversation' });
const message = z
  .strictObject({
    id: z.string(),
    sequence: z.number(),
    threadId: z.string().nullable(),
    content: contentSchema.nullable().meta({ description: 'Null for one that was deleted' }),
    sentAt: z.string(),
    sentBy: z.string(),
    editedAt: z.string().nullable(),
    deleted: z.boolean(),
    reactions: z.array(z.strictObject({ emoji: z.string(), users: z.array(z.string()) })),
    replies: z.number(),
    lastReplyAt: z.string().nullable(),
  })
  .meta({ id: 'Message' });
const time = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const wireMessage = (one: MessageDocument): z.output<typeof message> => ({
  id: one.id,
  sequence: one.sequence,
  threadId: one.threadId === '' ? null : one.threadId,
  content: one.deleted === true ? null : (JSON.parse(one.contentJson) as Content),
  sentAt: new Date(one.sentAt).toISOString(),
  sentBy: one.sentBy,
  editedAt: time(one.editedAt),
  deleted: one.deleted === true,
  reactions: one.deleted === true ? [] : one.reactions.map(({ emoji, users }) => ({ emoji, users: [...users] })),
  replies: one.replies,
  lastReplyAt: time(one.lastReplyAt),
});

/** A text as it is kept. Throws for one that says nothing or too much. */
const kept = (content: Content): string => {
  if (plainText(content).trim() === '') throw invalid('chat.empty');
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > mostBytes) throw rejection('too_large', 'chat.too_long');
  return text;
};
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
/** The conversation of two people is one, whoever begins: its id follows from who they are. */
const dmId = (organizationId: string, a: string, b: string): string => {
  const hash = createHash('sha256')
    .update(JSON.stringify([organizationId, ...[a, b].toSorted()]))
    .digest();
  return `0${Array.from(hash.subarray(0, 25), (byte) => letters[byte & 31]).join('')}`;
};

type Ports = { readonly documents: DocumentReader; readonly store: ChatStore };
const ofConversation = refuses('conversation_not_found', 'chat.denied', 'chat.fixed', 'chat.name_required');
const ofMessage = refuses('conversation_not_found', 'message_not_found', 'chat.denied', 'chat.empty', 'chat.too_long');

/** A conversation that somebody hears. Throws for one that they do not. */
export const findHeard = async (
  documents: DocumentReader,
  actor: Actor,
  which: string,
): Promise<ConversationDocument> => {
  const found = await documents.get<ConversationDocument>(actor.organizationId, 'conversations', which);
  if (found === undefined || !hears(actor, found)) throw notFound('conversation_not_found');
  return found;
};

/** Channels, private channels and direct messages, and what is said in them. */
export const chatRoutes = ({ documents, store }: Ports): RouteSet => {
  const wire = (actor: Actor, one: ConversationDocument, reader: ReaderDocument | undefined) => {
    const readTo = reader?.sequence ?? 0;
    return {
      id: one.id,
      chatType: one.chatType,
      name: one.parts.name,
      iconColor: one.parts.iconColor === '' ? null : one.parts.iconColor,
      members: [...one.parts.members],
      createdAt: new Date(one.createdAt).toISOString(),
      createdBy: one.createdBy,
      head: one.head,
      readTo,
      unread: Math.max(0, one.head - readTo),
      starred: reader?.starred ?? false,
      muted: reader?.muted ?? false,
      canChange: one.chatType !== 'dm' && can(actor, 'chat.own', one.createdBy).allow,
      lastMessage:
        one.last === undefined
          ? null
          : {
              at: new Date(one.last.at).toISOString(),
              by: one.last.by,
              text: plainText(JSON.parse(one.last.contentJson) as Content).slice(0, 200),
            },
    };
  };
  const answered = async (actor: Actor, which: string, commitId: string | undefined, status = 200) => {
    const [one, reader] = await Promise.all([
      findHeard(documents, actor, which),
      documents.get<ReaderDocument>(actor.organizationId, 'readers', `${which}/${userOf(actor)}`),
    ]);
    return {
      status,
      body: wire(actor, one, reader),
      ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
    };
  };
  const said = async (actor: Actor, which: string, messageId: string): Promise<MessageDocument> => {
    const [found] = await documents.find<MessageDocument>(actor.organizationId, 'messages', { messageId }, 1);
    if (found === undefined || found.conversationId !== which) throw notFound('message_not_found');
    return found;
  };

  return [
    route({
      method: 'get',
      path: '/v3/conversations',
      tag,
      summary: 'The conversations that you hear',
      description: 'Channels, private channels that you are in, and direct messages, with what you have not read.',
      access: 'api',
      allows: 'chat.use',
      responses: { 200: z.strictObject({ conversations: z.array(conversation) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'chat.use');
        const { organizationId } = actor;
        const me = userOf(actor);
        const [open, mine, readers] = await Promise.all([
          findAll<ConversationDocument>(documents, organizationId, 'conversations', { for: 'everybody' }, (o) => o.id),
          findAll<MemberDocument>(documents, organizationId, 'members', { userId: me }, (o) => o.id),
          findAll<ReaderDocument>(documents, organizationId, 'readers', { userId: me }, (o) => o.id),
        ]);
        const own = await Promise.all(
          mine.map((one) => documents.get<ConversationDocument>(organizationId, 'conversations', one.conversationId)),
        );
        const known = new Map(readers.map((one) => [one.conversationId, one]));
        const conversations = [...open, ...own.filter((one) => one !== undefined)]
          .filter((one) => hears(actor, one))
          .map((one) => wire(actor, one, known.get(one.id)))
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
        return { body: { conversations } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/conversations',
      tag,
      summary: 'Open a conversation',
      description:
        'A channel that everybody hears, a private one for its members, or direct messages with `userId`, which are there once.',
      access: 'api',
      allows: 'chat.use',
      body: z.strictObject({
        chatType: z.enum(chatTypes),
        name: name.optional(),
        iconColor: z.string().max(40).optional(),
        members: z.array(id).max(500).optional(),
        userId: id.optional(),
      }),
      refuses: refuses('conversation_not_found', 'chat.name_required', 'chat.with_yourself'),
      responses: { 201: conversation },
      handle: async ({ actor, body, meta }) => {
        const me = userOf(actor);
        const dm = body.chatType === 'dm';
        const payload = {
          conversationId: dm ? dmId(actor.organizationId, me, body.userId ?? me) : newId(),
          chatType: body.chatType,
          parts: {
            name: body.name ?? '',
            iconColor: body.iconColor ?? '',
            members: dm ? [body.userId ?? me] : [...(body.members ?? [])],
          },
        };
        const { answer, commitId } = await store.execute({ type: 'createConversation', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v3/conversations/{id}',
      tag,
      summary: 'A conversation',
      description: 'Of one that you do not hear it is said that there is none.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      refuses: refuses('conversation_not_found'),
      responses: { 200: conversation },
      handle: ({ actor, params }) => answered(actor, params.id, undefined),
    }),
    route({
      method: 'patch',
      path: '/v3/conversations/{id}',
      tag,
      summary: 'Name a channel, or say who is in it',
      description: 'Whoever made it and administrators; anybody may leave a private one.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      body: z.strictObject({
        name: name.optional(),
        iconColor: z.string().max(40).nullable().optional(),
        members: z.array(id).max(500).optional(),
      }),
      refuses: ofConversation,
      responses: { 200: conversation, 204: 'empty' },
      handle: async ({ actor, params, body, meta }) => {
        const parts = {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.iconColor !== undefined && { iconColor: body.iconColor ?? '' }),
          ...(body.members !== undefined && { members: body.members }),
        };
        const { commitId } = await store.execute(
          { type: 'changeConversation', payload: { conversationId: params.id, parts } },
          meta,
        );
        // Who left hears it no longer.
        if (body.members !== undefined && !body.members.includes(userOf(actor))) return { status: 204 as const };
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/conversations/{id}',
      tag,
      summary: 'Put a channel away',
      description: 'With all that was said in it. Undo brings it back.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      refuses: ofConversation,
      responses: { 204: 'empty' },
      handle: async ({ params, meta }) => {
        const payload = { conversationId: params.id };
        const { commitId } = await store.execute({ type: 'archiveConversation', payload }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'put',
      path: '/v3/conversations/{id}/mine',
      tag,
      summary: 'Star or mute a conversation for yourself',
      description: 'Nobody else sees it.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      body: z.strictObject({ starred: z.boolean().optional(), muted: z.boolean().optional() }),
      refuses: refuses('conversation_not_found'),
      responses: { 200: conversation },
      handle: async ({ actor, params, body, meta }) => {
        await store.execute({ type: 'moveReader', payload: { conversationId: params.id, ...body } }, meta);
        return answered(actor, params.id, undefined);
      },
    }),
    route({
      method: 'post',
      path: '/v3/conversations/{id}/read',
      tag,
      summary: 'Say how far you have read',
      description: 'It never goes back.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      body: z.strictObject({ sequence: z.number().int().min(0).max(4_000_000_000) }),
      refuses: refuses('conversation_not_found'),
      responses: { 200: conversation },
      handle: async ({ actor, params, body, meta }) => {
        const payload = { conversationId: params.id, sequence: body.sequence };
        await store.execute({ type: 'moveReader', payload }, meta);
        return answered(actor, params.id, undefined);
      },
    }),
    route({
      method: 'get',
      path: '/v3/conversations/{id}/messages',
      tag,
      summary: 'What was said, oldest first',
      description:
        'The newest without `before` and `after`, which are sequences. `thread` is the id of the message whose answers are asked for.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      query: z.strictObject({
        before: z.coerce.number().int().min(1).optional(),
        after: z.coerce.number().int().min(0).optional(),
        thread: id.optional(),
        limit: z.coerce.number().int().min(1).max(most).optional(),
      }),
      refuses: refuses('conversation_not_found', 'message_not_found'),
      responses: { 200: z.strictObject({ messages: z.array(message), previous: z.number().optional() }) },
      handle: async ({ actor, params, query }) => {
        const found = await findHeard(documents, actor, params.id);
        const { organizationId } = actor;
        const limit = query.limit ?? usual;
        const parent = query.thread === undefined ? undefined : await said(actor, params.id, query.thread);
        const place = parent?.id ?? params.id;
        const head = parent?.replies ?? found.head;
        const from = query.after ?? Math.max(0, (query.before ?? head + 1) - 1 - limit);
        const until = query.after === undefined ? (query.before ?? head + 1) - 1 : head;
        const count = Math.min(limit, Math.max(0, until - from));
        const page =
          count === 0
            ? []
            : await documents.find<MessageDocument>(
                organizationId,
                'messages',
                { place },
                count,
                messageDocId(place, from),
              );
        const first = page[0]?.sequence;
        return {
          body: {
            messages: page.map(wireMessage),
            ...(first !== undefined && first > 1 && { previous: first }),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/conversations/{id}/messages',
      tag,
      summary: 'Say something',
      description: 'With an `id` of your own a second try says it once. `threadId` answers a message.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id }),
      body: z.strictObject({ id: id.optional(), content: contentSchema, threadId: id.optional() }),
      refuses: ofMessage,
      responses: { 201: message },
      handle: async ({ actor, params, body, meta }) => {
        const contentJson = kept(body.content);
        const payload = {
          conversationId: params.id,
          messageId: body.id ?? newId(),
          threadId: body.threadId ?? '',
          contentJson,
          mentions: mentioned(body.content),
        };
        const { answer, commitId } = await store.execute({ type: 'sendMessage', payload }, meta);
        const made = await said(actor, params.id, answer.id);
        return {
          status: 201,
          body: wireMessage(made),
          ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
        };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/conversations/{id}/messages/{messageId}',
      tag,
      summary: 'Write your message anew',
      description: 'It says that it was edited.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id, messageId: id }),
      body: z.strictObject({ content: contentSchema }),
      refuses: ofMessage,
      responses: { 204: 'empty' },
      handle: async ({ params, body, meta }) => {
        const payload = {
          conversationId: params.id,
          messageId: params.messageId,
          contentJson: kept(body.content),
        };
        const { commitId } = await store.execute({ type: 'editMessage', payload }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/conversations/{id}/messages/{messageId}',
      tag,
      summary: 'Take a message away',
      description: 'Your own; an administrator any that they hear.',
      access: 'api',
      allows: 'chat.use',
      params: z.strictObject({ id, messageId: id }),
      refuses: ofMessage,
      responses: { 204: 'empty' },
      handle: async ({ params, meta }) => {
        const payload = { conversationId: params.id, messageId: params.messageId };
        const { commitId } = await store.execute({ type: 'deleteMessage', payload }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    ...([true, false] as const).map((on) =>
      route({
        method: on ? ('put' as const) : ('delete' as const),
        path: '/v3/conversations/{id}/messages/{messageId}/reactions/{emoji}',
        tag,
        summary: on ? 'Add your sign to a message' : 'Take your sign from a message',
        description: 'One sign, such as a thumb.',
        access: 'api',
        allows: 'chat.use',
        params: z.strictObject({ id, messageId: id, emoji: z.string().min(1).max(16) }),
        refuses: ofMessage,
        responses: { 204: 'empty' },
        handle: async ({ params, meta }) => {
          const { id: which, messageId, emoji } = params;
          await store.execute({ type: 'react', payload: { conversationId: which, messageId, emoji, on } }, meta);
          return { status: 204 as const };
        },
      }),
    ),
  ];
};
