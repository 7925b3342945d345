import { cacheAtMostMs, type Cache } from '../port.ts';
import type { Link } from './link.ts';

/** Larger values are not worth their way. */
const maxBytes = 100_000;

export const redisCache = (link: Link, prefix: string): Cache => {
  const keyOf = (...parts: readonly string[]): string => `${prefix}cache:${parts.map(encodeURIComponent).join(':')}`;
  return {
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const text = await link.ask((client) => client.get(keyOf(organizationId, bucket, key))).catch(() => null);
      return text === null ? undefined : (JSON.parse(text) as V);
    },
    put: async (organizationId, bucket, key, value, ttlMs) => {
      const text = JSON.stringify(value);
      if (text.length > maxBytes) return;
      const expiration = { type: 'PX', value: Math.max(1, Math.min(Math.floor(ttlMs), cacheAtMostMs)) } as const;
      await link
        .ask((client) => client.set(keyOf(organizationId, bucket, key), text, { expiration }))
        .catch(() => undefined);
    },
    delete: async (organizationId, bucket, key) => {
      await link.ask((client) => client.del(keyOf(organizationId, bucket, key))).catch(() => undefined);
    },
  };
};
