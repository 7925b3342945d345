import type { DocumentReader } from '@tessera/document-store';
import { newId, type Actor } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Place } from '../ids.ts';
import { FilesServiceDefinition } from '@tessera/proto/files/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Records } from '../records/records.ts';
import { commentText } from '../records/words.ts';
import { invalid, refuses, rejection } from '../refusals.ts';
import type { ChatStore } from '../store.ts';
import { type Content, contentSchema, kept, mentioned } from './content.ts';
import type { MessageFile } from './evolve.ts';
import type { Find } from './find.ts';
import { messageDocId, type ConversationDocument, type MessageDocument } from './projection.ts';
import { conversationId, id, message, tag, wireMessage } from './wire.ts';

const most = 100;
const usual = 50;
const params = z.strictObject({ id: conversationId });
const ofOne = z.strictObject({ id: conversationId, messageId: id });
const ofMessage = refuses('conversation_not_found', 'message_not_found', 'chat.denied', 'chat.empty', 'chat.too_long');

/** What is said of a record, as the comment that it is. */
const mostOfComment = 10_000;
const keptComment = (content: Content): string => {
  kept(content);
  const text = commentText(content);
  if (text.length > mostOfComment) throw rejection('too_large', 'chat.too_long');
  return text;
};

type Asked = {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly around?: number | undefined;
  readonly limit?: number | undefined;
};
/** Which messages of a place are asked for: behind `from`, so many. */
const range = ({ before, after, around, limit = usual }: Asked, head: number): { from: number; count: number } => {
  if (around !== undefined) {
    const from = Math.max(0, Math.min(around, head) - 1 - Math.floor(limit / 2));
    return { from, count: Math.min(limit, Math.max(0, head - from)) };
  }
  if (after !== undefined) return { from: after, count: Math.min(limit, Math.max(0, head - after)) };
  const until = (before ?? head + 1) - 1;
  const from = Math.max(0, until - limit);
  return { from, count: Math.max(0, until - from) };
};

/** Files of one message. */
const mostFiles = 10;
const deadlineMs = 10_000;

type Ports = Pick<ServicePorts, 'rpc'> & {
  readonly documents: DocumentReader;
  readonly store: ChatStore;
  readonly find: Find;
  readonly records: Records;
};
type There = { readonly conversation: ConversationDocument; readonly record: Place | undefined };

