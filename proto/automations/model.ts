import { lanes, type Lane } from './type.ts';

/** A value that is known when a step runs: a literal of JSON, or a reference to what is known by then. */
export type Value = unknown;
export type Ref = { readonly ref: string };

export type Trigger = { readonly type: string; readonly config: Readonly<Record<string, unknown>> };
export type Step = {
  /** Of letters and digits; no other step of the automation has it. */
  readonly id: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
} & { readonly [L in Lane]?: readonly Step[] };

/** What of an automation runs. */
export type Program = { readonly trigger: Trigger; readonly steps: readonly Step[] };

/** The version of the shape that programs are kept in. */
export const shapeVersion = 1;

export const mostSteps = 100;
export const mostDepth = 5;
/** Of a program as JSON. */
export const mostProgramBytes = 200_000;
/** Of the items of a loop. */
export const mostItems = 100;
/** Steps that one run does, those of its loops included. */
export const mostDone = 2_000;

/** A step with the place of its list, as errors name it. */
export type Placed = {
  readonly step: Step;
  /** Names and places from the top: `steps.1.then.0`. */
  readonly at: string;
  readonly depth: number;
  /** The steps that it is in, from the outside. */
  readonly within: readonly Step[];
};

/** Every step, in the order in which people read them. */
export const everyStep = (
  steps: readonly Step[],
  at = 'steps',
  depth = 1,
  within: readonly Step[] = [],
): readonly Placed[] =>
  steps.flatMap((step, place) => [
    { step, at: `${at}.${place}`, depth, within },
    ...lanes.flatMap((lane) => everyStep(step[lane] ?? [], `${at}.${place}.${lane}`, depth + 1, [...within, step])),
  ]);

/** The steps that are surely or perhaps done before a step: those that its values may name. */
export const stepsBefore = (steps: readonly Step[], id: string): readonly Step[] => {
  const before: Step[] = [];
  const find = (list: readonly Step[]): boolean => {
    const mark = before.length;
    for (const step of list) {
      if (step.id === id) return true;
      const own = before.length;
      before.push(step);
      for (const lane of lanes) {
        if (find(step[lane] ?? [])) return true;
        // What a lane did is known behind it only if it was gone; so nothing of it may be named there.
        before.length = own + 1;
      }
    }
    if (list !== steps) before.length = mark;
    return false;
  };
  return find(steps) ? before : [];
};
