import type { CommandHandler, CommandMeta, DecideEnv, Decision, ReadRequest } from './index.ts';

/**
 * The gate keeps one test of each class of fault; where this holds, its variants run too: `npm run test:soak`, and for
 * the tests on engines `npm run test:cluster`.
 */
export const everyVariant = process.env['TESSERA_VARIANTS'] === 'all';

/** Runs a loading against prepared results: `answers` gets each read and returns what the store would. */
export const runLoading = <S>(
  loading: Generator<ReadRequest, S, unknown>,
  answers: (request: ReadRequest) => unknown,
): S => {
  let step = loading.next();
  while (!step.done) step = loading.next(answers(step.value));
  return step.value;
};

/**
 * Given a loaded state, when a command is decided, then these events or this rejection: `given(state).when(handler,
 * command).then(...)`.
 */
export const given = <S>(state: S, env: Partial<DecideEnv> & { meta: CommandMeta }) => ({
  when: <C, E, A>(handler: CommandHandler<C, S, E, A>, command: C) => {
    let n = 0;
    const run = (): Decision<E> =>
      handler.decide(command, state, {
        now: 1_700_000_000_000,
        newId: () => `00000000000000000000000${String(++n).padStart(3, '0')}`,
        ...env,
      });
    return {
      /** The events decided. Throws the rejection if it was refused. */
      events: (): E[] => run().events.map((e) => e.event),
      decision: run,
      /** The code of the rejection; throws if the command was accepted. */
      rejection: (): { code: string; kind: string; details: unknown } => {
        try {
          run();
        } catch (error) {
          const { code, kind, details } = error as { code: string; kind: string; details: unknown };
          if (code === undefined) throw error;
          return { code, kind, details };
        }
        throw new Error('the command was accepted');
      },
    };
  },
});
