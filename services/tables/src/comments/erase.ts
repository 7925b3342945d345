import type { ServicePorts } from '@tessera/runtime';
import { seenBucket, seenPrefix } from './seen.ts';

const atOnce = 500;

/** Forgets what one person has seen of conversations. What they said stays, by an id that nobody can name. */
export const eraseSeen = async (
  { state }: Pick<ServicePorts, 'state'>,
  organizationId: string,
  userId: string,
): Promise<void> => {
  for (;;) {
    const entries = await state.list(organizationId, seenBucket, seenPrefix(userId), atOnce);
    for (const { key } of entries) await state.delete(organizationId, seenBucket, key);
    if (entries.length < atOnce) return;
  }
};
