import type { PermissionFlag, RolePermissions, TableAccess } from '@tessera/kernel';
import { accessTo, type Holder } from './can.ts';

/** The most that a token may do with one table, named by its id, or with every one (`*`). */
export type TokenScope = { readonly table: string; readonly access: TableAccess };

/** Access to a table, from the least to the most. */
export const accessLevels = ['view', 'edit', 'full'] as const satisfies readonly TableAccess[];
const rank = (access: TableAccess): number => accessLevels.indexOf(access);
const lower = (a: TableAccess, b: TableAccess): TableAccess => (rank(a) <= rank(b) ? a : b);
const higher = (a: TableAccess, b: TableAccess): TableAccess => (rank(a) >= rank(b) ? a : b);

/** Whether somebody may do all that the scopes name, so that they may make a token of them. */
export const within = (maker: Holder, scopes: readonly TokenScope[]): boolean =>
  scopes.every(({ table, access }) => {
    const own = accessTo(maker, table);
    return own !== undefined && rank(access) <= rank(own);
  });

/**
 * What a token with scopes may do: with each table what both its scopes and its owner's role of the moment give, and
 * nothing that a flag of the role opens.
 */
export const narrowed = (owner: Holder, scopes: readonly TokenScope[]): RolePermissions => {
  const { admin, flags, tables_enabled: named, tables_disabled: disabled } = owner.permissions;
  const { table_fields: fields, table_rows: rows } = owner.permissions;
  const most = new Map<string, TableAccess>();
  const every = scopes.find(({ table }) => table === '*')?.access;
  if (every !== undefined) for (const table of ['*', ...Object.keys(named)]) most.set(table, every);
  for (const { table, access } of scopes) most.set(table, higher(access, most.get(table) ?? every ?? access));
  const enabled = [...most].flatMap(([table, access]): [string, TableAccess][] => {
    const own = accessTo(owner, table);
    return own === undefined ? [] : [[table, lower(own, access)]];
  });
  return {
    admin: false,
    flags: Object.fromEntries(Object.keys(flags).map((flag) => [flag, 0])) as Record<PermissionFlag, 0>,
    tables_enabled: Object.fromEntries(enabled),
    tables_disabled: admin ? [] : disabled,
    ...(fields !== undefined && !admin && { table_fields: fields }),
    ...(rows !== undefined && !admin && { table_rows: rows }),
    dashboards_enabled: {},
    dashboards_disabled: [],
  };
};
