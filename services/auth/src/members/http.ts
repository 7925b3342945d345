import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import type { MemberDocument, RoleDocument } from '../projection.ts';
import { permissionsOf } from '../roles/permissions.ts';
import { requireRight } from '@tessera/proto/rights';
import { id, permissions, roleId, seat } from '../schemas.ts';

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

export const memberRoutes = (context: Context): RouteSet => {
  const { documents } = context.ports;
  const members = (organizationId: string) => documents.find<MemberDocument>(organizationId, 'members', {}, 2000);
  const roles = (organizationId: string) => documents.find<RoleDocument>(organizationId, 'roles', {}, 500);

  return [
    route({
      method: 'get',
      path: '/v3/users',
      tag: 'auth',
      summary: 'Everybody of the organization',
      access: 'api',
      allows: 'users.read',
      responses: {
        200: z.strictObject({
          users: z.array(
            z
              .strictObject({
                id: z.string(),
                name: z.string(),
                email: z.string(),
                photo_url: z.string().nullable(),
                active: z.boolean(),
                seat: z.string(),
                role: z.strictObject({ id: z.string(), name: z.string() }),
              })
              .meta({ id: 'User' }),
          ),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'users.read');
        const [people, all] = await Promise.all([members(actor.organizationId), roles(actor.organizationId)]);
        const names = new Map(all.map(({ role }) => [role.id, role.name]));
        const users = people.map((one) => ({
          id: one.userId,
          name: one.name,
          email: one.email,
          photo_url: null,
          active: one.active,
          seat: one.seat,
          role: { id: one.roleId, name: names.get(one.roleId) ?? '' },
        }));
        return { body: { users: users.toSorted(byName) } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/account/user/{id}',
      tag: 'auth',
      summary: "Change a person's seat, role, or whether they may come in",
      access: 'session',
      allows: 'users.manage',
      params: z.strictObject({ id }),
      body: z.strictObject({ seat: seat.optional(), role: roleId.optional(), active: z.boolean().optional() }),
      responses: { 204: 'empty' },
      handle: async ({ params, body, meta }) => {
        const payload = { userId: params.id, seat: body.seat, roleId: body.role, active: body.active };
        return written(await context.execute('changeMember', payload, meta), { status: 204 });
      },
    }),
    route({
      method: 'post',
      path: '/profile/list',
      tag: 'auth',
      summary: 'The roles with their members',
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
            .filter((one) => one.roleId === role.id)
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
