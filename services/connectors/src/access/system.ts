import { permissionFlags, type CommandMeta, type PermissionFlag } from '@tessera/kernel';

/** The service itself, where it follows what happened elsewhere; it has no right that a person is asked for. */
export const asSystem = (organizationId: string): CommandMeta => ({
  origin: 'system',
  actor: {
    organizationId, kind: 'system', id: 'connectors', seat: 'viewer', roleId: '', permissionVersion: 0,
    permissions: {
      admin: false, tables_enabled: {}, tables_disabled: [], dashboards_enabled: {}, dashboards_disabled: [],
      flags: Object.fromEntries(permissionFlags.map((flag) => [flag, 0])) as Record<PermissionFlag, 0>,
    },
  },
});
