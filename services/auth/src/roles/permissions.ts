import { permissionFlags, type PermissionFlag, type RolePermissions, type Seat } from '@tessera/kernel';
import type { Role } from '../evolve.ts';

type WirePermissions = NonNullable<NonNullable<Role>['permissions']>;

const flagsOf = (on: readonly string[]): Record<PermissionFlag, 0 | 1> =>
  Object.fromEntries(permissionFlags.map((flag) => [flag, on.includes(flag) ? 1 : 0])) as Record<PermissionFlag, 0 | 1>;

/** Role data as services read it, from the shape that events and calls carry. */
export const permissionsOf = (wire: WirePermissions | undefined): RolePermissions => ({
  admin: wire?.admin ?? false,
  flags: flagsOf(wire?.flags ?? []),
  tables_enabled: Object.fromEntries(
    (wire?.tablesEnabled ?? []).map(({ id, access }) => [id, access]),
  ) as RolePermissions['tables_enabled'],
  tables_disabled: wire?.tablesDisabled ?? [],
  dashboards_enabled: Object.fromEntries(
    (wire?.dashboardsEnabled ?? []).map(({ id, access }) => [id, access]),
  ) as RolePermissions['dashboards_enabled'],
  dashboards_disabled: wire?.dashboardsDisabled ?? [],
});

/** The same as events and calls carry it. */
export const wireOf = (role: RolePermissions): WirePermissions => {
  const accessList = (map: Readonly<Record<string, string>>) =>
    Object.entries(map)
      .map(([id, access]) => ({ id, access }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    admin: role.admin,
    flags: permissionFlags.filter((flag) => role.flags[flag] === 1),
    tablesEnabled: accessList(role.tables_enabled),
    tablesDisabled: [...role.tables_disabled],
    dashboardsEnabled: accessList(role.dashboards_enabled),
    dashboardsDisabled: [...role.dashboards_disabled],
  };
};

const everyTable = (access: string) => [{ id: '*', access }];
const role = (id: string, name: string, color: string, permissions: Partial<WirePermissions>): NonNullable<Role> => ({
  id,
  name,
  color,
  initialUrl: '',
  permissions: {
    admin: false,
    flags: [],
    tablesEnabled: [],
    tablesDisabled: [],
    dashboardsEnabled: [],
    dashboardsDisabled: [],
    ...permissions,
  },
});

export const adminRoleId = '1';
/** The seat that an administrator is appointed to. */
export const adminSeat: Seat = 'builder';

/**
 * Whether a member can do everything in the organization, which needs one such at all times. One on a lower seat cannot:
 * nobody gives a seat that is higher than their own, so nobody could give it back.
 */
export const isAdministrator = (member: {
  readonly roleId: string;
  readonly seat: string;
  readonly active: boolean;
}): boolean => member.active && member.roleId === adminRoleId && member.seat === adminSeat;

/** What every organization starts with, each with the seat that it goes with. */
export const defaultRoles: readonly { readonly role: NonNullable<Role>; readonly seat: Seat }[] = [
  {
    seat: 'builder',
    role: role(adminRoleId, 'Admin', 'violet', {
      admin: true,
      flags: [...permissionFlags],
      tablesEnabled: everyTable('full'),
      dashboardsEnabled: everyTable('full'),
    }),
  },
  {
    seat: 'builder',
    role: role('2', 'Builder', 'blue', {
      flags: [
        'manage_users',
        'create_table',
        'create_dashboard',
        'create_doc_pages',
        'delete_doc_pages',
        'manage_tricks',
        'manage_workspaces',
        'development',
      ],
      tablesEnabled: everyTable('full'),
      dashboardsEnabled: everyTable('full'),
    }),
  },
  {
    seat: 'member',
    role: role('3', 'Member', 'green', {
      tablesEnabled: everyTable('edit'),
      dashboardsEnabled: everyTable('interact'),
    }),
  },
];
