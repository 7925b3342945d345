import type { Group } from '../data/groups.ts';
import { sumOf } from '../data/measures.ts';

/** One step of a funnel. `ofBefore`: which share of the step before it came here. */
export type Step = {
  readonly key: string;
  readonly value: number;
  readonly count: number;
  readonly ofBefore?: number;
};

/**
 * The steps of a funnel: the options that are named and there, else all of them, each with what its records come to.
 * `through`: what is at a step has come through those before it, so that each counts those beyond it.
 */
export const stepsOf = (
  options: readonly string[],
  named: readonly string[],
  groups: readonly Group[],
  { measured, through }: { readonly measured: boolean; readonly through: boolean },
): readonly Step[] => {
  const byKey = new Map(groups.map((group) => [group.key[0], group]));
  const known = named.filter((key) => options.includes(key));
  const own = (known.length > 0 ? known : options).map((key) => {
    const group = byKey.get(key);
    const count = group?.count ?? 0;
    return { key, count, value: measured ? Number(group?.values[0]?.value ?? 0) : count };
  });
  const reached = through
    ? own.map(({ key }, at) => {
        const beyond = own.slice(at);
        return {
          key,
          count: beyond.reduce((sum, { count }) => sum + count, 0),
          value: sumOf(beyond.map(({ value }) => value)),
        };
      })
    : own;
  return reached.map((step, at) => {
    const before = reached[at - 1];
    return before === undefined || before.value <= 0 ? step : { ...step, ofBefore: step.value / before.value };
  });
};
