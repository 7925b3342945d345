import { permissionFlags, type Actor, type CommandMeta, type RolePermissions } from '@tessera/kernel';

const permissions: RolePermissions = {
  admin: true,
  flags: Object.fromEntries(permissionFlags.map((f) => [f, 1])) as RolePermissions['flags'],
  tables_enabled: { '*': 'full' },
  tables_disabled: [],
  dashboards_enabled: { '*': 'full' },
  dashboards_disabled: [],
};

export const actorOf = (organizationId: string, id = 'ana'): Actor => ({
  organizationId,
  kind: 'user',
  id,
  userId: id,
  seat: 'builder',
  roleId: 'admin',
  permissionVersion: 1,
  permissions,
});

const known = new Map<string, Actor>();
export const metaFor = (organizationId: string, more: Partial<CommandMeta> = {}): CommandMeta => {
  let actor = known.get(organizationId);
  if (actor === undefined) known.set(organizationId, (actor = actorOf(organizationId)));
  return { actor, origin: 'api', ...more };
};
