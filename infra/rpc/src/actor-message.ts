import {
  fieldRulesOf,
  pageRulesOf,
  permissionFlags,
  rowRulesOf,
  type Actor,
  type AppAccess,
  type PermissionFlag,
  type RolePermissions,
  type Seat,
  type TableAccess,
} from '@tessera/kernel';
import type { ActorMessage } from '@tessera/proto/auth/v1/service';

const permissionsOf = (message: ActorMessage['permissions']): RolePermissions => {
  const on = new Set(message?.flags ?? []);
  return {
    admin: message?.admin ?? false,
    flags: Object.fromEntries(permissionFlags.map((flag) => [flag, on.has(flag) ? 1 : 0])) as Record<
      PermissionFlag,
      0 | 1
    >,
    tables_enabled: Object.fromEntries(
      (message?.tablesEnabled ?? []).map(({ id, access }) => [id, access as TableAccess]),
    ),
    tables_disabled: message?.tablesDisabled ?? [],
    ...fieldRulesOf(message?.tableFields),
    ...rowRulesOf(message?.tableRows),
    dashboards_enabled: Object.fromEntries(
      (message?.dashboardsEnabled ?? []).map(({ id, access }) => [id, access as AppAccess]),
    ),
    dashboards_disabled: message?.dashboardsDisabled ?? [],
    ...(message !== undefined && pageRulesOf(message)),
  };
};

/** An actor as auth answers it. */
export const actorFromMessage = (message: ActorMessage): Actor => ({
  organizationId: message.organizationId,
  kind: message.kind as Actor['kind'],
  id: message.id,
  ...(message.userId !== '' && { userId: message.userId }),
  seat: message.seat as Seat,
  roleId: message.roleId,
  permissionVersion: message.permissionVersion,
  permissions: permissionsOf(message.permissions),
  ...(message.viewing !== undefined && {
    viewing: message.viewing.userId === '' ? {} : { userId: message.viewing.userId },
  }),
  ...(message.lacks === 'second_factor' && { lacks: message.lacks }),
  ...(message.hides.length > 0 && { hides: message.hides as NonNullable<Actor['hides']> }),
});
