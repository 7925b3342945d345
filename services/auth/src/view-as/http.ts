import type { IncomingMessage } from 'node:http';
import type { CommandMeta } from '@tessera/kernel';
import { credentialHash, credentialOf, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { requireRight } from '@tessera/proto/rights';
import { written, type Context } from '../context.ts';
import { memberRights } from '../notices.ts';
import type { MemberDocument, RoleDocument } from '../projection.ts';
import { conflict, refuses, rejection } from '../refusals.ts';
import { id, roleId } from '../schemas.ts';
import type { Resolved } from '../sessions/sessions.ts';
import { viewAsMs } from './decide.ts';

const named = z.strictObject({ id: z.string(), name: z.string() });
const viewAs = z
  .strictObject({
    role: named.meta({ description: 'The role, or that of the person' }),
    user: named.nullable().meta({ description: 'The person; null where it is a role' }),
    until: z.string().meta({ format: 'date-time' }),
  })
  .nullable()
  .meta({ id: 'ViewAs', description: 'As whom this session sees the workspace; null for as yourself' });

/** What a session says of whom it sees the workspace as; null for with its own eyes. */
export const viewAsOf = async (
  { documents }: Pick<Context['ports'], 'documents'>,
  { actor: { organizationId, roleId: role, viewing }, until }: Resolved,
): Promise<z.output<typeof viewAs>> => {
  if (viewing === undefined || until === undefined) return null;
  const [known, person] = await Promise.all([
    documents.get<RoleDocument>(organizationId, 'roles', role),
    viewing.userId === undefined ? undefined : documents.get<MemberDocument>(organizationId, 'members', viewing.userId),
  ]);
  return {
    role: { id: role, name: known?.role.name ?? '' },
    user: viewing.userId === undefined ? null : { id: viewing.userId, name: person?.name ?? '' },
    until: new Date(until).toISOString(),
  };
};

/** Seeing the workspace as a role or a person: a mark on the session of whoever looks. */
export const viewAsRoutes = (context: Context): RouteSet => {
  const { ports, sessions, cookie } = context;

  /** The session that asks, and who stands behind it with their own eyes. */
  const own = async (raw: IncomingMessage, meta: CommandMeta) => {
    const credential = credentialOf(raw.headers, cookie.name);
    const hash = credential === undefined ? '' : credentialHash(credential.token);
    const { organizationId, id: userId } = meta.actor;
    const resolved = await sessions.actorOf(organizationId, userId);
    if (resolved === undefined) throw rejection('unauthenticated', 'invalid_token');
    return { hash, actor: resolved.actor, meta: { ...meta, actor: resolved.actor } };
  };
  const present = async (hash: string) => {
    const resolved = await sessions.resolveSession(hash);
    if (resolved === undefined) throw rejection('unauthenticated', 'invalid_token');
    return { viewAs: await viewAsOf(ports, resolved) };
  };
  const tell = (organizationId: string, userId: string): void =>
    ports.live.notify(organizationId, 0, memberRights(userId), userId);

  return [
    route({
      method: 'get',
      path: '/v3/view-as',
      tag: 'auth',
      summary: 'As whom you see the workspace',
      description: 'Null where you see it as yourself.',
      access: 'session',
      allows: 'session.read',
      responses: { 200: z.strictObject({ viewAs }) },
      handle: async ({ raw, meta }) => {
        requireRight(meta.actor, 'session.read');
        return { body: await present((await own(raw, meta)).hash) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/view-as',
      tag: 'auth',
      summary: 'See the workspace as a role or as another person',
      description:
        'Give one of `roleId` (who manages roles) and `userId` (who manages people). For 30 minutes this session sees what the role or the person sees, and changes nothing: every write is refused with `view_as.read_only`. Nobody looks as a role or a person with more rights than their own. What is your own stays yours: inbox, conversations, tasks, tokens and sessions are never those of the other person.',
      access: 'session',
      allows: 'roles.manage',
      whenViewing: true,
      cost: 5,
      body: z.union([z.strictObject({ roleId }), z.strictObject({ userId: id })]),
      refuses: refuses('role.not_found', 'user.not_found', 'view_as.beyond_rights'),
      responses: { 200: z.strictObject({ viewAs }) },
      handle: async ({ raw, meta, body }) => {
        const { hash, actor, meta: mine } = await own(raw, meta);
        const until = ports.clock() + viewAsMs;
        const result = await context.execute('startViewAs', { as: body, until }, mine);
        await sessions.mark(hash, { ...result.answer, until });
        tell(actor.organizationId, actor.id);
        return written(result, { body: await present(hash) });
      },
    }),
    route({
      method: 'delete',
      path: '/v3/view-as',
      tag: 'auth',
      summary: 'See the workspace as yourself again',
      description: 'From now on this session has your own rights.',
      access: 'session',
      allows: 'session.read',
      whenViewing: true,
      refuses: refuses('view_as.not_on'),
      responses: { 204: 'empty' },
      handle: async ({ raw, meta }) => {
        const { hash, actor, meta: mine } = await own(raw, meta);
        const before = await sessions.mark(hash, undefined);
        if (before === undefined) throw conflict('view_as.not_on');
        // One that ended by itself was said to, when it started.
        const over = before.until <= ports.clock();
        const result = over ? {} : await context.execute('stopViewAs', {}, mine);
        tell(actor.organizationId, actor.id);
        return written(result, { status: 204 });
      },
    }),
  ];
};

/** Of the session that a browser is told. */
export const sessionViewAs = viewAs;
