import { isId, type Actor } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { language } from '../languages.ts';
import type { NotificationsStore } from '../store.ts';
import { nothingMuted, notificationKinds, type Mutes } from './evolve.ts';
import { documentId, type NotificationDocument } from './projection.ts';
import type { KnownTo } from './known.ts';
import { shown } from './titles.ts';

/** Of the unread ones so many are counted; a screen says 99+ above. */
const mostCounted = 100;
/** So many of the newest are kept in reach. */
const mostListed = 200;
const readAtOnce = 200;
/** Tables that one person may mute. */
const mostMuted = 200;
const mostMutedRecords = 1_000;
const anId = z.string().refine(isId, 'not an id');
const kind = z.enum(notificationKinds);
const mutes = z.strictObject({
  kinds: z.array(kind).max(notificationKinds.length),
  tableIds: z.array(anId).max(mostMuted),
  recordIds: z.array(anId).max(mostMutedRecords),
  threadIds: z.array(anId).max(mostMutedRecords).meta({ description: 'Each by the message that it answers' }),
});

/** What notifications are found by. */
const filters = ['unread', 'bookmarked', 'read', 'snoozed'] as const;
const keyOf = (filter: (typeof filters)[number] | undefined): string => `${filter ?? 'listed'}By`;

/** What people were told, for themselves alone: what it says is made of what they may see today. */
export const inboxRoutes = (
  { store, documents, live }: Pick<ServicePorts, 'documents' | 'live'> & { readonly store: NotificationsStore },
  knownTo: KnownTo,
): RouteSet => {
  const unreadOf = (actor: Actor, most: number): Promise<readonly NotificationDocument[]> =>
    documents.find<NotificationDocument>(actor.organizationId, 'notifications', { unreadBy: userOf(actor) }, most);

  const markRead = async (actor: Actor, ids: readonly string[], meta: Parameters<typeof store.execute>[1]) => {
    for (let from = 0; from < ids.length; from += readAtOnce)
      await store.execute({ type: 'readNotifications', payload: { ids: ids.slice(from, from + readAtOnce) } }, meta);
    // Other windows of the same person.
    live.send(actor.organizationId, userOf(actor), 'notifications', {});
  };

  return [
    route({
      method: 'get',
      path: '/v3/notifications',
      tag: 'notifications',
      summary: 'What you were told, newest first',
      description:
        'Assignments, mentions in comments, tasks that others gave you, messages that mention you or are to you alone, the end of imports and long operations, and what automations say or that they failed. `title` is made of what you may see today: what you may not see has no name and no `link`. `unread` counts up to 100. What is put off until later is in no list but `snoozed`, and is not counted. `snoozedUntil` says when it comes again, `forwardedBy` who passed it on. The newest 200 are kept in reach.',
      access: 'session',
      allows: 'inbox.own',
      query: z.strictObject({
        language: language.default('en'),
        limit: z.coerce.number().int().min(1).max(mostListed).default(50),
        after: z.string().max(60).optional(),
        filter: z.enum(filters).optional(),
      }),
      responses: {
        200: z.strictObject({
          unread: z.number(),
          notifications: z.array(
            z.strictObject({
              id: z.string(),
              kind,
              title: z.string(),
              link: z.string().nullable(),
              at: z.string(),
              isRead: z.boolean(),
              isBookmarked: z.boolean(),
              forwardedBy: z.string().nullable(),
              snoozedUntil: z.string().nullable(),
            }),
          ),
          next: z.string().nullable(),
        }),
      },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'inbox.own');
        const [all, unread] = await Promise.all([
          documents.find<NotificationDocument>(
            actor.organizationId,
            'notifications',
            { [keyOf(query.filter)]: userOf(actor) },
            mostListed,
          ),
          unreadOf(actor, mostCounted),
        ]);
        const rest = query.after === undefined ? all : all.filter((one) => documentId(one) > query.after!);
        const page = rest.slice(0, query.limit);
        const known = await knownTo(actor, page);
        return {
          body: {
            unread: unread.length,
            notifications: page.map((one) => {
              const { title, link } = shown(one, known(one), query.language);
              return {
                id: one.id,
                kind: one.kind,
                title,
                link,
                at: new Date(one.at).toISOString(),
                isRead: one.isRead,
                isBookmarked: one.isBookmarked === true,
                forwardedBy: one.forwardedBy ?? null,
                snoozedUntil: one.snoozedUntil === undefined ? null : new Date(one.snoozedUntil).toISOString(),
              };
            }),
            next: rest.length > page.length ? documentId(page.at(-1)!) : null,
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/notifications/{id}/read',
      tag: 'notifications',
      summary: 'Mark a notification as read',
      description: 'One of your own; of another there is nothing to mark.',
      access: 'session',
      allows: 'inbox.own',
      params: z.strictObject({ id: anId }),
      responses: { 204: 'empty' },
      handle: async ({ actor, params, meta }) => {
        requireRight(actor, 'inbox.own');
        await markRead(actor, [params.id], meta);
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/v3/notifications/read',
      tag: 'notifications',
      summary: 'Mark all your notifications as read',
      description: 'All that are there when it is called.',
      access: 'session',
      allows: 'inbox.own',
      responses: { 204: 'empty' },
      handle: async ({ actor, meta }) => {
        requireRight(actor, 'inbox.own');
        const unread = await unreadOf(actor, 10_000);
        await markRead(
          actor,
          unread.map(({ id }) => id),
          meta,
        );
        return { status: 204 };
      },
    }),
    route({
      method: 'post',
      path: '/v3/notifications/{id}/bookmark',
      tag: 'notifications',
      summary: 'Keep a notification at hand, or let it go',
      description: 'One of your own; of another there is nothing to keep.',
      access: 'session',
      allows: 'inbox.own',
      params: z.strictObject({ id: anId }),
      body: z.strictObject({ bookmarked: z.boolean().default(true) }),
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id }, body: { bookmarked }, meta }) => {
        requireRight(actor, 'inbox.own');
        await store.execute({ type: 'bookmarkNotification', payload: { id, bookmarked } }, meta);
        live.send(actor.organizationId, userOf(actor), 'notifications', {});
        return { status: 204 };
      },
    }),
    route({
      method: 'get',
      path: '/v3/notifications/mutes',
      tag: 'notifications',
      summary: 'What you want to hear nothing of',
      description:
        'Kinds of notifications, tables, single records, and threads of conversations, of which you hear where you are named alone. What was told before stays.',
      access: 'session',
      allows: 'inbox.own',
      responses: { 200: mutes },
      handle: async ({ actor }) => {
        requireRight(actor, 'inbox.own');
        const own = await documents.get<Mutes>(actor.organizationId, 'mutes', userOf(actor));
        return { body: { ...nothingMuted, ...own } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/notifications/mutes',
      tag: 'notifications',
      summary: 'Say what you want to hear nothing of',
      description: 'All of it: what is left out is told again. It holds for what happens from then on.',
      access: 'session',
      allows: 'inbox.own',
      body: mutes.partial({ recordIds: true, threadIds: true }),
      responses: { 200: mutes },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'inbox.own');
        const payload = { ...body, recordIds: body.recordIds ?? [], threadIds: body.threadIds ?? [] };
        await store.execute({ type: 'setMutes', payload }, meta);
        return { body: payload };
      },
    }),
  ];
};
