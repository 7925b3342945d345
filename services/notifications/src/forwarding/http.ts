import { isId, type Actor } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { WaysOf } from '../deliveries/ways.ts';
import type { KnownTo } from '../inbox/known.ts';
import type { NotificationDocument } from '../inbox/projection.ts';
import { shown } from '../inbox/titles.ts';
import { idOf } from '../named.ts';
import { forbidden, notFound, refuses } from '../refusals.ts';
import type { NotificationsStore } from '../store.ts';

/** Each of them is asked what they may open. */
const mostShown = 8;

type Ports = Pick<ServicePorts, 'documents' | 'live'> & { readonly store: NotificationsStore };
type Parts = {
  readonly directory: Directory;
  readonly knownTo: KnownTo;
  readonly waysOf: WaysOf;
  /** Something waits to be delivered. */
  readonly wake: (organizationId: string) => void;
};

const params = z.strictObject({ id: z.string().refine(isId, 'not an id') });

/** Passing on what one was told, to who may open what it tells of. */
export const forwardingRoutes = (
  { store, documents, live }: Ports,
  { directory, knownTo, waysOf, wake }: Parts,
): RouteSet => {
  const ownOf = async (actor: Actor, id: string): Promise<NotificationDocument> => {
    const [one] = await documents.find<NotificationDocument>(actor.organizationId, 'notifications', { id }, 1);
    if (one?.userId !== userOf(actor)) throw notFound('notifications.not_found');
    return one;
  };
  /** Whether somebody may open what it tells of, by their rights of now; undefined where they are no member. */
  const mayOpen = async (
    organizationId: string,
    userId: string,
    one: NotificationDocument,
  ): Promise<boolean | undefined> => {
    const reader = await directory.present({ organizationId, userId });
    if (reader === undefined) return undefined;
    return shown(one, (await knownTo(reader, [one]))(one), 'en').link !== null;
  };

  return [
    route({
      method: 'get',
      path: '/v3/notifications/{id}/forward',
      tag: 'notifications',
      summary: 'Whom a notification can be forwarded to',
      description: `One of your own. At most ${mostShown} members whose name has \`search\`, in the order of their names, and whether each may open what it tells of.`,
      access: 'session',
      allows: 'inbox.own',
      params,
      query: z.strictObject({ search: z.string().max(120).default('') }),
      refuses: refuses('notifications.not_found'),
      responses: {
        200: z.strictObject({
          people: z.array(z.strictObject({ id: z.string(), name: z.string(), canOpen: z.boolean() })),
        }),
      },
      handle: async ({ actor, params: { id }, query }) => {
        requireRight(actor, 'inbox.own');
        const one = await ownOf(actor, id);
        const wanted = query.search.trim().toLowerCase();
        const found = (await directory.facts(actor)).everyone
          .filter((person) => person.active && person.id !== userOf(actor))
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
          .slice(0, mostShown);
        const people = await Promise.all(
          found.map(async (person) => ({
            id: person.id,
            name: person.name,
            canOpen: (await mayOpen(actor.organizationId, person.id, one)) === true,
          })),
        );
        return { body: { people } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/notifications/{id}/forward',
      tag: 'notifications',
      summary: 'Forward a notification',
      description:
        'One of your own, to a member who may open what it tells of. Each person gets it once. What they may open is asked again whenever they see it.',
      access: 'session',
      allows: 'inbox.own',
      params,
      body: z.strictObject({ userId: z.string().refine(isId, 'not an id') }),
      refuses: refuses(
        'notifications.not_found',
        'notifications.person',
        'notifications.not_readable',
        'notifications.to_self',
      ),
      responses: { 204: 'empty' },
      handle: async ({ actor, params: { id }, body: { userId }, meta }) => {
        requireRight(actor, 'inbox.own');
        const { organizationId } = actor;
        const one = await ownOf(actor, id);
        const can = await mayOpen(organizationId, userId, one);
        if (can === undefined) throw notFound('notifications.person');
        if (!can) throw forbidden('notifications.not_readable');
        const told = { id: idOf('forwarded', organizationId, userId, id), userId };
        const ways = await waysOf(organizationId, { ...told, kind: one.kind });
        await store.execute({ type: 'forwardNotification', payload: { id, item: { ...told, ...ways } } }, meta);
        live.send(organizationId, userId, 'notifications', {});
        wake(organizationId);
        return { status: 204 };
      },
    }),
  ];
};
