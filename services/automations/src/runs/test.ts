import type { Actor } from '@tessera/kernel';
import { everyStep, type Compute, type Program } from '@tessera/proto/automations';
import { carryOut, failureOf, scopeOf } from './carry.ts';
import type { StepState } from './evolve.ts';
import type { Hands } from '../steps/step.ts';
import { nextOf, stepIdOf } from './next.ts';
import { waits } from './waits.ts';
import { triggerPath, type Payload } from './payloads.ts';
import { stepType } from '@tessera/proto/automations';

/** Steps of one test: it answers a request. */
const mostSteps = 100;

export type Tested = {
  readonly id: string;
  readonly path: string;
  readonly state: 'done' | 'failed' | 'skipped';
  readonly input: unknown;
  readonly output: unknown;
  readonly error: { readonly code: string; readonly reason: string } | null;
  /** It would have changed something, and did not. */
  readonly simulated: boolean;
};

/** Goes through an automation as a run would: what is read is real, what would change something is said and not done. */
export const testRun = async (
  program: Program,
  trigger: Payload['output'],
  actor: Actor,
  hands: Hands,
  compute: Compute,
  now: number,
): Promise<readonly Tested[]> => {
  const steps: Record<string, StepState> = {};
  const payloads = new Map<string, Payload>([[triggerPath, { input: {}, output: trigger }]]);
  const tested: Tested[] = [];
  const cause = { runId: '', key: '', commitId: '', depth: 0 };
  for (let count = 0; count < mostSteps; count++) {
    const todo = nextOf(program.steps, steps);
    if (todo.do !== 'step') break;
    const { path, step } = todo;
    const effect = stepType(step.type)?.effect ?? 'none';
    const told = { id: step.id, path, simulated: effect !== 'none' || waits(step.type) };
    const state = { attempts: 1, at: 0, until: 0, lane: '', items: 0, code: '', reason: '' };
    try {
      const scope = await scopeOf(todo, async (at) => payloads.get(at));
      const given = { actor, cause, hands, compute, now, begun: false, simulated: true };
      const { input, outcome } = await carryOut(todo, scope, given);
      payloads.set(path, { input, output: outcome.output });
      steps[path] = { ...state, state: 'done', lane: outcome.lane ?? '', items: outcome.items?.length ?? 0 };
      tested.push({ ...told, state: 'done', input, output: outcome.output, error: null });
    } catch (error) {
      const { code, reason } = failureOf(error);
      steps[path] = { ...state, state: 'failed', code, reason };
      tested.push({ ...told, state: 'failed', input: null, output: null, error: { code, reason } });
    }
  }
  const reached = new Set(tested.map(({ path }) => stepIdOf(path)));
  const skipped = everyStep(program.steps).flatMap(({ step: { id } }): readonly Tested[] =>
    reached.has(id)
      ? []
      : [{ id, path: id, state: 'skipped', input: null, output: null, error: null, simulated: false }],
  );
  return [...tested, ...skipped];
};
