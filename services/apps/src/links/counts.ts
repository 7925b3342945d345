import type { ServicePorts } from '@tessera/runtime';

export const countBucket = 'public-link-counts';
/** How often strangers opened a link, and how many answers it took. */
type Counts = {
  readonly opened: number;
  readonly answered: number;
  /** When it was opened last, in ms; absent before. */
  readonly openedAt?: number;
  /** How often on each of the last days, by their number since 1970 (UTC). */
  readonly days?: Readonly<Record<string, number>>;
};
const none: Counts = { opened: 0, answered: 0 };
/** Others count at the same time; who does not get through counts nothing. */
const tries = 50;

const dayMs = 24 * 60 * 60 * 1000;
/** Days that are counted by themselves. */
const keptDays = 14;

/** What is counted once it was opened at a moment. */
export const openedOnce = (counts: Counts, now: number): Counts => {
  const today = Math.floor(now / dayMs);
  const kept = Object.entries(counts.days ?? {}).filter(([day]) => Number(day) > today - keptDays);
  const days = Object.fromEntries(kept);
  return {
    ...counts,
    opened: counts.opened + 1,
    openedAt: now,
    days: { ...days, [today]: (days[today] ?? 0) + 1 },
  };
};

/** How often it was opened on each of the last days, today last. */
export const lastDays = ({ days = {} }: Counts, now: number): number[] =>
  Array.from({ length: keptDays }, (_, at) => days[Math.floor(now / dayMs) - keptDays + 1 + at] ?? 0);

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
    open: (organizationId: string, linkId: string, now: number) =>
      change(organizationId, linkId, (counts) => openedOnce(counts, now)),
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
