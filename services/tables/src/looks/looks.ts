import { hash } from 'node:crypto';
import type { Actor } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';

export const looksBucket = 'looks';
/** How long a look is known, in ms: nobody asks what changed in a year. */
const keptMs = 365 * 24 * 3_600_000;
/** Places of one table whose last look is known of one person: beyond them the oldest is forgotten. */
const mostLooks = 200;

/** What somebody looks at of a table: a record, a view, what a filter leaves, or all of it. */
export type LookedAt = {
  readonly recordId?: string | undefined;
  readonly viewId?: string | undefined;
  readonly filter?: unknown;
};
type Look = { readonly at: number };

/** What the keys of one person begin with. */
export const looksPrefix = (userId: string): string => `${userId}/`;
const tablePrefix = (actor: Actor, tableId: string): string => `${looksPrefix(userOf(actor))}${tableId}/`;

/** What somebody looks at, as a key of a table has it. */
export const placeOf = ({ recordId, viewId, filter }: LookedAt): string =>
  recordId !== undefined
    ? `record/${recordId}`
    : filter !== undefined
      ? `filter/${hash('sha256', JSON.stringify(filter), 'hex').slice(0, 32)}`
      : viewId !== undefined
        ? `view/${viewId}`
        : 'table';

/** When each person last looked at what, in ms: theirs alone, no event and no history. */
export const createLooks = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => ({
  of: async (actor: Actor, tableId: string, what: LookedAt): Promise<number | undefined> =>
    (await state.get<Look>(actor.organizationId, looksBucket, `${tablePrefix(actor, tableId)}${placeOf(what)}`))?.at,
  /** Keeps a look, or forgets it with null; it may go back, where somebody marked too early. */
  async mark(actor: Actor, tableId: string, what: LookedAt, at: number | null): Promise<void> {
    const { organizationId } = actor;
    const prefix = tablePrefix(actor, tableId);
    const key = `${prefix}${placeOf(what)}`;
    if (at === null) return state.delete(organizationId, looksBucket, key);
    const known = await state.list<Look>(organizationId, looksBucket, prefix, mostLooks);
    if (known.length >= mostLooks && !known.some((one) => one.key === key)) {
      const [oldest] = known.toSorted((a, b) => a.value.at - b.value.at);
      if (oldest !== undefined) await state.delete(organizationId, looksBucket, oldest.key);
    }
    await state.put(organizationId, looksBucket, key, { at } satisfies Look, { expiresAt: clock() + keptMs });
  },
});
export type Looks = ReturnType<typeof createLooks>;
