import { conditionOf, isMet, mostItems, resolve, type Condition } from '@tessera/proto/automations';
import { conflict } from '../refusals.ts';
import type { Carries } from './step.ts';

/** The values that a condition compares, in the places of its references. */
const shown = (condition: Condition, scope: Parameters<typeof resolve>[1]): unknown => resolve(condition, scope);

export const condition: Carries = {
  input: (config, scope) => {
    const read = conditionOf(config['if']);
    return { if: read === undefined ? null : shown(read, scope) };
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
