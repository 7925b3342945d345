import { randomBytes } from 'node:crypto';
import { groupedMeta } from '@tessera/event-store/actions';
import { fold, newId } from '@tessera/kernel';
import { byPlace, pageAnswer, pageOf, pageQuery, route, type Place, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { checkNewPassword, hashPassword, verifyPassword } from '../accounts/passwords.ts';
import { asSystem, written, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import type { Invitation } from '../evolve.ts';
import { invitationsOf } from '../lists.ts';
import type { RoleDocument } from '../projection.ts';
import { requireRight } from '@tessera/proto/rights';
import { email, id, loginAnswer, password, personName, roleId, seat, verifySession } from '../schemas.ts';
import { invitationLife, isBacked, refusal, stateOf } from './decide.ts';
import { conflict, notFound, ofPassword, refuses, rejection } from '../refusals.ts';

/** What the vault keeps of a link, under the hash of it. */
export type InvitationSecret = { readonly organizationId: string; readonly invitationId: string };
type Found = { readonly secret: InvitationSecret; readonly invitation: Invitation; readonly backed: boolean };
const unknown = () => notFound('invitation.not_found');
const token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);
const states = z.enum(['open', 'used', 'expired', 'revoked']);

/** Ids rise with the time. */
const placeOf = (one: Invitation): Place => ['', one.id];

export const invitationRoutes = (context: Context): RouteSet => {
  const { ports } = context;
  /** Whether the inviter may invite to this today. */
  const backed = async (organizationId: string, invitation: Invitation): Promise<boolean> => {
    const [inviter, role] = await Promise.all([
      invitation.inviterId === '' ? undefined : context.sessions.actorOf(organizationId, invitation.inviterId),
      ports.documents.get<RoleDocument>(organizationId, 'roles', invitation.roleId),
    ]);
    return isBacked(invitation, inviter?.actor, role?.role);
  };
  const find = async (given: string): Promise<Found> => {
    const secret = await context.secret<InvitationSecret>('invitation', given);
    const invitation =
      secret === undefined
        ? undefined
        : await ports.documents.get<Invitation>(secret.organizationId, 'invitations', secret.invitationId);
    if (secret === undefined || invitation === undefined) throw unknown();
    return { secret, invitation, backed: await backed(secret.organizationId, invitation) };
  };

  return [
    route({
      method: 'post',
      path: '/v3/invitations',
      secret: true,
      tag: 'auth',
      summary: 'Create an invitation link',
      description:
        'The link stands in this answer only. It works once, for seven days; with an `email` for that address alone.',
      access: 'session',
      allows: 'invitations.make',
      cost: 10,
      body: z.strictObject({ email: email.optional(), seat, role: roleId }),
      refuses: refuses('email_taken', 'member.exists', 'role.not_found', 'role.not_grantable'),
      responses: {
        201: z.strictObject({
          id: z.string(),
          link: z.string(),
          expiresAt: z.string(),
          email: z.string().nullable(),
          seat,
          role: z.string(),
        }),
      },
      handle: async ({ body, actor, meta }) => {
        requireRight(actor, 'invitations.make');
        const invitationId = newId();
        const secret = randomBytes(32).toString('base64url');
        const payload = { invitationId, email: body.email ?? '', seat: body.seat, roleId: body.role };
        // Before the event that the mail follows.
        if (body.email !== undefined)
          await context.keepForMail(actor.organizationId, invitationId, secret, ports.clock() + invitationLife);
        const result = await context.execute('makeInvitation', payload, meta);
        await context.keepSecret('invitation', secret, {
          organizationId: actor.organizationId,
          invitationId: result.answer.id,
        } satisfies InvitationSecret);
        return written(result, {
          status: 201,
          body: {
            id: result.answer.id,
            link: context.invitationLink(secret),
            expiresAt: new Date(result.answer.expiresAt).toISOString(),
            email: body.email ?? null,
            seat: body.seat,
            role: body.role,
          },
        });
      },
    }),
    route({
      method: 'get',
      path: '/v3/invitations',
      tag: 'auth',
      summary: 'Invitations, newest first',
      description: 'Those that are open, used, expired and revoked, without their links, in pages.',
      access: 'session',
      allows: 'invitations.read',
      query: z.strictObject(pageQuery),
      responses: {
        200: z.strictObject({
          ...pageAnswer,
          invitations: z.array(
            z.strictObject({
              id: z.string(),
              email: z.string().nullable(),
              seat,
              role: z.string(),
              state: states,
              expiresAt: z.string(),
              inviter: z.string(),
            }),
          ),
        }),
      },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'invitations.read');
        const all = await invitationsOf(ports.documents, actor.organizationId);
        const { page, next } = pageOf(all.toReversed(), placeOf, query, (a, b) => byPlace(b, a));
        // One question for all that somebody made of one kind.
        const asked = new Map<string, Promise<boolean>>();
        const stillBacked = (one: Invitation): Promise<boolean> => {
          const key = `${one.inviterId} ${one.roleId} ${one.seat}`;
          const answer = asked.get(key) ?? backed(actor.organizationId, one);
          asked.set(key, answer);
          return answer;
        };
        const describe = async (one: Invitation) => ({
          id: one.id,
          email: one.email === '' ? null : one.email,
          seat: one.seat,
          role: one.roleId,
          state: stateOf(one, ports.clock(), await stillBacked(one)),
          expiresAt: new Date(one.expiresAt).toISOString(),
          inviter: one.inviterName,
        });
        return {
          body: { invitations: await Promise.all(page.map(describe)), ...(next !== undefined && { next }) },
        };
      },
    }),
    route({
      method: 'delete',
      path: '/v3/invitations/{id}',
      tag: 'auth',
      summary: 'Revoke an invitation',
      description: 'The link stops working at once.',
      access: 'session',
      allows: 'invitations.revoke',
      params: z.strictObject({ id }),
      refuses: refuses('invitation.not_found', 'invitation.used'),
      responses: { 204: 'empty' },
      handle: async ({ params, actor, meta: own, headers }) => {
        const meta = await groupedMeta(ports.store, own, headers);
        const result = await context.execute('revokeInvitation', { invitationId: params.id }, meta);
        await context.dropForMail(actor.organizationId, params.id);
        return written(result, { status: 204 });
      },
    }),
    route({
      method: 'get',
      path: '/invitations/{token}',
      tag: 'auth',
      summary: 'What an invitation link offers',
      description: 'What the page behind an invitation link shows. Anyone who has the link may ask.',
      access: 'public',
      allows: 'none',
      cost: 5,
      params: z.strictObject({ token }),
      refuses: refuses('invitation.not_found'),
      responses: {
        200: z.strictObject({
          state: states,
          organization: z.string(),
          inviter: z.string(),
          email: z.string().optional(),
        }),
      },
      handle: async ({ params }) => {
        const { secret, invitation, backed: valid } = await find(params.token);
        const organization = await context.organization(secret.organizationId);
        return {
          body: {
            state: stateOf(invitation, ports.clock(), valid),
            organization: organization?.name ?? '',
            inviter: invitation.inviterName,
            ...(invitation.email === '' ? {} : { email: invitation.email }),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/invitations/{token}/accept',
      secret: true,
      tag: 'auth',
      summary: 'Join by an invitation',
      description:
        'Creates the account and a session. Whoever has an account already joins with its password, and may leave the name out. Where that login takes two steps it answers `verifySession`, as `auth/loginV2` does.',
      access: 'public',
      allows: 'none',
      limit: 'strict',
      params: z.strictObject({ token }),
      body: z.strictObject({ name: personName.optional(), email, password }),
      refuses: [
        ...ofPassword,
        ...refuses(
          'email_taken',
          'empty_seat',
          'invitation.expired',
          'invitation.not_found',
          'invitation.other_email',
          'invitation.revoked',
          'invitation.used',
          'member.exists',
          'organization.too_many',
          'password_mismatch',
        ),
      ],
      responses: { 200: verifySession, 201: loginAnswer },
      handle: async ({ params, body, meta, raw, ip }) => {
        const { secret, invitation, backed: valid } = await find(params.token);
        const refused = refusal(invitation, body.email, ports.clock(), valid);
        if (refused !== undefined) throw refused;
        const { organizationId } = secret;
        const known = await context.accountByEmail(fold(body.email));
        // Whoever has an account comes with its password, which is a sign-in and counts as one.
        if (known !== undefined || body.name === undefined) {
          await context.throttle.begin(body.email, { raw, ip });
          const kept = known && (await context.passwordOf(known.id));
          if (!(await verifyPassword(body.password, kept)) || known === undefined) {
            await context.throttle.failed({ raw, ip });
            throw body.name === undefined ? rejection('unauthenticated', 'password_mismatch') : conflict('email_taken');
          }
          if ((await ports.documents.get(organizationId, 'members', known.id)) !== undefined)
            throw conflict('member.exists');
          await context.execute(
            'joinOrganization',
            { accountId: known.id, organizationId },
            asSystem(meta, systemOrganization),
          );
        }
        if (known === undefined) checkNewPassword(body.password, body.email);
        const account = known ?? {
          id: newId(),
          name: body.name ?? '',
          email: body.email,
          organizationId,
          credentialVersion: 1,
        };
        if (known === undefined) {
          await context.keepPassword(account.id, await hashPassword(body.password));
          try {
            await context.execute(
              'openAccount',
              { accountId: account.id, email: account.email, name: account.name, organizationId },
              asSystem(meta, systemOrganization),
            );
          } catch (error) {
            await context.dropPassword(account.id);
            throw error;
          }
        }
        try {
          const payload = {
            invitationId: secret.invitationId,
            userId: account.id,
            name: account.name,
            email: account.email,
          };
          const { commitId } = await context.execute('acceptInvitation', payload, asSystem(meta, organizationId));
          await context.dropForMail(organizationId, secret.invitationId);
          return await context.signIn(
            { ...account, organizationId },
            invitation.roleId,
            { raw, meta, way: 'invitation' },
            { status: 201, commitId },
          );
        } catch (error) {
          if (known === undefined && (error as { code?: string }).code?.startsWith('invitation.')) {
            await context.execute('closeAccount', { accountId: account.id }, asSystem(meta, systemOrganization));
            await context.dropPassword(account.id);
          }
          throw error;
        }
      },
    }),
  ];
};
