import { groupedMeta } from '@tessera/event-store/actions';
import { permissionFlags, type RolePermissions } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import { membersOf, rolesOf } from '../lists.ts';
import { photoOf } from '../pictures/address.ts';
import { refuses } from '../refusals.ts';
import { id, lengthOfRules, longestRules, pageLevel, permissions, roleId, tableRule } from '../schemas.ts';
import { mayManage } from './decide.ts';
import { profileDataOf, ruledTables } from './permissions.ts';

const name = z.string().trim().min(1).max(120);
const color = z.string().trim().min(1).max(40);
const people = z.array(id).max(1000);
const itemId = z.union([z.literal('*'), id]);

/** A path of this product: the host is left out, so that a role leads nowhere else; empty for none. */
const initialUrl = z
  .string()
  .trim()
  .max(2000)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '') return '';
    const path = text.replace(/^https?:\/\/[^/?#]*/i, '');
    if (path === '' || path === '/') return '';
    if (/^\/(?![/\\])/.test(path)) return path;
    context.addIssue({ code: 'custom', message: 'not a path of this product' });
    return z.NEVER;
  })
  .meta({ description: 'Where its people begin: a path such as /home; the host of an address is left out' });

const flag = z.union([z.literal(0), z.literal(1)]);
/** As `profile/list` answers it; parts that are left out are empty. */
const profileData = z
  .strictObject({
    admin: z.boolean().optional().meta({ description: 'Is never taken: the admin role is there from the beginning' }),
    flags: z.partialRecord(z.enum(permissionFlags), flag).optional(),
    tables_enabled: z
      .record(itemId, tableRule)
      .refine((all) => all['*'] === undefined || typeof all['*'] === 'string', 'all tables take a level alone')
      .refine(
        (all) => lengthOfRules(Object.values(all)) <= longestRules,
        `the rules for rows of a role hold at most ${longestRules} bytes together`,
      )
      .optional(),
    tables_disabled: z.array(id).max(10_000).optional(),
    dashboards_enabled: z.record(itemId, z.enum(['interact', 'full'])).optional(),
    dashboards_disabled: z.array(id).max(10_000).optional(),
    pages_enabled: z.record(itemId, pageLevel).optional(),
    pages_disabled: z.array(id).max(10_000).optional(),
    doc_pages_enabled: z.record(itemId, pageLevel).optional(),
    doc_pages_disabled: z.array(id).max(10_000).optional(),
  })
  .meta({ id: 'RolePermissionsWritten' });

const given = (data: z.infer<typeof profileData> | undefined): RolePermissions | undefined =>
  data && {
    admin: false,
    flags: Object.fromEntries(permissionFlags.map((one) => [one, data.flags?.[one] ?? 0])) as RolePermissions['flags'],
    ...ruledTables(data.tables_enabled ?? {}),
    tables_disabled: data.tables_disabled ?? [],
    dashboards_enabled: data.dashboards_enabled ?? {},
    dashboards_disabled: data.dashboards_disabled ?? [],
    pages_enabled: data.pages_enabled ?? {},
    pages_disabled: data.pages_disabled ?? [],
    doc_pages_enabled: data.doc_pages_enabled ?? {},
    doc_pages_disabled: data.doc_pages_disabled ?? [],
  };

const made = z.strictObject({ id: z.string() });
const manages = ['role.not_grantable', 'last_admin', 'user.not_found', 'role.too_many_people'] as const;

