import type { SharedState } from '../port.ts';
import { redisCache } from './cache.ts';
import { redisHeads } from './heads.ts';
import { redisLeases } from './leases.ts';
import { redisLimits } from './limits.ts';
import { openLink, type Link, type RedisOptions } from './link.ts';

export type { RedisOptions };

const stateOver = (link: Link, keyPrefix = ''): SharedState => {
  const prefix = `${keyPrefix}tessera:`;
  return {
    limits: redisLimits(link, prefix),
    leases: redisLeases(link, prefix),
    heads: redisHeads(link, prefix),
    cache: redisCache(link, prefix),
    ready: link.ready,
    connected: (ms) =>
      link.connected(ms).then(
        () => true,
        () => false,
      ),
    close: link.close,
  };
};

/**
 * Shared state on Redis that connects in the background and does so for ever. Until the server answers, and whenever it
 * is away, limits are kept by this process, leases wait and nothing is cached.
 */
export const redisState = (options: RedisOptions): SharedState => stateOver(openLink(options), options.prefix);

/**
 * Shared state on Redis. Throws when the server does not answer within 5 s; one that goes away later is waited for, and
 * every call ends within its deadline.
 */
export const openRedisState = async (options: RedisOptions): Promise<SharedState> => {
  let failure: unknown;
  const link = openLink({
    ...options,
    onFailure: (error) => {
      failure = error;
      options.onFailure?.(error);
    },
  });
  try {
    await link.connected(5_000);
  } catch {
    await link.close();
    throw failure instanceof Error ? failure : new Error('Redis does not answer');
  }
  return stateOver(link, options.prefix);
};
