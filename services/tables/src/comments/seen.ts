import type { Actor } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';

export const seenBucket = 'comments-seen';
/** How long it is known what somebody saw of a conversation in which nothing happens, in ms. */
const keptMs = 365 * 24 * 3_600_000;

/** What the keys of one person begin with. */
export const seenPrefix = (userId: string): string => `${userId}/`;
const keyOf = (actor: Actor, tableId: string, recordId: string): string =>
  `${seenPrefix(userOf(actor))}${tableId}/${recordId}`;

/** Up to when each person has seen each conversation, in ms: theirs alone, no event and no history. */
export const createSeen = ({ state, clock }: Pick<ServicePorts, 'state' | 'clock'>) => ({
  of: (actor: Actor, tableId: string, recordId: string): Promise<number | undefined> =>
    state.get<number>(actor.organizationId, seenBucket, keyOf(actor, tableId, recordId)),
  async mark(actor: Actor, tableId: string, recordId: string, at: number): Promise<void> {
    const key = keyOf(actor, tableId, recordId);
    const before = await state.get<number>(actor.organizationId, seenBucket, key);
    if (before !== undefined && before >= at) return;
    await state.put(actor.organizationId, seenBucket, key, at, { expiresAt: clock() + keptMs });
  },
});
