import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { isPublicKey } from './message.ts';
import type { Subscriptions } from './subscriptions.ts';

const secretBytes = 16;
const bytesOf = (text: string): number => Buffer.from(text, 'base64url').length;
/** RFC 8030 has them by TLS alone; of this machine itself the dialer reaches only what the operator opened. */
const isEndpoint = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1');
};

const endpoint = z.string().max(1_024).refine(isEndpoint, 'not an address of a push service');
const payload = z.strictObject({
  endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: z.string().max(120).refine(isPublicKey, 'not a key'),
    auth: z
      .string()
      .max(40)
      .refine((text) => bytesOf(text) === secretBytes, 'not a secret of 16 bytes'),
  }),
});

/** Browsers that are told of what is new while nobody looks. */
export const pushRoutes = ({ clock }: Pick<ServicePorts, 'clock'>, subscriptions: Subscriptions): RouteSet => [
  route({
    method: 'get',
    path: '/v3/notifications/push',
    tag: 'notifications',
    summary: 'What a browser needs to be told by push',
    description:
      '`publicKey`: the key of this installation (RFC 8292), by which a browser subscribes. `endpoints`: the browsers of yours that are told.',
    access: 'session',
    allows: 'inbox.own',
    responses: { 200: z.strictObject({ publicKey: z.string(), endpoints: z.array(z.string()) }) },
    handle: async ({ actor }) => {
      requireRight(actor, 'inbox.own');
      const [{ publicKey }, own] = await Promise.all([
        subscriptions.keys(),
        subscriptions.of(actor.organizationId, userOf(actor)),
      ]);
      return { body: { publicKey, endpoints: own.map((one) => one.endpoint) } };
    },
  }),
  route({
    method: 'post',
    path: '/notifications/subscribe',
    tag: 'notifications',
    summary: 'Be told in this browser',
    description:
      '`payload` is what the browser made by the key of the installation. A browser is one person’s: the last who subscribed. Each has ten at most; with another one the oldest is told no more.',
    access: 'session',
    allows: 'inbox.own',
    body: z.strictObject({ payload, type: z.literal('generic_browser') }),
    responses: { 204: 'empty' },
    handle: async ({ actor, body }) => {
      requireRight(actor, 'inbox.own');
      const { keys, endpoint: to } = body.payload;
      await subscriptions.add(actor.organizationId, userOf(actor), { endpoint: to, ...keys }, clock());
      return { status: 204 };
    },
  }),
  route({
    method: 'post',
    path: '/notifications/unsubscribe',
    tag: 'notifications',
    summary: 'Be told in this browser no more',
    description: 'One of your own; of another there is nothing to end.',
    access: 'session',
    allows: 'inbox.own',
    body: z.strictObject({ endpoint }),
    responses: { 204: 'empty' },
    handle: async ({ actor, body }) => {
      requireRight(actor, 'inbox.own');
      await subscriptions.drop(actor.organizationId, userOf(actor), body.endpoint);
      return { status: 204 };
    },
  }),
];
