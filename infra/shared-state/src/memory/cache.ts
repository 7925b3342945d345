import { bounded } from '@tessera/kernel';
import { cacheAtMostMs, type Cache } from '../port.ts';

const maxEntries = 10_000;

/** Answers kept in this process. */
export const memoryCache = (now: () => number = () => performance.now()): Cache => {
  const entries = bounded<string, { readonly text: string; readonly until: number }>(maxEntries);
  const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
  return {
    get: async <V>(organizationId: string, bucket: string, key: string) => {
      const at = keyOf(organizationId, bucket, key);
      const entry = entries.get(at);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return JSON.parse(entry.text) as V;
      entries.delete(at);
      return undefined;
    },
    put: async (organizationId, bucket, key, value, ttlMs) => {
      entries.set(keyOf(organizationId, bucket, key), {
        text: JSON.stringify(value),
        until: now() + Math.min(ttlMs, cacheAtMostMs),
      });
    },
    delete: async (organizationId, bucket, key) => void entries.delete(keyOf(organizationId, bucket, key)),
  };
};
