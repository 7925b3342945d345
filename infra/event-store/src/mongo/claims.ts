import { updateEach, type UpdateStatement } from '@tessera/document-store/mongo';
import type { Collections } from './collections.ts';
import { isDuplicate, orUnavailable, within } from './failures.ts';

/** Who holds a claim now, and how often that changed. */
export type HeldClaim = { readonly owner: string | undefined; readonly version: number };
/** What a commit made of a claim. */
export type ClaimChange = {
  readonly organizationId: string;
  readonly name: string;
  readonly version: number;
  readonly owner: string | null;
};

const idOf = (organizationId: string, name: string): string => `${organizationId}${name}`;
const never: HeldClaim = { owner: undefined, version: 0 };

/**
 * The holders of claims, derived from the log and guarded by the claim's version, so that commits may be applied late
 * and twice.
 */
export const createClaims = (c: Collections, operationMs: number) => {
  const write = async (changes: readonly ClaimChange[], upsert: boolean): Promise<readonly ClaimChange[]> => {
    const operations = changes.map(({ organizationId, name, version, owner }): UpdateStatement => ({
      q: { _id: idOf(organizationId, name), version: { $lt: version } },
      u: { $set: { organization: organizationId, owner, version } },
      upsert,
    }));
    try {
      await within(operationMs, updateEach(c.claims, operations));
      return [];
    } catch (error) {
      // With upsert, a newer version or another's insert at the same moment shows as a duplicate.
      if (!isDuplicate(error) || !upsert) throw error;
      return changes;
    }
  };

  return {
    read: async (organizationId: string, names: readonly string[]): Promise<ReadonlyMap<string, HeldClaim>> => {
      if (names.length === 0) return new Map();
      const found = await orUnavailable(
        within(
          operationMs,
          c.claims
            .find({ _id: { $in: names.map((name) => idOf(organizationId, name)) } }, { maxTimeMS: operationMs })
            .toArray(),
        ),
      );
      const held = new Map(
        found.map((claim) => [
          claim._id.slice(organizationId.length),
          { owner: claim.owner ?? undefined, version: claim.version },
        ]),
      );
      return new Map(names.map((name) => [name, held.get(name) ?? never]));
    },
    apply: async (changes: readonly ClaimChange[]): Promise<void> => {
      if (changes.length === 0) return;
      // A claim that two commits of one batch change is written once, as the later of them left it.
      const last = new Map<string, ClaimChange>();
      for (const change of changes) {
        const id = idOf(change.organizationId, change.name);
        if ((last.get(id)?.version ?? 0) < change.version) last.set(id, change);
      }
      const again = await write([...last.values()], true);
      if (again.length > 0) await write(again, false);
    },
    drop: async (): Promise<void> => void (await c.claims.deleteMany({})),
  };
};

export type Claims = ReturnType<typeof createClaims>;
