import type { ServicePorts } from '@tessera/runtime';
import { bucket as recents } from '../home/http.ts';
import { bucket, prefixOf } from './http.ts';

const atOnce = 500;

/** Forgets what one person preferred, and opened last. */
export const erasePreferences = async (
  { state }: Pick<ServicePorts, 'state'>,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await state.delete(organizationId, recents, userId);
  for (;;) {
    const entries = await state.list(organizationId, bucket, prefixOf(userId), atOnce);
    for (const { key } of entries) await state.delete(organizationId, bucket, key);
    if (entries.length < atOnce) break;
  }
};
