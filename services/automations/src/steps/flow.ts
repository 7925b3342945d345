import {
  conditionOf,
  isMet,
  mostItems,
  resolve,
  type Compute,
  type Condition,
  type Scope,
} from '@tessera/proto/automations';
import { conflict } from '../refusals.ts';
import type { Carries } from './step.ts';

/** The values that a condition compares, in the places of its references. */
const shown = (condition: Condition, scope: Scope, compute: Compute): unknown => resolve(condition, scope, compute);

export const condition: Carries = {
  input: (config, scope, compute) => {
    const read = conditionOf(config['if']);
    return { if: read === undefined ? null : shown(read, scope, compute) };
  },
  run: async ({ input }) => {
    const read = conditionOf(input['if']);
    const met = read !== undefined && isMet(read, { trigger: null, steps: {} });
    return { output: { met }, lane: met ? 'then' : 'else' };
  },
};

export const loop: Carries = {
  run: async ({ input }) => {
    const over = input['over'];
    const items: readonly unknown[] = Array.isArray(over) ? over : over === null || over === undefined ? [] : [over];
    if (items.length > mostItems) throw conflict('automations.too_many_items');
    return { output: { items }, items };
  },
};

export const set: Carries = {
  run: async ({ input }) => ({ output: (input['values'] ?? {}) as Readonly<Record<string, unknown>> }),
};
