import type { Actor } from '@tessera/kernel';
import { requireFeature } from '@tessera/proto/rights';
import type { FieldState } from './state.ts';
import { typeOf } from './types.ts';

type Judged = Pick<FieldState, 'type' | 'props' | 'unique'>;

/** Throws where the plan lacks what a field needs that is new, or that did not need it before. */
export const requireFieldFeatures = (actor: Actor, after: Judged, before?: Judged): void => {
  const needs = ({ type, props }: Pick<FieldState, 'type' | 'props'>) => typeOf(type)?.needs?.(props);
  const needed = needs(after);
  if (needed !== undefined && (before === undefined || needs(before) !== needed)) requireFeature(actor, needed);
  if (after.unique && before?.unique !== true) requireFeature(actor, 'advancedBusinessFeatures');
};