/** Roles: what people may do, by the rights of administration section 6. */
export const roleRoutes = (context: Context): RouteSet => {
  const { documents, store } = context.ports;

  return [
    route({
      method: 'post',
      path: '/profile/list',
      tag: 'auth',
      summary: 'The roles with their members',
      description: 'Each role with the people who have it, those with most people first.',
      access: 'api',
      allows: 'roles.read',
      whenViewing: true,
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
              manageable: z.boolean().meta({ description: 'Whether the caller may change it' }),
              updated_at: z.string().nullable(),
              updated_by: z.strictObject({ id_user: z.string(), name: z.string() }).nullable(),
            }),
          ),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'roles.read');
        const [members, all] = await Promise.all([
          membersOf(documents, actor.organizationId),
          rolesOf(documents, actor.organizationId),
        ]);
        const names = new Map(members.map((one) => [one.userId, one.name]));
        // What a role leaves out of tables is told to those who decide about it.
        const decides = can(actor, 'roles.manage').allow;
        const profiles = all.map(({ role, changedAt, changedBy = '' }) => ({
          id_profile: role.id,
          name: role.name,
          color: role.color,
          initial_url: role.initialUrl === '' ? null : role.initialUrl,
          members: members
            .filter((one) => one.roleId === role.id && !one.erased)
            .map((one) => ({ user_id: one.userId, user_name: one.name, photo_url: photoOf(one) })),
          profile_data: profileDataOf(role.permissions, decides),
          manageable: mayManage(actor, role),
          updated_at: changedAt === undefined ? null : new Date(changedAt).toISOString(),
          updated_by: names.has(changedBy) ? { id_user: changedBy, name: names.get(changedBy) ?? '' } : null,
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
    route({
      method: 'post',
      path: '/profile/create',
      tag: 'auth',
      summary: 'Make a role',
      description:
        'Nobody gives more rights than they have. The people in `members` get the role and lose the one they had.',
      access: 'session',
      allows: 'roles.manage',
      feature: 'roles',
      body: z.strictObject({
        profile_name: name,
        color,
        profile_data: profileData.optional(),
        members: people.optional(),
        initial_url: initialUrl.optional(),
      }),
      refuses: refuses(...manages),
      responses: { 201: made },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = {
          name: body.profile_name,
          color: body.color,
          initialUrl: body.initial_url ?? '',
          permissions: given(body.profile_data ?? {})!,
          members: [...new Set(body.members)],
        };
        const result = await context.execute('createRole', payload, meta);
        return written(result, { status: 201, body: result.answer });
      },
    }),
    route({
      method: 'post',
      path: '/profile/update',
      tag: 'auth',
      summary: 'Change a role',
      description:
        'Send what changes. `profile_data` replaces all rights: parts that are left out are empty. Who is in `members` gets the role; nobody loses it.',
      access: 'session',
      allows: 'roles.manage',
      feature: 'roles',
      body: z.strictObject({
        profile_id: roleId,
        profile_name: name.optional(),
        color: color.optional(),
        profile_data: profileData.optional(),
        members: people.optional(),
        initial_url: initialUrl.optional(),
      }),
      refuses: refuses(...manages, 'role.not_found', 'role.own', 'role.admin'),
      responses: { 200: made },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = {
          roleId: body.profile_id,
          name: body.profile_name,
          color: body.color,
          initialUrl: body.initial_url,
          permissions: given(body.profile_data),
          members: [...new Set(body.members)],
        };
        return written(await context.execute('changeRole', payload, meta), { body: { id: body.profile_id } });
      },
    }),
    route({
      method: 'post',
      path: '/profile/delete',
      tag: 'auth',
      summary: 'Delete a role',
      description:
        'Its people get the role `users_new_profile`; invitations to it are taken back. The admin role stays.',
      access: 'session',
      allows: 'roles.manage',
      body: z.strictObject({ profile_id: roleId, users_new_profile: roleId }),
      refuses: refuses(...manages, 'role.not_found', 'role.own', 'role.admin', 'role.same'),
      responses: { 204: 'empty' },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { roleId: body.profile_id, to: body.users_new_profile };
        return written(await context.execute('deleteRole', payload, meta), { status: 204 });
      },
    }),
    route({
      method: 'post',
      path: '/v4/duplicate/profile',
      tag: 'auth',
      summary: 'Copy a role',
      description: 'Makes a role with the same rights, colour and start page, and nobody in it.',
      access: 'session',
      allows: 'roles.manage',
      feature: 'roles',
      body: z.strictObject({ profile_id: roleId, profile_name: name.optional() }),
      refuses: refuses('role.not_grantable', 'role.not_found', 'role.own', 'role.admin'),
      responses: { 201: made },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { roleId: body.profile_id, name: body.profile_name };
        const result = await context.execute('duplicateRole', payload, meta);
        return written(result, { status: 201, body: result.answer });
      },
    }),
  ];
};
