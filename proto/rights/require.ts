import { passedOn } from '@tessera/kernel/rejection';
import { ruleOf, type Action } from './actions.ts';
import { can, type Holder } from './can.ts';

/** Throws `forbidden`, or the code that the action has of its own, unless `can` allows it. */
export const requireRight = (actor: Holder, action: Action, resource?: string): void => {
  if (can(actor, action, resource).allow) return;
  const [code, message] = ruleOf(action).refusal ?? ['forbidden', 'Your role does not allow this.'];
  throw passedOn('forbidden', code, message, { right: action });
};
