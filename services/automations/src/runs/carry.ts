import { isRejection, type Actor } from '@tessera/kernel';
import { mostDone, type Compute, type Scope } from '@tessera/proto/automations';
import type { Cause } from '../access/tables.ts';
import { conflict } from '../refusals.ts';
import { carries, inputOf } from '../steps/list.ts';
import type { Hands, Outcome } from '../steps/step.ts';
import type { Run } from './evolve.ts';
import type { Place } from './next.ts';
import { triggerPath, type Payload } from './payloads.ts';

export type Got = (path: string) => Promise<Payload | undefined>;

/** What the values of a step may name: its trigger, the steps before it, and the items of the loops that it is in. */
export const scopeOf = async ({ before, turns }: Pick<Place, 'before' | 'turns'>, got: Got): Promise<Scope> => {
  const steps: Record<string, unknown> = {};
  for (const { id, path } of before) steps[id] = (await got(path))?.output;
  for (const { id, path, index } of turns) {
    const items = (await got(path))?.output['items'];
    steps[id] = { item: Array.isArray(items) ? (items[index] as unknown) : null, index };
  }
  return { trigger: (await got(triggerPath))?.output ?? null, steps };
};

/** Carries one step out, really or as a test. Throws a Rejection. */
export const carryOut = async (
  place: Place,
  scope: Scope,
  {
    actor,
    cause,
    hands,
    compute,
    now,
    begun,
    simulated,
  }: {
    readonly compute: Compute;
    readonly now: number;
    readonly actor: Actor;
    readonly cause: Cause;
    readonly hands: Hands;
    readonly begun: boolean;
    readonly simulated: boolean;
  },
): Promise<{ readonly input: Readonly<Record<string, unknown>>; readonly outcome: Outcome }> => {
  const input = inputOf(place.step, scope, compute);
  const carried = carries(place.step.type);
  if (carried === undefined) throw conflict('automations.not_ready');
  const outcome = await carried.run({ ...hands, input, actor, cause, now, begun, simulated });
  return { input, outcome };
};

export const causeOf = ({ id: runId, cause }: Pick<Run, 'id' | 'cause'>, path: string): Cause => ({
  runId,
  key: `${runId}:${path}`,
  commitId: cause.commitId,
  depth: cause.depth,
});

/** Why a step failed, as its people read it. Undefined where it is tried again. */
export const failureOf = (
  error: unknown,
): { readonly code: string; readonly reason: string; readonly again: boolean } =>
  isRejection(error)
    ? { code: error.code, reason: error.message.slice(0, 1_000), again: error.kind === 'unavailable' }
    : { code: 'automations.unexpected', reason: 'Something unexpected happened.', again: true };

/** Refuses what would never end. */
export const bounded = ({ steps }: Pick<Run, 'steps'>): void => {
  if (Object.keys(steps).length >= mostDone) throw conflict('automations.too_many_done');
};
