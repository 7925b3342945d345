import type { ServicePorts } from '@tessera/runtime';
import { seenBucket, seenPrefix } from './comments/seen.ts';
import { digestBucket, digestPrefix } from './looks/digest.ts';
import { looksBucket, looksPrefix } from './looks/looks.ts';
import { starsBucket, starsPrefix } from './stars/stars.ts';

const atOnce = 500;

/**
 * Forgets what one person has seen of conversations and when they looked at what, which records they have
 * starred, and what their digest tells of.
 * What they said stays, by an id that nobody can name.
 */
export const eraseMarks = async (
  { state }: Pick<ServicePorts, 'state'>,
  organizationId: string,
  userId: string,
): Promise<void> => {
  for (const [bucket, prefix] of [
    [seenBucket, seenPrefix(userId)],
    [starsBucket, starsPrefix(userId)],
    [looksBucket, looksPrefix(userId)],
    [digestBucket, digestPrefix(userId)],
  ] as const)
    for (;;) {
      const entries = await state.list(organizationId, bucket, prefix, atOnce);
      for (const { key } of entries) await state.delete(organizationId, bucket, key);
      if (entries.length < atOnce) break;
    }
};
