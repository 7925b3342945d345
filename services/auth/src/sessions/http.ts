import { fold } from '@tessera/kernel';
import { credentialHash, credentialOf, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { memberRights } from '../notices.ts';
import { checkNewPassword, hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { asSystem, fromOf, type Context } from '../context.ts';
import { toldErasure } from '../erasure/http.ts';
import { systemOrganization } from '../events.ts';
import { logoOf, photoOf } from '../pictures/address.ts';
import type { MemberDocument, RoleDocument } from '../projection.ts';
import { requireRight, rightNames, rightsOf, toldPermissions, type RightName } from '@tessera/proto/rights';
import { heldPermissions, loginAnswer, organizationWord, password, seat, verifySession } from '../schemas.ts';
import type { Resolved } from './sessions.ts';
import { sessionViewAs, viewAsOf } from '../view-as/http.ts';
import { forbidden, ofPassword, refuses, rejection } from '../refusals.ts';

const mismatch = () => rejection('unauthenticated', 'password_mismatch');
const noSeat = () => forbidden('empty_seat');
const invalidToken = () => rejection('unauthenticated', 'invalid_token');

/** What the specification lets a browser send of a provider; who signs in so goes by `auth/oidc/{id}/start`. */
const byProvider = z.strictObject({
  email: z.string().max(254).optional(),
  oauthToken: z.string().max(10_000).optional(),
  oauthProvider: z.string().min(1).max(80),
  identifier: z.string().max(2000).optional(),
  identityToken: z.string().max(10_000).optional(),
});

const rightsSchema = z.strictObject(
  Object.fromEntries(rightNames.map((name) => [name, z.boolean()])) as Record<RightName, z.ZodBoolean>,
);

const sessionSchema = z
  .strictObject({
    user: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      photo_url: z.string().nullable(),
      seat,
    }),
    organization: z.strictObject({
      id: z.string(),
      name: z.string(),
      short_name: z.string(),
      logo_customizado: z.string().nullable(),
      locale_settings: z.strictObject({ language: z.string(), timezone: z.string(), currency_symbol: z.string() }),
      hide_tables_for_member: z.boolean(),
      member_upload_data_shortcut: z.boolean(),
      fun_mode: z.boolean(),
      delete_at: z.string().nullable().meta({ description: 'When it, or all its data, is erased' }),
      delete_kind: z.enum(['data', 'organization']).nullable(),
    }),
    role: z.strictObject({ id: z.string(), name: z.string(), permissions: heldPermissions }),
    rights: rightsSchema,
    baseUrl: z.string(),
    lacks: z
      .enum(['second_factor'])
      .nullable()
      .meta({ description: 'What must be set up before anything else is answered' }),
    viewAs: sessionViewAs,
  })
  .meta({ id: 'Session' });

