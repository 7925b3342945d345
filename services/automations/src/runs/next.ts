import type { Step } from '@tessera/proto/automations';
import type { Steps } from './evolve.ts';

/** Where in its loops a step stands: the id of each loop, its path, and the place of the item. */
export type Turn = { readonly id: string; readonly path: string; readonly index: number };
/** A step at its place, with what its values may name: the steps before it, by the path of each. */
export type Place = {
  readonly step: Step;
  readonly path: string;
  readonly before: readonly { readonly id: string; readonly path: string }[];
  readonly turns: readonly Turn[];
};

export type Todo =
  | ({ readonly do: 'step'; readonly attempts: number; readonly begun: boolean } & Place)
  /** It waits: with no failed try because it is to. */
  | ({ readonly do: 'wait'; readonly until: number; readonly attempts: number } & Place)
  /** Somebody answered what it asks. */
  | ({ readonly do: 'answer'; readonly lane: 'then' | 'else'; readonly by: string; readonly attempts: number } & Place)
  | { readonly do: 'fail'; readonly path: string; readonly code: string; readonly reason: string }
  | { readonly do: 'end' };

export const pathOf = (id: string, turns: readonly Turn[]): string =>
  turns.length === 0 ? id : `${id}@${turns.map(({ index }) => index).join('.')}`;

/** The id of the step that a path leads to. */
export const stepIdOf = (path: string): string => path.split('@')[0]!;

/** What a run does next: the first step, in the order of the program, that did not come to its end. */
export const nextOf = (program: readonly Step[], steps: Steps): Todo => {
  const walk = (list: readonly Step[], outer: Place['before'], turns: readonly Turn[]): Todo | undefined => {
    const before = [...outer];
    for (const step of list) {
      const path = pathOf(step.id, turns);
      const place: Place = { step, path, before: [...before], turns };
      const known = steps[path];
      if (known === undefined) return { do: 'step', attempts: 0, begun: false, ...place };
      const { state, attempts, until, code, reason } = known;
      if (state === 'begun') return { do: 'step', attempts, begun: true, ...place };
      if (state === 'delayed') return { do: 'wait', until, attempts, ...place };
      if (state === 'answered')
        return { do: 'answer', lane: known.lane === 'then' ? 'then' : 'else', by: known.by ?? '', attempts, ...place };
      if (state === 'failed') return { do: 'fail', path, code, reason };
      before.push({ id: step.id, path });
      const lane = known.lane === 'then' || known.lane === 'else' ? step[known.lane] : undefined;
      const within = walk(lane ?? [], before, turns);
      if (within !== undefined) return within;
      for (let index = 0; index < known.items; index++) {
        const turn = { id: step.id, path, index };
        const inLoop = walk(step.each ?? [], before, [...turns, turn]);
        if (inLoop !== undefined) return inLoop;
      }
    }
    return undefined;
  };
  return walk(program, [], []) ?? { do: 'end' };
};
