import { forbidden, type Actor } from '@tessera/kernel';
import { can, type AuthAction } from './can.ts';

/** Throws `forbidden` unless `can` allows it. */
export const requireRight = (actor: Actor, action: AuthAction): void => {
  if (!can(actor, action)) throw forbidden('forbidden', 'Your role does not allow this.', { right: action });
};
