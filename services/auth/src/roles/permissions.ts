import { permissionFlags, type Actor, type PermissionFlag, type RolePermissions, type Seat } from '@tessera/kernel';
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

/** What every organization starts with, each with the seat that it goes with (administration 3; MAIN-JOB 4). */
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

const tableRank = { view: 1, edit: 2, full: 3 } as const;
const appRank = { interact: 1, full: 2 } as const;
const seatRank = { viewer: 1, member: 2, builder: 3 } as const;

const mapWithin = (
  wanted: Readonly<Record<string, string>>,
  held: Readonly<Record<string, string>>,
  withheld: readonly string[],
  ranks: Readonly<Record<string, number>>,
): boolean =>
  Object.entries(wanted).every(([id, access]) => {
    const own = id !== '*' && withheld.includes(id) ? undefined : (held[id] ?? held['*']);
    return own !== undefined && (ranks[own] ?? 0) >= (ranks[access] ?? Number.POSITIVE_INFINITY);
  });

/**
 * Whether every right of `wanted` and the seat is one that the actor holds: nobody grants more than that (SECURITY.md
 * 3).
 */
export const mayGrant = (actor: Actor, wanted: RolePermissions, seat: Seat): boolean => {
  const own = actor.permissions;
  if (seatRank[seat] > seatRank[actor.seat]) return false;
  if (own.admin) return true;
  if (wanted.admin) return false;
  if (permissionFlags.some((flag) => wanted.flags[flag] === 1 && own.flags[flag] !== 1)) return false;
  // A wildcard gives also what is withheld from the actor by name, unless it is withheld there too.
  const wildcards = (
    enabled: Readonly<Record<string, string>>,
    disabled: readonly string[],
    ownDisabled: readonly string[],
  ) => enabled['*'] === undefined || ownDisabled.every((id) => disabled.includes(id));
  return (
    mapWithin(wanted.tables_enabled, own.tables_enabled, own.tables_disabled, tableRank) &&
    mapWithin(wanted.dashboards_enabled, own.dashboards_enabled, own.dashboards_disabled, appRank) &&
    wildcards(wanted.tables_enabled, wanted.tables_disabled, own.tables_disabled) &&
    wildcards(wanted.dashboards_enabled, wanted.dashboards_disabled, own.dashboards_disabled)
  );
};
