import { forbidden } from '@tessera/kernel/rejection';
import type { Action } from './actions.ts';
import { can, type Holder } from './can.ts';

/** Words where the specification has them; else the general ones. */
const refusals: Readonly<Partial<Record<Action, readonly [code: string, message: string]>>> = {
  'imports.create': ['connectors.forbidden', "You don't have permission to create tables."],
  'installation.act': ['forbidden', 'Only the installation itself does this.'],
};

/** Throws `forbidden`, or the code that the action has of its own, unless `can` allows it. */
export const requireRight = (actor: Holder, action: Action, resource?: string): void => {
  if (can(actor, action, resource).allow) return;
  const [code, message] = refusals[action] ?? ['forbidden', 'Your role does not allow this.'];
  throw forbidden(code, message, { right: action });
};