export const sessionRoutes = (context: Context): RouteSet => {
  const { ports, sessions, cookie, throttle } = context;
  const member = (organizationId: string, userId: string) =>
    ports.documents.get<MemberDocument>(organizationId, 'members', userId);

  /** What a signed-in person is told of themselves; undefined where they are gone meanwhile. */
  const told = async (resolved: Resolved) => {
    const { actor } = resolved;
    requireRight(actor, 'session.read');
    const [user, organization, role] = await Promise.all([
      member(actor.organizationId, actor.userId ?? actor.id),
      context.organization(actor.organizationId),
      ports.documents.get<RoleDocument>(actor.organizationId, 'roles', actor.roleId),
    ]);
    if (user === undefined || organization === undefined || role === undefined) return undefined;
    const { language, timezone, currencySymbol } = organization;
    return {
      user: { id: user.userId, name: user.name, email: user.email, photo_url: photoOf(user), seat: actor.seat },
      organization: {
        id: organization.id,
        name: organization.name,
        short_name: await context.shortNameOf(organization.id),
        logo_customizado: logoOf(organization),
        locale_settings: { language, timezone, currency_symbol: currencySymbol },
        hide_tables_for_member: organization.hideTablesForMember === true,
        member_upload_data_shortcut: organization.memberUploadDataShortcut === true,
        fun_mode: organization.funMode === true,
        ...toldErasure(organization),
      },
      role: { id: role.role.id, name: role.role.name, permissions: toldPermissions(actor) },
      rights: rightsOf(actor),
      baseUrl: ports.settings.baseUrl,
      lacks: actor.lacks ?? null,
      viewAs: await viewAsOf(ports, resolved),
    };
  };

  return [
    route({
      method: 'post',
      path: '/auth/loginV2',
      secret: true,
      tag: 'auth',
      summary: 'Log in with e-mail and password',
      description:
        'Answers a session token and sets the session cookie. Where the login takes two steps it answers `verifySession`, which `auth/mfa-login` takes with a code. Wrong passwords are counted by account and by address.',
      access: 'public',
      allows: 'none',
      limit: 'own',
      body: z.union([
        z.strictObject({
          email: z.string().trim().min(1).max(254),
          password,
          organization: organizationWord
            .optional()
            .meta({ description: 'Where to, by its short name or id; without it where the person was last' }),
        }),
        byProvider,
      ]),
      refuses: refuses('empty_seat', 'erasure.running', 'login.busy', 'oauth_mismatch', 'password_mismatch'),
      responses: { 200: z.union([loginAnswer, verifySession]) },
      handle: async ({ body, meta, raw, ip }) => {
        // A provider proves somebody to the server, and never by what a browser says of it.
        if (!('password' in body)) throw rejection('unauthenticated', 'oauth_mismatch');
        await throttle.begin(body.email, { raw, ip });
        const account = await context.accountByEmail(fold(body.email));
        const hash = account === undefined ? undefined : await context.passwordOf(account.id);
        if (!(await verifyPassword(body.password, hash)) || account === undefined) {
          await throttle.failed({ raw, ip });
          throw mismatch();
        }
        const wanted =
          body.organization === undefined
            ? undefined
            : ((await context.organizationNamed(body.organization))?.id ?? '');
        const place = await context.entrance(account, wanted);
        if (place === undefined) throw noSeat();
        const { organizationId, roleId } = place;
        return context.signIn({ ...account, organizationId }, roleId, { raw, meta, way: 'password' });
      },
    }),
    route({
      method: 'post',
      path: '/auth/loginWithToken',
      secret: true,
      tag: 'auth',
      summary: 'Log in again with the token of a session',
      description: 'Answers the same session again, for a browser that kept its token.',
      access: 'public',
      allows: 'none',
      // No password can be tried here: a session's token is random, and no address runs out of attempts.
      cost: 5,
      body: z.strictObject({ token: z.string().min(1).max(200) }),
      refuses: refuses('empty_seat', 'invalid_token'),
      responses: { 200: loginAnswer },
      handle: async ({ body }) => {
        const resolved = await sessions.resolveSession(credentialHash(body.token));
        const account = resolved === undefined ? undefined : await context.account(resolved.actor.id);
        if (resolved === undefined || account === undefined) throw invalidToken();
        const { organizationId, roleId } = resolved.actor;
        return context.loginAnswer({ ...account, organizationId }, roleId, body.token);
      },
    }),
    route({
      method: 'post',
      path: '/auth/logout',
      tag: 'auth',
      summary: 'End this session',
      description: 'The token of this session stops working at once.',
      access: 'session',
      allows: 'session.end',
      whenLacking: true,
      whenBlocked: true,
      whenViewing: true,
      responses: { 204: 'empty' },
      handle: async ({ raw, actor }) => {
        const credential = credentialOf(raw.headers, cookie.name);
        if (credential !== undefined) await sessions.end(credential.token);
        ports.live.notify(actor.organizationId, 0, memberRights(actor.userId ?? actor.id), actor.id);
        return { status: 204, headers: { 'set-cookie': cookie.clear() } };
      },
    }),
    route({
      method: 'post',
      path: '/auth/changePassword',
      secret: true,
      tag: 'auth',
      summary: 'Change your password; ends every other session',
      description: 'Needs the current password. Answers the token of a new session.',
      access: 'session',
      allows: 'password.change',
      whenBlocked: true,
      limit: 'strict',
      body: z.strictObject({ password, current: password }),
      refuses: [...ofPassword, ...refuses('account.not_found', 'password_mismatch')],
      responses: { 200: z.strictObject({ newToken: z.string() }) },
      handle: async ({ body, actor, meta, raw, ip }) => {
        requireRight(actor, 'password.change');
        const account = await context.account(actor.id);
        // Whoever took a session over guesses no faster here than at the door.
        await throttle.begin(account?.email ?? actor.id, { raw, ip });
        if (account === undefined || !(await verifyPassword(body.current, await context.passwordOf(actor.id)))) {
          await throttle.failed({ raw, ip });
          throw mismatch();
        }
        checkNewPassword(body.password, account.email);
        const hash = await hashPassword(body.password);
        // Sessions end first: if the process dies in between, the old password still works and no old session does.
        const { answer } = await context.execute(
          'changePassword',
          { accountId: account.id },
          asSystem(meta, systemOrganization),
        );
        await context.keepPassword(account.id, hash);
        const credential = credentialOf(raw.headers, cookie.name);
        const { factor } = credential === undefined ? {} : await sessions.cameBy(credentialHash(credential.token));
        const here = { ...account, ...answer, organizationId: actor.organizationId };
        const token = await sessions.start(here, fromOf(meta), 'password', factor, true);
        return { body: { newToken: token }, headers: { 'set-cookie': cookie.set(token, 30 * 24 * 60 * 60) } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/session',
      tag: 'auth',
      summary: 'Who is logged in, where, and what they may do',
      description: 'The person, the organization, and what they may do.',
      access: 'api',
      allows: 'session.read',
      whenLacking: true,
      whenBlocked: true,
      responses: { 200: sessionSchema },
      handle: async ({ actor, raw }) => {
        const credential = actor.viewing && credentialOf(raw.headers, cookie.name);
        const seen = credential && (await sessions.resolveSession(credentialHash(credential.token)));
        const body = await told(seen ?? { actor, name: '' });
        if (body === undefined) throw invalidToken();
        return { body };
      },
    }),
    route({
      method: 'get',
      path: '/auth/session',
      tag: 'auth',
      summary: 'Whose session a browser comes with; null where it comes with none',
      description: 'Like `GET /v3/session`, but it answers `null` where the request has no session.',
      access: 'public',
      allows: 'none',
      responses: { 200: z.strictObject({ session: sessionSchema.nullable() }) },
      // A page asks this before it knows of anybody: that nobody is there is an answer, not a refusal. The cookie alone
      // counts, as for any request of a page.
      handle: async ({ raw }) => {
        const credential = credentialOf(raw.headers, cookie.name);
        const resolved =
          credential?.via === 'cookie' ? await sessions.resolveSession(credentialHash(credential.token)) : undefined;
        return { body: { session: (resolved && (await told(resolved))) ?? null } };
      },
    }),
  ];
};
