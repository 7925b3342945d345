import type { IncomingMessage } from 'node:http';
import { newId, type Actor } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { credentialHash, credentialOf, route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { asSystem, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import { organizationsOf } from '../evolve.ts';
import { memberRights } from '../notices.ts';
import { giveShortName } from '../organization/naming.ts';
import { logoOf } from '../pictures/address.ts';
import type { AccountDocument, MemberDocument } from '../projection.ts';
import { conflict, forbidden, notFound, refuses, rejection } from '../refusals.ts';
import { adminRoleId } from '../roles/permissions.ts';
import { loginAnswer, organizationName, organizationWord, verifySession } from '../schemas.ts';

const tag = 'auth';

/** The organizations of one person: which there are, and how to come from one into another. */
export const organizationsRoutes = (context: Context): RouteSet => {
  const { ports, sessions, cookie } = context;
  const accountOf = async (actor: Actor): Promise<AccountDocument> => {
    const account = await context.account(actor.id);
    if (account === undefined) throw rejection('unauthenticated', 'invalid_token');
    return account;
  };
  const hashOf = (raw: IncomingMessage): string => {
    const credential = credentialOf(raw.headers, cookie.name);
    return credential === undefined ? '' : credentialHash(credential.token);
  };
  /** How a session came in. Throws where a provider opened it: that proves its person to one organization alone. */
  const cameInAnywhere = async (raw: IncomingMessage) => {
    const came = await sessions.cameBy(hashOf(raw));
    if (came.way === 'provider') throw forbidden('organization.sign_in');
    return came;
  };
  /** Ends the session from which somebody went elsewhere. */
  const leave = async (actor: Actor, hash: string): Promise<void> => {
    await sessions.endHashed(hash);
    ports.live.notify(actor.organizationId, 0, memberRights(actor.id), actor.id);
  };
  return [
    route({
      method: 'get',
      path: '/v3/account/organizations',
      tag,
      summary: 'The organizations that you can come into',
      description: 'Where you are an active member, in the order in which you joined. `current` is the one you are in.',
      access: 'session',
      allows: 'organizations.own',
      whenBlocked: true,
      whenLacking: true,
      responses: {
        200: z.strictObject({
          organizations: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              short_name: z.string(),
              logo_customizado: z.string().nullable(),
              current: z.boolean(),
            }),
          ),
          can_create: z.boolean().meta({ description: 'Whether people may create organizations in this installation' }),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'organizations.own');
        const account = await accountOf(actor);
        const found = await Promise.all(
          organizationsOf(account).map(async (id) => {
            const [member, organization, shortName] = await Promise.all([
              ports.documents.get<MemberDocument>(id, 'members', account.id),
              context.organization(id),
              context.shortNameOf(id),
            ]);
            if (member?.active !== true || organization === undefined) return [];
            return [
              {
                id,
                name: organization.name,
                short_name: shortName,
                logo_customizado: logoOf(organization),
                current: id === actor.organizationId,
              },
            ];
          }),
        );
        return { body: { organizations: found.flat(), can_create: ports.settings.openOrganizations } };
      },
    }),
    route({
      method: 'post',
      path: '/auth/switch',
      secret: true,
      tag,
      summary: 'Come into another of your organizations',
      description:
        'Starts a session there and ends this one. Where your login takes two steps and this session gave no code, it answers `verifySession`, which `auth/mfa-login` takes with a code. Whoever came in by a provider of one organization logs in to the other one.',
      access: 'session',
      allows: 'organizations.own',
      whenBlocked: true,
      whenLacking: true,
      cost: 10,
      body: z.strictObject({ organization: organizationWord }),
      refuses: refuses(
        'empty_seat',
        'erasure.running',
        'invalid_token',
        'organization.here',
        'organization.not_found',
        'organization.sign_in',
      ),
      responses: { 200: z.union([loginAnswer, verifySession]) },
      handle: async ({ actor, body, raw, meta }) => {
        requireRight(actor, 'organizations.own');
        const [account, target] = await Promise.all([accountOf(actor), context.organizationNamed(body.organization)]);
        // One that somebody is not in is one that is not there.
        if (target === undefined || !organizationsOf(account).includes(target.id))
          throw notFound('organization.not_found');
        if (target.id === actor.organizationId) throw conflict('organization.here');
        const { factor } = await cameInAnywhere(raw);
        const place = await context.entrance(account, target.id);
        if (place === undefined) throw forbidden('empty_seat');
        const there = { ...account, organizationId: target.id };
        if (account.secondFactor === true && factor !== true)
          return { body: { verifySession: await context.factors.await(there, 'password') } };
        const before = hashOf(raw);
        const answer = await context.enter(
          there,
          place.roleId,
          { raw, meta, way: 'password' },
          { factor: factor === true, again: true },
        );
        await leave(actor, before);
        return answer;
      },
    }),
    route({
      method: 'post',
      path: '/v3/organizations',
      secret: true,
      tag,
      summary: 'Create an organization of your own',
      description:
        'You are its administrator, and this session goes on in it. Only where the operator of the installation lets people create organizations.',
      access: 'session',
      allows: 'organizations.own',
      limit: 'strict',
      body: z.strictObject({ name: organizationName }),
      refuses: refuses(
        'invalid_token',
        'organization.not_found',
        'organization.sign_in',
        'organization.too_many',
        'organizations.closed',
      ),
      responses: { 201: loginAnswer },
      handle: async ({ actor, body, raw, meta }) => {
        requireRight(actor, 'organizations.own');
        if (!ports.settings.openOrganizations) throw forbidden('organizations.closed');
        const { factor } = await cameInAnywhere(raw);
        const [account, here] = await Promise.all([accountOf(actor), context.organization(actor.organizationId)]);
        if (here === undefined) throw notFound('organization.not_found');
        const organizationId = newId();
        const { language, timezone, currencySymbol } = here;
        await context.execute(
          'joinOrganization',
          { accountId: account.id, organizationId },
          asSystem(meta, systemOrganization),
        );
        const { commitId } = await context.execute(
          'createOrganization',
          {
            organizationId,
            organizationName: body.name,
            accountId: account.id,
            name: account.name,
            email: account.email,
            language,
            timezone,
            currencySymbol,
          },
          asSystem(meta, organizationId),
        );
        await giveShortName(context, organizationId, body.name, meta);
        const before = hashOf(raw);
        const answer = await context.enter(
          { ...account, organizationId },
          adminRoleId,
          { raw, meta, way: 'password' },
          { status: 201, commitId, factor: factor === true, again: true },
        );
        await leave(actor, before);
        return answer;
      },
    }),
  ];
};
