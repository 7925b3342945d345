import { forbidden, type Actor } from '@tessera/kernel';

export type AppsAction = 'preferences.own' | 'home.read';

/**
 * Preferences and home are everybody's own: a signed-in person of an organization has them, a link or the system has
 * not.
 */
const can = (actor: Actor, action: AppsAction): boolean => {
  switch (action) {
    case 'preferences.own':
    case 'home.read':
      return actor.kind === 'user' && actor.organizationId !== '';
    default:
      return false;
  }
};

export const requireRight = (actor: Actor, action: AppsAction): void => {
  if (!can(actor, action)) throw forbidden('forbidden', 'Your role does not allow this.', { right: action });
};

export const personOf = (actor: Actor): string => actor.userId ?? actor.id;
