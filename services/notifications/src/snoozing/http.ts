import { isId } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { refuses } from '../refusals.ts';
import type { NotificationsStore } from '../store.ts';

type Ports = Pick<ServicePorts, 'live'> & { readonly store: NotificationsStore };

/** Putting off what one was told. */
export const snoozingRoutes = ({ store, live }: Ports, wake: () => void): RouteSet => [
  route({
    method: 'post',
    path: '/v3/notifications/{id}/snooze',
    tag: 'notifications',
    summary: 'Put a notification off until later',
    description:
      'One of your own. Until then it is in no list but `snoozed`; then it is there again, unread, as the newest. Null has it there at once.',
    access: 'session',
    allows: 'inbox.own',
    params: z.strictObject({ id: z.string().refine(isId, 'not an id') }),
    body: z.strictObject({ until: z.iso.datetime({ offset: true }).nullable() }),
    refuses: refuses('notifications.not_found', 'notifications.snooze_time'),
    responses: { 204: 'empty' },
    handle: async ({ actor, params: { id }, body: { until }, meta }) => {
      requireRight(actor, 'inbox.own');
      const payload = { id, until: until === null ? null : Date.parse(until) };
      await store.execute({ type: 'snoozeNotification', payload }, meta);
      live.send(actor.organizationId, userOf(actor), 'notifications', {});
      wake();
      return { status: 204 };
    },
  }),
];
