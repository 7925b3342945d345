import { forbidden, type Actor } from '@tessera/kernel';

export type ConnectorsAction = 'imports.create' | 'imports.read' | 'imports.cancel';

/**
 * May this actor do this here? Importing makes a table (building 6: canCreateTables); what an import does is its
 * maker's and the administrators'.
 */
export const can = (actor: Actor, action: ConnectorsAction, makerId?: string): boolean => {
  if ((actor.kind !== 'user' && actor.kind !== 'token') || actor.organizationId === '') return false;
  const { admin, flags } = actor.permissions;
  switch (action) {
    case 'imports.create':
      return actor.seat !== 'viewer' && (admin || flags.create_table === 1);
    case 'imports.read':
    case 'imports.cancel':
      return makerId !== undefined && (admin || userOf(actor) === makerId);
    default:
      return false;
  }
};

/** The user who acts: a token acts for its user. */
export const userOf = (actor: Actor): string => actor.userId ?? actor.id;

export const requireCreate = (actor: Actor): void => {
  if (!can(actor, 'imports.create'))
    throw forbidden('connectors.forbidden', "You don't have permission to create tables.");
};
