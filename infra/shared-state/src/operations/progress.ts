import type { SmallState } from './operations.ts';

/** Between two notes of one operation's progress. */
const everyMs = 300;
/** What nobody removed is forgotten after an hour. */
const keptMs = 3_600_000;

/**
 * How far operations are between the checkpoints in the log, for those who look on: small state that may be lost. The
 * log says what a restart goes on from.
 */
export const createProgress = <P extends object>(
  state: Pick<SmallState, 'get' | 'put' | 'delete'>,
  bucket: string,
  clock: () => number,
) => {
  const told = new Map<string, number>();
  return {
    /** Notes it, a few times a second at most; answers whether it did. */
    note: async (organizationId: string, id: string, progress: P): Promise<boolean> => {
      const now = clock();
      if (now - (told.get(id) ?? 0) < everyMs) return false;
      told.set(id, now);
      await state.put(organizationId, bucket, id, progress, { expiresAt: now + keptMs });
      return true;
    },
    of: (organizationId: string, id: string): Promise<P | undefined> => state.get<P>(organizationId, bucket, id),
    forget: async (organizationId: string, id: string): Promise<void> => {
      told.delete(id);
      await state.delete(organizationId, bucket, id);
    },
  };
};
