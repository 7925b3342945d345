import type { Actor } from '@tessera/kernel';

/** What auth's own commands and reads ask for. */
export type AuthAction =
  | 'session.read'
  | 'password.change'
  | 'users.read'
  | 'users.manage'
  | 'roles.read'
  | 'invitations.make'
  | 'invitations.read'
  | 'invitations.revoke'
  | 'tokens.manage';

/** The rights of building section 6 and administration section 6 that a browser is told, derived from role and seat. */
export type Rights = {
  readonly canCreateTables: boolean;
  readonly canCreateApps: boolean;
  readonly canManageUsers: boolean;
  readonly canManageWorkspaces: boolean;
  readonly canViewTablesPages: boolean;
  readonly canViewConnectorPage: boolean;
  readonly canViewOrgSettings: boolean;
  readonly isBuilder: boolean;
  readonly isAdmin: boolean;
};

/**
 * Creating is a builder's: the seat is needed beside the role's flag. Managing people and settings follows the role
 * alone.
 */
export const rightsOf = (actor: Actor): Rights => {
  const { admin, flags, tables_enabled: tables } = actor.permissions;
  const isBuilder = actor.seat === 'builder';
  const canCreateTables = isBuilder && (admin || flags.create_table === 1);
  return {
    isBuilder,
    isAdmin: admin,
    canCreateTables,
    canCreateApps: isBuilder && (admin || flags.create_dashboard === 1),
    canManageUsers: admin || flags.manage_users === 1,
    canManageWorkspaces: isBuilder && (admin || flags.manage_workspaces === 1),
    canViewTablesPages: admin || Object.keys(tables).length > 0,
    canViewConnectorPage: canCreateTables,
    canViewOrgSettings: admin || flags.access_settings === 1,
  };
};

/** May this actor do this here? Deny by default; one answer for commands and reads. */
export const can = (actor: Actor, action: AuthAction): boolean => {
  if (actor.kind !== 'user' && actor.kind !== 'token') return false;
  if (actor.organizationId === '') return false;
  switch (action) {
    case 'session.read':
    case 'users.read':
    case 'roles.read':
      return true;
    case 'password.change':
      return actor.kind === 'user';
    case 'users.manage':
    case 'invitations.make':
    case 'invitations.read':
    case 'invitations.revoke':
      return rightsOf(actor).canManageUsers;
    case 'tokens.manage':
      return actor.kind === 'user' && (actor.permissions.admin || actor.permissions.flags.development === 1);
    default:
      return false;
  }
};
