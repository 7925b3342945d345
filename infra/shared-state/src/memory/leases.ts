import type { Lease, Leases } from '../port.ts';

/** Leases among the parts of one process. */
export const memoryLeases = (now: () => number = () => performance.now()): Leases => {
  const held = new Map<string, { token: number; until: number }>();
  let lastToken = 0;
  return {
    acquire: async (name, ttlMs): Promise<Lease | undefined> => {
      const present = held.get(name);
      if (present !== undefined && present.until > now()) return undefined;
      const mine = { token: (lastToken += 1), until: now() + ttlMs };
      held.set(name, mine);
      const isMine = (): boolean => held.get(name) === mine;
      return {
        token: mine.token,
        held: () => isMine() && mine.until > now(),
        renew: async () => {
          if (!isMine() || mine.until <= now()) return false;
          mine.until = now() + ttlMs;
          return true;
        },
        release: async () => {
          if (isMine()) held.delete(name);
        },
      };
    },
  };
};
