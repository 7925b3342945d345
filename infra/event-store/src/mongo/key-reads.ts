import type { Db } from 'mongodb';
import { collectionsOf } from './collections.ts';
import { claimNameOf, idempotencyKey } from './keys.ts';

/** Looks up what a log excludes others by, to compare it with the log that it came from. */
export const readMongoKeys = (db: Db) => {
  const c = collectionsOf(db);
  return {
    /** Who holds a claim; undefined when nobody does. */
    claimOwner: async (organizationId: string, scope: string, keyHash: Uint8Array): Promise<string | undefined> =>
      (await c.claims.findOne({ _id: `${organizationId}${claimNameOf(scope, keyHash)}` }))?.owner ?? undefined,
    /** How many claims are held. */
    claims: (): Promise<number> => c.claims.countDocuments({ owner: { $ne: null } }),
    /** Position of the commit that used an idempotency key, by its hash. */
    idempotencyPosition: async (organizationId: string, keyHash: Uint8Array): Promise<number | undefined> =>
      (
        await c.commits.findOne(
          { organization: organizationId, keys: idempotencyKey(keyHash) },
          { projection: { position: 1 } },
        )
      )?.position,
  };
};
