import { can, type Holder } from './can.ts';

/**
 * The rights of building section 6 and administration section 6 by the names under which a browser is told them, derived
 * from role and seat.
 */
export const rightsOf = (actor: Holder) => ({
  canCreateTables: can(actor, 'tables.create').allow,
  canCreateApps: can(actor, 'apps.create').allow,
  canManageUsers: can(actor, 'users.manage').allow,
  canManageWorkspaces: can(actor, 'workspaces.manage').allow,
  canViewTablesPages: can(actor, 'tables.list').allow,
  canViewConnectorPage: can(actor, 'imports.create').allow,
  canViewTrash: can(actor, 'trash.view').allow,
  canViewOrgSettings: can(actor, 'settings.view').allow,
  isBuilder: actor.seat === 'builder',
  isAdmin: actor.permissions.admin,
});
export type Rights = ReturnType<typeof rightsOf>;
export type RightName = keyof Rights;

/** The rights that a table's answer carries for its reader. */
export const tableRightsOf = (actor: Holder, tableId: string) => {
  const [create, update, remove] = (['records.create', 'records.update', 'records.delete'] as const).map(
    (action) => can(actor, action, tableId).allow,
  ) as [boolean, boolean, boolean];
  return {
    canManageFieldsAndConfig: can(actor, 'fields.manage', tableId).allow,
    canCreateRecords: create,
    canEditRecords: update,
    canDeleteRecords: remove,
    canManageViews: can(actor, 'views.manage', tableId).allow,
    isReadOnly: !create && !update && !remove,
  };
};
