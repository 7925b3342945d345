import { newId, type Actor } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { dmId } from '../ids.ts';
import { refuses } from '../refusals.ts';
import type { ChatStore } from '../store.ts';
import { openedTypes } from './evolve.ts';
import type { Find } from './find.ts';
import { conversation, conversationId, id, tag, wireConversation } from './wire.ts';

const name = z.string().max(120);
const params = z.strictObject({ id: conversationId });
const ofConversation = refuses('conversation_not_found', 'chat.denied', 'chat.fixed', 'chat.name_required');

/** Channels, private channels, direct messages and what is said of records. */
export const chatRoutes = ({ find, store }: { readonly find: Find; readonly store: ChatStore }): RouteSet => {
  const answered = async (actor: Actor, which: string, commitId: string | undefined, status = 200) => {
    const [heard, readers] = await Promise.all([find.heard(actor, which), find.readers(actor)]);
    return {
      status,
      body: wireConversation(actor, heard.conversation, readers, heard.label),
      ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
    };
  };
  /** What a command is about. Throws for what the actor does not hear. */
  const where = async (actor: Actor, which: string) => {
    const { conversation: one } = await find.heard(actor, which);
    return { conversationId: one.id, ...(one.record !== undefined && { readable: true }) };
  };

  return [
    route({
      method: 'get',
      path: '/v3/conversations',
      tag,
      summary: 'The conversations that you hear',
      description:
        'Channels, private channels that you are in, direct messages, and the newest conversations of records that you spoke in or were mentioned in, with what you have not read.',
      access: 'api',
      allows: 'chat.use',
      responses: { 200: z.strictObject({ conversations: z.array(conversation) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'chat.use');
        const [all, readers] = await Promise.all([find.all(actor), find.readers(actor)]);
        const conversations = all
          .map((one) => wireConversation(actor, one.conversation, readers, one.label))
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
        'A channel that everybody hears, a private one for its members, or direct messages with `userId`, which are there once. That of a record is there without it.',
      access: 'api',
      allows: 'chat.use',
      body: z.strictObject({
        chatType: z.enum(openedTypes),
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
      params,
      refuses: refuses('conversation_not_found'),
      responses: { 200: conversation },
      handle: ({ actor, params: { id: which } }) => answered(actor, which, undefined),
    }),
    route({
      method: 'patch',
      path: '/v3/conversations/{id}',
      tag,
      summary: 'Name a channel, or say who is in it',
      description: 'Whoever made it and administrators; anybody may leave a private one.',
      access: 'api',
      allows: 'chat.use',
      params,
      body: z.strictObject({
        name: name.optional(),
        iconColor: z.string().max(40).nullable().optional(),
        members: z.array(id).max(500).optional(),
      }),
      refuses: ofConversation,
      responses: { 200: conversation, 204: 'empty' },
      handle: async ({ actor, params: { id: which }, body, meta }) => {
        const parts = {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.iconColor !== undefined && { iconColor: body.iconColor ?? '' }),
          ...(body.members !== undefined && { members: body.members }),
        };
        const payload = { ...(await where(actor, which)), parts };
        const { commitId } = await store.execute({ type: 'changeConversation', payload }, meta);
        // Who left hears it no longer.
        if (body.members !== undefined && !body.members.includes(userOf(actor))) return { status: 204 as const };
        return answered(actor, which, commitId);
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
      params,
      refuses: ofConversation,
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id: which }, meta }) => {
        const payload = await where(actor, which);
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
      params,
      body: z.strictObject({ starred: z.boolean().optional(), muted: z.boolean().optional() }),
      refuses: refuses('conversation_not_found'),
      responses: { 200: conversation },
      handle: async ({ actor, params: { id: which }, body, meta }) => {
        const payload = { ...(await where(actor, which)), ...body };
        await store.execute({ type: 'moveReader', payload }, meta);
        return answered(actor, which, undefined);
      },
    }),
    route({
      method: 'post',
      path: '/v3/conversations/{id}/read',
      tag,
      summary: 'Say how far you have read',
      description: 'It never goes back, and not past the last message. `threadId`: a thread that you are in.',
      access: 'api',
      allows: 'chat.use',
      params,
      body: z.strictObject({ sequence: z.number().int().min(0).max(4_000_000_000), threadId: id.optional() }),
      refuses: refuses('conversation_not_found', 'message_not_found'),
      responses: { 200: conversation },
      handle: async ({ actor, params: { id: which }, body, meta }) => {
        const { conversation: one } = await find.heard(actor, which);
        if (one.head > 0) {
          const payload = {
            conversationId: one.id,
            ...body,
            ...(one.record !== undefined && { readable: true }),
          };
          await store.execute({ type: 'moveReader', payload }, meta);
        }
        return answered(actor, which, undefined);
      },
    }),
  ];
};
