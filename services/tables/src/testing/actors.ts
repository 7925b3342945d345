import { newId, permissionFlags, type Actor, type CommandMeta, type RolePermissions, type Seat } from '@tessera/kernel';

const flags = (on: 0 | 1): RolePermissions['flags'] =>
  Object.fromEntries(permissionFlags.map((flag) => [flag, on])) as RolePermissions['flags'];

/** The default roles as auth hands them out. */
export const roles = {
  admin: {
    admin: true,
    flags: flags(1),
    tables_enabled: { '*': 'full' },
    tables_disabled: [],
    dashboards_enabled: { '*': 'full' },
    dashboards_disabled: [],
  },
  builder: {
    admin: false,
    flags: { ...flags(0), create_table: 1, create_dashboard: 1 },
    tables_enabled: { '*': 'full' },
    tables_disabled: [],
    dashboards_enabled: { '*': 'full' },
    dashboards_disabled: [],
  },
  member: {
    admin: false,
    flags: flags(0),
    tables_enabled: { '*': 'edit' },
    tables_disabled: [],
    dashboards_enabled: { '*': 'interact' },
    dashboards_disabled: [],
  },
  none: {
    admin: false,
    flags: flags(0),
    tables_enabled: {},
    tables_disabled: [],
    dashboards_enabled: {},
    dashboards_disabled: [],
  },
} as const satisfies Readonly<Record<string, RolePermissions>>;

export const actorOf = (
  organizationId: string,
  role: keyof typeof roles = 'admin',
  seat: Seat = role === 'member' ? 'member' : 'builder',
  id = newId(),
): Actor => ({
  organizationId,
  kind: 'user',
  id,
  userId: id,
  seat,
  roleId: role,
  permissionVersion: 1,
  permissions: roles[role],
});

export const metaOf = (actor: Actor, more: Partial<CommandMeta> = {}): CommandMeta => ({
  actor,
  origin: 'api',
  ...more,
});
