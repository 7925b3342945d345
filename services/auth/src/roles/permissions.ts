import {
  fieldRulesOf,
  pageRulesOf,
  permissionFlags,
  rowRulesOf,
  type FieldRules,
  type PermissionFlag,
  type RolePermissions,
  type RowRule,
  type Seat,
  type TableAccess,
} from '@tessera/kernel';
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
  ...fieldRulesOf(wire?.tableFields),
  ...rowRulesOf(wire?.tableRows),
  dashboards_enabled: Object.fromEntries(
    (wire?.dashboardsEnabled ?? []).map(({ id, access }) => [id, access]),
  ) as RolePermissions['dashboards_enabled'],
  dashboards_disabled: wire?.dashboardsDisabled ?? [],
  ...(wire !== undefined && pageRulesOf(wire)),
});

/** Access to tables as the API has it: a level, or one with the rows that are shown and the fields that are left out. */
export type TableRule =
  | TableAccess
  | {
      readonly access: TableAccess;
      readonly rows?: RowRule | undefined;
      readonly hidden_fields?: readonly string[] | undefined;
      readonly read_only_fields?: readonly string[] | undefined;
    };

/** Access to tables and what is left out of them, from what the API is sent. */
export const ruledTables = (
  rules: Readonly<Record<string, TableRule>>,
): Pick<RolePermissions, 'tables_enabled' | 'table_fields' | 'table_rows'> => {
  const unique = (ids: readonly string[] = []): readonly string[] => [...new Set(ids)].toSorted();
  const fields = Object.entries(rules).flatMap(([table, rule]): [string, FieldRules][] => {
    if (typeof rule === 'string') return [];
    const hidden = unique(rule.hidden_fields);
    const readOnly = unique(rule.read_only_fields).filter((one) => !hidden.includes(one));
    return hidden.length + readOnly.length === 0 ? [] : [[table, { hidden, readOnly }]];
  });
  const rows = Object.entries(rules).flatMap(([table, rule]): [string, RowRule][] =>
    typeof rule === 'string' || rule.rows === undefined ? [] : [[table, rule.rows]],
  );
  return {
    tables_enabled: Object.fromEntries(
      Object.entries(rules).map(([table, rule]) => [table, typeof rule === 'string' ? rule : rule.access]),
    ),
    ...(fields.length > 0 && { table_fields: Object.fromEntries(fields) }),
    ...(rows.length > 0 && { table_rows: Object.fromEntries(rows) }),
  };
};

const noPages = { pages_enabled: {}, pages_disabled: [], doc_pages_enabled: {}, doc_pages_disabled: [] } as const;

/** Role data as the API answers it; with `ruled`, what it leaves out of tables as well. */
export const profileDataOf = (wire: WirePermissions | undefined, ruled: boolean) => {
  const { table_fields: fields = {}, table_rows: rows = {}, tables_enabled: levels, ...data } = permissionsOf(wire);
  const rules = Object.entries(levels).map(([table, access]): [string, TableRule] => {
    const shown = rows[table];
    if (!ruled || (fields[table] === undefined && shown === undefined)) return [table, access];
    const { hidden, readOnly } = fields[table] ?? { hidden: [], readOnly: [] };
    return [
      table,
      {
        access,
        ...(shown !== undefined && { rows: shown }),
        ...(hidden.length > 0 && { hidden_fields: hidden }),
        ...(readOnly.length > 0 && { read_only_fields: readOnly }),
      },
    ];
  });
  return { ...noPages, ...data, tables_enabled: Object.fromEntries(rules) };
};

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
    tableFields: Object.entries(role.table_fields ?? {})
      .map(([tableId, { hidden, readOnly }]) => ({ tableId, hidden: [...hidden], readOnly: [...readOnly] }))
      .toSorted((a, b) => (a.tableId < b.tableId ? -1 : 1)),
    tableRows: Object.entries(role.table_rows ?? {})
      .map(([tableId, rule]) => ({ tableId, filterJson: JSON.stringify(rule) }))
      .toSorted((a, b) => (a.tableId < b.tableId ? -1 : 1)),
    pages: { enabled: accessList(role.pages_enabled ?? {}), disabled: [...(role.pages_disabled ?? [])] },
    docPages: { enabled: accessList(role.doc_pages_enabled ?? {}), disabled: [...(role.doc_pages_disabled ?? [])] },
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
    tableFields: [],
    tableRows: [],
    pages: undefined,
    docPages: undefined,
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