/** What is said in conversations. */
export const messageRoutes = ({ documents, store, find, records, rpc }: Ports): RouteSet => {
  const files = rpc.client(FilesServiceDefinition);
  /** What files are that somebody uploaded, or may read. Throws for others. */
  const described = async (actor: Actor, ids: readonly string[]): Promise<readonly MessageFile[]> => {
    if (ids.length === 0) return [];
    const fileIds = [...new Set(ids)];
    const asked = { fileIds, tableId: '', fieldIds: [], recordIds: [] };
    const { files: found } = await files.describeFiles(asked, { actor, deadlineMs });
    if (found.length < fileIds.length) throw invalid('chat.file_missing');
    return found;
  };
  const there = async (actor: Actor, which: string): Promise<There> => {
    const { conversation } = await find.heard(actor, which);
    return { conversation, record: conversation.record };
  };
  const payloadOf = ({ conversation, record }: There, messageId: string) => ({
    conversationId: conversation.id,
    messageId,
    ...(record !== undefined && { readable: true }),
  });
  const told = async (actor: Actor, { conversation }: There, one: MessageDocument) =>
    wireMessage(one, await find.words(actor, conversation, [one]));
  const committed = (commitId: string | undefined) =>
    commitId === undefined ? {} : { headers: { 'tessera-commit': commitId } };

  return [
    route({
      method: 'get',
      path: '/v3/conversations/{id}/messages',
      tag,
      summary: 'What was said, oldest first',
      description:
        'The newest without `before`, `after` and `around`, which are sequences. `thread` is the id of the message whose answers are asked for. `previous` and `next` tell that there is more: ask with `before` or `after`.',
      access: 'api',
      allows: 'chat.use',
      params,
      query: z.strictObject({
        before: z.coerce.number().int().min(1).optional(),
        after: z.coerce.number().int().min(0).optional(),
        around: z.coerce.number().int().min(1).optional(),
        thread: id.optional(),
        limit: z.coerce.number().int().min(1).max(most).optional(),
      }),
      refuses: refuses('conversation_not_found', 'message_not_found'),
      responses: {
        200: z.strictObject({
          messages: z.array(message),
          previous: z.number().optional(),
          next: z.number().optional(),
        }),
      },
      handle: async ({ actor, params: { id: which }, query }) => {
        const { conversation } = await there(actor, which);
        const parent = query.thread === undefined ? undefined : await find.said(actor, conversation.id, query.thread);
        const place = parent?.id ?? conversation.id;
        const head = parent?.replies ?? conversation.head;
        const { from, count } = range(query, head);
        const page =
          count === 0
            ? []
            : await documents.find<MessageDocument>(
                actor.organizationId,
                'messages',
                { place },
                count,
                messageDocId(place, from),
              );
        const [words, threads] = await Promise.all([find.words(actor, conversation, page), find.threads(actor, page)]);
        const first = page[0]?.sequence;
        const last = page.at(-1)?.sequence;
        return {
          body: {
            messages: page.map((one) => wireMessage(one, words, threads)),
            ...(first !== undefined && first > 1 && { previous: first }),
            ...(last !== undefined && last < head && { next: last }),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/conversations/{id}/messages',
      tag,
      summary: 'Say something',
      description:
        'With an `id` of your own a second try says it once. `threadId` answers a message. What is said of a record is a comment of it.',
      access: 'api',
      allows: 'chat.use',
      params,
      body: z.strictObject({
        id: id.optional(),
        content: contentSchema,
        threadId: id.optional(),
        anchor: z
          .strictObject({ quote: z.string().trim().min(1).max(500), at: z.number().int().min(0).max(1_000_000) })
          .optional()
          .meta({ description: 'Of a doc page: the words that it is about' }),
        files: z.array(id).max(mostFiles).optional().meta({
          description: 'Uploads of yours; a comment of a record has none, since its record has fields for them',
        }),
      }),
      refuses: [...ofMessage, ...refuses('chat.file_missing', 'chat.no_anchor', 'chat.no_files')],
      responses: { 201: message },
      handle: async ({ actor, params: { id: which }, body, meta }) => {
        const place = await there(actor, which);
        const { conversation, record } = place;
        const messageId = body.id ?? newId();
        if (record !== undefined && (body.files ?? []).length > 0) throw invalid('chat.no_files');
        if (record !== undefined && body.threadId === undefined) {
          const { comment, mentions } = await records.write(actor, record, messageId, keptComment(body.content));
          const payload = {
            conversationId: conversation.id,
            messageId,
            ...record,
            sentBy: comment?.authorId ?? '',
            sentAt: comment?.createdAt ?? 0,
            mentions,
          };
          // The log of tables tells it as well: whichever comes first.
          await store.execute({ type: 'takeComment', payload }, meta);
          return { status: 201, body: await told(actor, place, await find.said(actor, conversation.id, messageId)) };
        }
        const attached = await described(actor, body.files ?? []);
        if (conversation.pageId !== undefined && conversation.createdAt === 0) {
          const opened = {
            conversationId: conversation.id,
            chatType: conversation.chatType,
            parts: conversation.parts,
            pageId: conversation.pageId,
          };
          const { idempotencyKey: _key, requestHash: _hash, ...apart } = meta;
          await store.execute({ type: 'createConversation', payload: opened }, apart);
        }
        const payload = {
          ...payloadOf(place, messageId),
          threadId: body.threadId ?? '',
          contentJson: kept(body.content, attached),
          files: attached,
          mentions: mentioned(body.content),
          anchor: body.anchor,
        };
        const { answer, commitId } = await store.execute({ type: 'sendMessage', payload }, meta);
        const made = await find.said(actor, conversation.id, answer.id);
        return { status: 201, body: await told(actor, place, made), ...committed(commitId) };
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
      params: ofOne,
      body: z.strictObject({ content: contentSchema }),
      refuses: [...ofMessage, ...refuses('chat.fixed')],
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: which, messageId }, body, meta }) => {
        const place = await there(actor, which);
        const said = await find.said(actor, place.conversation.id, messageId);
        if (said.comment === true && place.record !== undefined) {
          await records.write(actor, place.record, messageId, keptComment(body.content), true);
          return { status: 204 };
        }
        const payload = { ...payloadOf(place, messageId), contentJson: kept(body.content, said.files) };
        const { commitId } = await store.execute({ type: 'editMessage', payload }, meta);
        return { status: 204, ...committed(commitId) };
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
      params: ofOne,
      refuses: [...ofMessage, ...refuses('chat.fixed')],
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: which, messageId }, meta }) => {
        const place = await there(actor, which);
        const said = await find.said(actor, place.conversation.id, messageId);
        if (said.comment === true && place.record !== undefined) {
          await records.remove(actor, place.record, messageId);
          return { status: 204 };
        }
        const payload = payloadOf(place, messageId);
        const { commitId } = await store.execute({ type: 'deleteMessage', payload }, meta);
        return { status: 204, ...committed(commitId) };
      },
    }),
    route({
      method: 'put',
      path: '/v3/conversations/{id}/messages/{messageId}/resolved',
      tag,
      summary: 'Settle what was said of a doc page, or open it again',
      description: 'Whoever reads the page; a comment with its answers.',
      access: 'api',
      allows: 'chat.use',
      params: ofOne,
      body: z.strictObject({ resolved: z.boolean() }),
      refuses: [...ofMessage, ...refuses('chat.fixed')],
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: which, messageId }, body, meta }) => {
        const payload = { ...payloadOf(await there(actor, which), messageId), ...body };
        const { commitId } = await store.execute({ type: 'resolveThread', payload }, meta);
        return { status: 204, ...committed(commitId) };
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
        params: ofOne.extend({ emoji: z.string().min(1).max(16) }),
        refuses: ofMessage,
        responses: { 204: 'empty' },
        handle: async ({ actor, params: { id: which, messageId, emoji }, meta }) => {
          const place = await there(actor, which);
          await store.execute({ type: 'react', payload: { ...payloadOf(place, messageId), emoji, on } }, meta);
          return { status: 204 as const };
        },
      }),
    ),
  ];
};
