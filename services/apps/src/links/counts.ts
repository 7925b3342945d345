import type { ServicePorts } from '@tessera/runtime';

export const countBucket = 'public-link-counts';
/** How often strangers opened a link, and how many answers it took. */
type Counts = { readonly opened: number; readonly answered: number };
const none: Counts = { opened: 0, answered: 0 };
/** Others count at the same time; who does not get through counts nothing. */
const tries = 50;

export const createCounts = (state: ServicePorts['state']) => {
  const change = async (
    organizationId: string,
    linkId: string,
    next: (counts: Counts) => Counts | undefined,
  ): Promise<boolean> => {
    for (let left = tries; left > 0; left--) {
      const present = await state.getWithEtag<Counts>(organizationId, countBucket, linkId);
      const wanted = next(present?.value ?? none);
      if (wanted === undefined) return false;
      if (await state.compareAndPut(organizationId, countBucket, linkId, present?.etag, wanted)) return true;
    }
    return false;
  };
  return {
    of: async (organizationId: string, linkId: string): Promise<Counts> =>
      (await state.get<Counts>(organizationId, countBucket, linkId)) ?? none,
    open: (organizationId: string, linkId: string) =>
      change(organizationId, linkId, (counts) => ({ ...counts, opened: counts.opened + 1 })),
    /** Takes one of the answers that a link has room for; answers whether there was one. 0 is no limit. */
    take: (organizationId: string, linkId: string, limit: number) =>
      change(organizationId, linkId, (counts) =>
        limit > 0 && counts.answered >= limit ? undefined : { ...counts, answered: counts.answered + 1 },
      ),
    /** Gives it back: nothing was made of the answer. */
    release: (organizationId: string, linkId: string) =>
      change(organizationId, linkId, (counts) => ({ ...counts, answered: Math.max(0, counts.answered - 1) })),
  };
};
