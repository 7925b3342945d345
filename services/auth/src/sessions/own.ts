import type { IncomingMessage } from 'node:http';
import type { Actor } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { credentialHash, credentialOf, route, type RouteSet } from '@tessera/web';
import { parse } from 'bowser';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { memberRights } from '../notices.ts';
import { notFound, refuses, rejection } from '../refusals.ts';
import { id } from '../schemas.ts';
import { ways } from './sessions.ts';

const devices = ['desktop', 'mobile', 'tablet'] as const;
const from = {
  browser: z.string().nullable().meta({ description: 'As `Firefox 140`; null for what is no browser' }),
  system: z.string().nullable().meta({ description: 'As `Windows` or `iOS`' }),
  device: z.enum(devices).nullable(),
  ip: z.string(),
} as const;
type Words = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly device: (typeof devices)[number] | null;
};

const ownSessions = z.array(
  z.strictObject({ id: z.string(), current: z.boolean(), ...from, createdAt: z.string(), seenAt: z.string() }),
);
export type OwnSessions = z.output<typeof ownSessions>;

/** What the name that a browser gives itself means. Versions of systems are left out: browsers write old ones. */
export const inWords = (userAgent: string): Words => {
  if (userAgent === '') return { browser: null, system: null, device: null };
  const { browser, os, platform } = parse(userAgent);
  const [major] = (browser.version ?? '').split('.');
  return {
    browser: browser.name ? [browser.name, major].filter(Boolean).join(' ') : null,
    system: os.name || null,
    device: devices.find((one) => one === platform.type) ?? null,
  };
};

/** A person's own sessions and logins. */
export const ownSessionRoutes = (context: Context): RouteSet => {
  const { ports, sessions, cookie } = context;
  const hashOf = (raw: IncomingMessage): string => {
    const credential = credentialOf(raw.headers, cookie.name);
    return credential === undefined ? '' : credentialHash(credential.token);
  };
  /** Open pages and whoever remembers an answer about the person ask again. */
  const tell = (actor: Actor): void =>
    ports.live.notify(actor.organizationId, 0, memberRights(actor.userId ?? actor.id), actor.id);

  return [
    route({
      method: 'get',
      path: '/v3/sessions',
      tag: 'auth',
      summary: 'Your sessions, the last one used first',
      description:
        'Where you are logged in. `current` is the one that asks; `seenAt` is right to ten minutes. A session ends 30 days after its last use.',
      access: 'session',
      allows: 'sessions.own',
      responses: {
        200: z.strictObject({ sessions: ownSessions }),
      },
      handle: async ({ actor, raw }) => {
        requireRight(actor, 'sessions.own');
        const account = await context.account(actor.id);
        if (account === undefined) throw rejection('unauthenticated', 'invalid_token');
        const own = hashOf(raw);
        const all = await sessions.ofPerson(account);
        return {
          body: {
            sessions: all.map(({ id: key, hash, ip, userAgent, createdAt, seenAt }) => ({
              id: key,
              current: hash === own,
              ...inWords(userAgent),
              ip,
              createdAt: new Date(createdAt).toISOString(),
              seenAt: new Date(hash === own ? ports.clock() : seenAt).toISOString(),
            })),
          },
        };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/sessions/{id}',
      tag: 'auth',
      summary: 'End one of your sessions',
      description: 'Its token stops working at once.',
      access: 'session',
      allows: 'sessions.own',
      params: z.strictObject({ id }),
      refuses: refuses('session.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ actor, params }) => {
        requireRight(actor, 'sessions.own');
        if (!(await sessions.endOfPerson(actor.id, params.id))) throw notFound('session.not_found');
        tell(actor);
        return { status: 204 };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/sessions',
      tag: 'auth',
      summary: 'End all of your other sessions',
      description: 'Their tokens stop working at once. API tokens stay. Answers how many it were.',
      access: 'session',
      allows: 'sessions.own',
      cost: 10,
      responses: { 200: z.strictObject({ ended: z.number() }) },
      handle: async ({ actor, raw }) => {
        requireRight(actor, 'sessions.own');
        const ended = await sessions.endOthers(actor.id, hashOf(raw));
        tell(actor);
        return { body: { ended } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/logins',
      tag: 'auth',
      summary: 'Your logins of the last 90 days, newest first',
      description: 'The newest hundred: when, how and from where. `link` is a new password by the link of a mail.',
      access: 'session',
      allows: 'sessions.own',
      responses: {
        200: z.strictObject({
          logins: z.array(z.strictObject({ at: z.string(), way: z.enum(ways), ...from })),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'sessions.own');
        const all = await sessions.loginsOf(actor.id);
        return {
          body: {
            logins: all.map(({ at, way, ip, userAgent }) => ({
              at: new Date(at).toISOString(),
              way,
              ...inWords(userAgent),
              ip,
            })),
          },
        };
      },
    }),
  ];
};
