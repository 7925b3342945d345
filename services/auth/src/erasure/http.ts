import type { IncomingMessage } from 'node:http';
import type { Actor } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { credentialHash, credentialOf, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { verifyPassword } from '../accounts/passwords.ts';
import { written, type Context } from '../context.ts';
import type { Organization } from '../evolve.ts';
import type { MemberDocument } from '../projection.ts';
import { forbidden, notFound, refuses, rejection } from '../refusals.ts';
import { password } from '../schemas.ts';
import type { Attempt } from '../sessions/throttle.ts';
import type { Erasures } from './runner.ts';

const tag = 'auth';
/** Who logged in so long ago has confirmed that it is them. */
const anewMs = 10 * 60 * 1000;

const planned = z
  .strictObject({
    kind: z.enum(['data', 'organization']),
    delete_at: z.string().meta({ format: 'date-time', description: 'Nothing is erased before' }),
    asked_by: z.strictObject({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'Erasure' });
const confirmation = z.strictObject({
  password: password.optional().meta({ description: 'Of whoever asks, where they confirm by it' }),
});
const refusals = refuses(
  'erasure.asked',
  'erasure.began',
  'erasure.sign_in',
  'login.busy',
  'organization.not_found',
  'password_mismatch',
);

/** What an organization is told of what is planned for it. */
export const toldErasure = (organization: Pick<Organization, 'erasure'>) => ({
  delete_at: organization.erasure === undefined ? null : new Date(organization.erasure.at).toISOString(),
  delete_kind: organization.erasure?.kind ?? null,
});

/** Erasing all data of an organization, or the organization with it, after a time in which it can be aborted. */
export const erasureRoutes = (context: Context, erasures: Pick<Erasures, 'wake'>): RouteSet => {
  const { ports, sessions, cookie, throttle } = context;
  const { settings, clock, documents } = ports;

  const here = async ({ organizationId }: Actor): Promise<Organization> => {
    const found = await context.organization(organizationId);
    if (found === undefined) throw notFound('organization.not_found');
    return found;
  };
  const tell = async (organization: Organization) => {
    const { erasure, id } = organization;
    if (erasure === undefined) return null;
    const by = await documents.get<MemberDocument>(id, 'members', erasure.userId);
    return {
      kind: erasure.kind,
      delete_at: new Date(erasure.at).toISOString(),
      asked_by: { id: erasure.userId, name: by?.name ?? '' },
    };
  };
  /** Somebody without a password, or whose organization asks for more than one, confirms by logging in anew. */
  const confirmsBy = async (actor: Actor, organization: Organization): Promise<'password' | 'sign_in'> =>
    organization.mfaRequired === true || (await context.passwordOf(actor.id)) === undefined ? 'sign_in' : 'password';
  const isAnew = async (raw: IncomingMessage): Promise<boolean> => {
    const credential = credentialOf(raw.headers, cookie.name);
    const { at = 0 } = credential === undefined ? {} : await sessions.cameBy(credentialHash(credential.token));
    return clock() - at < anewMs;
  };
  const confirm = async (actor: Actor, given: string | undefined, attempt: Attempt): Promise<void> => {
    if ((await confirmsBy(actor, await here(actor))) === 'sign_in') {
      if (!(await isAnew(attempt.raw))) throw forbidden('erasure.sign_in');
      return;
    }
    const account = await context.account(actor.id);
    await throttle.begin(account?.email ?? actor.id, attempt);
    if (given !== undefined && (await verifyPassword(given, await context.passwordOf(actor.id)))) return;
    await throttle.failed(attempt);
    throw rejection('unauthenticated', 'password_mismatch');
  };

  const plan = (kind: 'data' | 'organization', path: string, summary: string, description: string) =>
    route({
      method: 'post',
      path,
      secret: true,
      tag,
      summary,
      description,
      access: 'session',
      allows: 'organization.erase',
      whenBlocked: true,
      limit: 'strict',
      body: confirmation,
      refuses: refusals,
      responses: { 200: planned },
      handle: async ({ actor, body, raw, ip, meta }) => {
        requireRight(actor, 'organization.erase');
        await confirm(actor, body.password, { raw, ip });
        const result = await context.execute('askErasure', { kind, afterMs: settings.erasesAfterMs }, meta);
        const told = await tell(await here(actor));
        if (settings.erasesAfterMs === 0) erasures.wake();
        return written(result, { body: told });
      },
    });

  return [
    route({
      method: 'get',
      path: '/v3/organization/erasure',
      tag,
      summary: 'Whether your organization is to be erased, and how you would confirm it',
      description: 'Administrators only. `days` is the time in which it can be aborted.',
      access: 'session',
      allows: 'organization.erase',
      whenBlocked: true,
      refuses: refuses('organization.not_found'),
      responses: {
        200: z.strictObject({
          planned: planned.nullable(),
          days: z.number(),
          confirm: z.enum(['password', 'sign_in']).meta({
            description: '`sign_in`: by a login of the last ten minutes',
          }),
          anew: z.boolean().meta({ description: 'Whether this session is as new as that' }),
        }),
      },
      handle: async ({ actor, raw }) => {
        requireRight(actor, 'organization.erase');
        const organization = await here(actor);
        return {
          body: {
            planned: await tell(organization),
            days: settings.erasesAfterMs / 86_400_000,
            confirm: await confirmsBy(actor, organization),
            anew: await isAnew(raw),
          },
        };
      },
    }),
    plan(
      'organization',
      '/v3/organization/delete',
      'Delete your organization with all its data',
      'Nothing goes before `delete_at`, and an administrator may abort it until then. After that nothing brings it back; who is in no other organization loses their account.',
    ),
    plan(
      'data',
      '/v3/organization/erase',
      'Erase all data of your organization',
      'Tables, records, apps, automations, tasks, chats, files and history go; people, roles, the plan and the settings stay. Nothing goes before `delete_at`, and an administrator may abort it until then.',
    ),
    route({
      method: 'post',
      path: '/v3/organization/abort',
      tag,
      summary: 'Abort that your organization is erased',
      description: 'As long as it has not begun.',
      access: 'session',
      allows: 'organization.erase',
      whenBlocked: true,
      refuses: refuses('erasure.began', 'erasure.none'),
      responses: { 204: 'empty' },
      handle: async ({ actor, meta }) => {
        requireRight(actor, 'organization.erase');
        return written(await context.execute('abortErasure', {}, meta), { status: 204 });
      },
    }),
  ];
};
