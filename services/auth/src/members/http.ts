import { fold } from '@tessera/kernel';
import { groupedMeta } from '@tessera/event-store/actions';
import { byPlace, pageAnswer, pageOf, pageQuery, route, type Place, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { MemberDocument } from '../projection.ts';
import { written, type Context } from '../context.ts';
import { membersOf, rolesOf } from '../lists.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { can, requireRight } from '@tessera/proto/rights';
import { id, permissions, roleId, seat } from '../schemas.ts';
import { refuses } from '../refusals.ts';

const placeOf = (one: MemberDocument): Place => [one.name, one.userId];

export const memberRoutes = (context: Context): RouteSet => {
  const { documents } = context.ports;
  const members = (organizationId: string) => membersOf(documents, organizationId);
  const roles = (organizationId: string) => rolesOf(documents, organizationId);

  return [
    route({
      method: 'get',
      path: '/v3/users',
      tag: 'auth',
      summary: 'People of the organization, by name',
      description:
        'Everyone with seat, role and whether they are active, in pages. Use the ids in user fields. `search` finds who has it in their name or e-mail.',
      access: 'api',
      allows: 'users.read',
      query: z.strictObject({ ...pageQuery, search: z.string().trim().min(1).max(200).optional() }),
      responses: {
        200: z.strictObject({
          ...pageAnswer,
          users: z.array(
            z
              .strictObject({
                id: z.string(),
                name: z.string(),
                email: z.string(),
                photo_url: z.string().nullable(),
                active: z.boolean(),
                erased: z.boolean().meta({ description: 'The person was forgotten: name and e-mail are empty' }),
                seat,
                role: z.strictObject({ id: z.string(), name: z.string() }),
                second_factor: z
                  .boolean()
                  .optional()
                  .meta({ description: 'Whether their login takes two steps; told to administrators alone' }),
              })
              .meta({ id: 'User' }),
          ),
        }),
      },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'users.read');
        const [people, all] = await Promise.all([members(actor.organizationId), roles(actor.organizationId)]);
        const names = new Map(all.map(({ role }) => [role.id, role.name]));
        const wanted = fold(query.search ?? '');
        const found = people
          .filter((one) => wanted === '' || fold(`${one.name}\n${one.email}`).includes(wanted))
          .toSorted((a, b) => byPlace(placeOf(a), placeOf(b)));
        const { page, next } = pageOf(found, placeOf, query);
        const tells = can(actor, 'second_factor.reset').allow;
        const accounts = tells ? await Promise.all(page.map((one) => context.account(one.userId))) : [];
        const users = page.map((one, at) => ({
          id: one.userId,
          name: one.name,
          email: one.email,
          photo_url: null,
          active: one.active,
          erased: one.erased === true,
          seat: one.seat,
          role: { id: one.roleId, name: names.get(one.roleId) ?? '' },
          ...(tells && { second_factor: accounts[at]?.secondFactor === true }),
        }));
        return { body: { users, ...(next !== undefined && { next }) } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/account/user/{id}',
      tag: 'auth',
      summary: "Change a person's seat, role, or whether they may come in",
      description: 'Send only what changes. The last active administrator on a builder seat keeps both.',
      access: 'session',
      allows: 'users.manage',
      params: z.strictObject({ id }),
      body: z.strictObject({ seat: seat.optional(), role: roleId.optional(), active: z.boolean().optional() }),
      refuses: refuses('last_admin', 'role.not_found', 'role.not_grantable', 'user.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, body, meta: own, headers }) => {
        const meta = await groupedMeta(context.ports.store, own, headers);
        const payload = { userId: params.id, seat: body.seat, roleId: body.role, active: body.active };
        return written(await context.execute('changeMember', payload, meta), { status: 204 });
      },
    }),
    route({
      method: 'post',
      path: '/profile/list',
      tag: 'auth',
      summary: 'The roles with their members',
      description: 'Each role with the people who have it.',
      access: 'api',
      allows: 'roles.read',
      body: z.strictObject({}),
      responses: {
        200: z.strictObject({
          profiles: z.array(
            z.strictObject({
              id_profile: z.string(),
              name: z.string(),
              color: z.string(),
              initial_url: z.string().nullable(),
              members: z.array(
                z.strictObject({ user_id: z.string(), user_name: z.string(), photo_url: z.string().nullable() }),
              ),
              profile_data: permissions,
            }),
          ),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'roles.read');
        const [people, all] = await Promise.all([members(actor.organizationId), roles(actor.organizationId)]);
        const profiles = all.map(({ role }) => ({
          id_profile: role.id,
          name: role.name,
          color: role.color,
          initial_url: role.initialUrl === '' ? null : role.initialUrl,
          members: people
            .filter((one) => one.roleId === role.id && !one.erased)
            .map((one) => ({ user_id: one.userId, user_name: one.name, photo_url: null })),
          profile_data: permissionsOf(role.permissions),
        }));
        return {
          body: {
            profiles: profiles.toSorted(
              (a, b) => b.members.length - a.members.length || Number(a.id_profile) - Number(b.id_profile),
            ),
          },
        };
      },
    }),
  ];
};
