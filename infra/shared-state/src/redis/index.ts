import type { SharedState } from '../port.ts';
import { redisCache } from './cache.ts';
import { redisLeases } from './leases.ts';
import { redisLimits } from './limits.ts';
import { openLink, type RedisOptions } from './link.ts';

export type { RedisOptions };

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
    throw new Error('Redis does not answer', { cause: failure });
  }
  const prefix = `${options.prefix ?? ''}tessera:`;
  return {
    limits: redisLimits(link, prefix),
    leases: redisLeases(link, prefix),
    cache: redisCache(link, prefix),
    ready: link.ready,
    close: link.close,
  };
};
