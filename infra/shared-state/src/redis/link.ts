import { counter, gauges } from '@tessera/telemetry';
import { createClient } from 'redis';

export type RedisOptions = {
  /** `redis://` or `rediss://`, with user, password and number of the database where there are. */
  readonly url: string;
  /** Shown to a server that asks who connects, PEM; only by TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  /** Put before every key; for installations that share a server. */
  readonly prefix?: string;
  /**
   * How long an answer is waited for, in ms; default 150. Then the server counts as away for a moment, and nobody
   * waits.
   */
  readonly deadlineMs?: number;
  /** Told of what failed; it is tried again by itself. */
  readonly onFailure?: (error: unknown) => void;
};

const reconnects = counter(
  'tessera_shared_state_reconnects_total',
  'Times that the shared state found its server again.',
);
const up = gauges('tessera_shared_state_connected', 'Connections of the shared state that are up.');

const connectMs = 3_000;
const pingEveryMs = 1_000;
const silentPings = 3;
/** After a failure so long nobody asks: a paused server would cost each request its whole deadline. */
const restMs = 500;

const makeClient = ({ url, certificate }: RedisOptions) =>
  createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: false,
      ...(certificate !== undefined && url.startsWith('rediss:') && { tls: true as const, ...certificate }),
    },
  });
export type Client = ReturnType<typeof makeClient>;

/** What failed, by the engine's name and without its address; refused credentials are told apart from silence. */
const told = (error: unknown): Error => {
  const message = error instanceof Error ? error.message : String(error);
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR AUTH|ERR invalid password)/.test(message)
    ? new Error('Redis refuses the user or password of its address', { cause: error })
    : new Error(`Redis does not answer: ${message}`, { cause: error });
};

/** Rejects after `ms`, whatever becomes of the work. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * A connection that is made anew for ever, each call with a deadline of its own: a paused server answers nothing, not
 * even a connection attempt.
 */
export const openLink = (options: RedisOptions) => {
  const { deadlineMs = 150, onFailure } = options;
  let client: Client | undefined;
  let restingUntil = 0;
  /** Whether the last question was answered: between two questions of a server that is silent nothing has changed. */
  let answers = false;
  let closed = false;
  let first = true;
  const close = Promise.withResolvers<void>();
  const connected = Promise.withResolvers<void>();
  const isUp = (): boolean => client !== undefined && performance.now() >= restingUntil;
  const isReady = (): boolean => client !== undefined && answers;
  const untrack = up.track({}, () => (isReady() ? 1 : 0));
  const rest = (): void => {
    answers = false;
    restingUntil = performance.now() + restMs;
  };

  const pause = async (ms: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([close.promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
  };

  /** One connection from its making until it is lost. */
  const live = async (): Promise<void> => {
    const mine = makeClient(options);
    const lost = Promise.withResolvers<void>();
    mine.on('error', (error) => {
      onFailure?.(told(error));
      lost.resolve();
    });
    mine.on('end', () => lost.resolve());
    try {
      const connecting = mine.connect();
      // It may still reject when nobody waits for it any more.
      connecting.catch(() => undefined);
      await within(connectMs, connecting);
      // Without credentials a server that demands them still lets clients connect.
      await within(connectMs, mine.ping());
      client = mine;
      restingUntil = 0;
      answers = true;
      if (first) connected.resolve();
      else reconnects.add({});
      first = false;
      for (let silent = 0, over = false; silent < silentPings && !over && !closed;) {
        over = await Promise.race([lost.promise.then(() => true), pause(pingEveryMs).then(() => false)]);
        if (over || closed) break;
        try {
          await within(pingEveryMs, mine.ping());
          silent = 0;
          answers = true;
        } catch {
          silent += 1;
          rest();
        }
      }
    } finally {
      client = undefined;
      try {
        mine.destroy();
      } catch {
        // It had not begun, or is over already.
      }
    }
  };

  const running = (async () => {
    while (!closed) {
      try {
        await live();
      } catch (error) {
        onFailure?.(told(error));
      }
      if (!closed) await pause(250);
    }
  })();

  return {
    ready: isReady,
    /** Asks within the deadline; rejects at once while the server is away. */
    ask: async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
      if (client === undefined || !isUp()) throw new Error('Redis is away');
      try {
        const answer = await within(deadlineMs, work(client));
        answers = true;
        return answer;
      } catch (error) {
        rest();
        throw error;
      }
    },
    connected: (ms: number): Promise<void> => within(ms, connected.promise),
    close: async (): Promise<void> => {
      closed = true;
      close.resolve();
      untrack();
      await running;
    },
  };
};
export type Link = ReturnType<typeof openLink>;
