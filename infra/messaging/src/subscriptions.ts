import type { Reaction } from '@tessera/event-store';
import type { Subscriptions, SubscriptionsOptions } from './port.ts';
import { defaultRetry, Stopped } from './handling.ts';
import { createSubscription } from './subscription.ts';

/**
 * Commits of its types wake a subscription; this only takes it past the others, bounds the harm of a wake that was
 * lost, and notices what an operator set due from another process.
 */
const lookEveryMs = 2_000;
/**
 * Under a stream of commits a reaction reads this often, many commits at a time: reading after each would cost more
 * than the handling.
 */
const gatherMs = 25;

/**
 * The place that each reaction has reached in its source's log and that the log does not have: it was taken back to an
 * earlier moment, and what is written in those places next would count as handled. Empty when all is well.
 */
export const reactionsAhead = async ({
  source,
  state,
  reactions,
}: Pick<SubscriptionsOptions, 'source' | 'state' | 'reactions'>) => {
  const ahead: { readonly reaction: Reaction; readonly epoch: number; readonly seq: number }[] = [];
  for (const reaction of reactions) {
    const reached = await state.offset(reaction.name);
    if (reached === undefined || reached.seq === 0) continue;
    const page = await source.tail(reaction.source, reached.seq - 1, 1, []);
    if (page.epoch < reached.epoch || (page.epoch === reached.epoch && page.through < reached.seq))
      ahead.push({ reaction, ...reached });
  }
  return ahead;
};

/**
 * Starts the reactions: each follows its source's log from its own durable offset, at least once, in order per stream
 * (docs/events.md 16). Throws when two reactions have one name.
 */
export const startSubscriptions = async (options: SubscriptionsOptions): Promise<Subscriptions> => {
  const { source, state, reactions } = options;
  const retry = { ...defaultRetry, ...options.retry };
  if (new Set(reactions.map((r) => r.name)).size !== reactions.length)
    throw new Error('two reactions have the same name');

  let stopping = false;
  const stop = Promise.withResolvers<void>();
  const pause = async (ms: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), stop.promise]);
    clearTimeout(timer);
  };

  const runners = reactions.map((reaction) => {
    let wake = Promise.withResolvers<void>();
    let idleWaiters: (() => void)[] = [];
    let woken = false;
    const subscription = createSubscription({
      reaction,
      source,
      state,
      retry,
      now: Date.now,
      pause,
      stopped: () => stopping,
      onFailure: (eventId, attempts, error) => options.onFailure?.(reaction.name, eventId, attempts, error),
    });

    const run = async (): Promise<void> => {
      await subscription.refreshAside();
      for (let broken = 0, lastRead = 0; !stopping;) {
        try {
          const early = lastRead + gatherMs - performance.now();
          if (early > 0 && idleWaiters.length === 0) await pause(early);
          lastRead = performance.now();
          woken = false;
          while (!stopping && (await subscription.step()));
          const next = await subscription.retryDue();
          broken = 0;
          if (stopping) return;
          if (woken) continue;
          if (next !== 0) {
            for (const resolve of idleWaiters.splice(0)) resolve();
            await sleep(Math.min(next ?? lookEveryMs, lookEveryMs));
          }
        } catch (error) {
          if (error instanceof Stopped || stopping) return;
          options.onFailure?.(reaction.name, '', (broken += 1), error);
          await pause(Math.min(100 * 2 ** broken, 5_000));
        }
      }
    };

    const sleep = async (ms: number): Promise<void> => {
      let timer: NodeJS.Timeout | undefined;
      wake = Promise.withResolvers();
      if (woken) return;
      await Promise.race([
        wake.promise,
        stop.promise,
        new Promise<void>((resolve) => (timer = setTimeout(resolve, ms).unref())),
      ]);
      clearTimeout(timer);
    };

    return {
      source: reaction.source,
      types: new Set(reaction.types),
      wake: (): void => {
        woken = true;
        wake.resolve();
      },
      idle: (): Promise<void> => new Promise((resolve) => idleWaiters.push(resolve)),
      done: run().finally(() => {
        subscription.end();
        for (const resolve of idleWaiters.splice(0)) resolve();
        idleWaiters = [];
      }),
    };
  });

  const unlisten = source.onCommitted(({ service, types }) => {
    for (const runner of runners)
      if (runner.source === service && (types === undefined || types.some((type) => runner.types.has(type))))
        runner.wake();
  });

  return {
    caughtUp: async () => {
      await Promise.all(
        runners.map((runner) => {
          const idle = runner.idle();
          runner.wake();
          return idle;
        }),
      );
    },
    stop: async () => {
      stopping = true;
      stop.resolve();
      unlisten();
      await Promise.all(runners.map((r) => r.done));
    },
  };
};
