import { fold } from '@tessera/kernel';
import { groupedMeta } from '@tessera/event-store/actions';
import { byPlace, pageAnswer, pageOf, pageQuery, route, type Place, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { photoOf } from '../pictures/address.ts';
import type { MemberDocument } from '../projection.ts';
import { written, type Context } from '../context.ts';
import { membersOf, rolesOf } from '../lists.ts';
import { can, requireRight } from '@tessera/proto/rights';
import { id, roleId, seat } from '../schemas.ts';
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
          photo_url: photoOf(one),
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
  ];
};
