import type { ServicePorts } from '@tessera/runtime';
import { bucket as favorites } from '../favorites/http.ts';
import { bucket as recents } from '../home/http.ts';
import { bucket, prefixOf } from './http.ts';

const atOnce = 500;

/** Forgets what one person preferred, opened last and kept at hand. */
export const erasePreferences = async (
  { state }: Pick<ServicePorts, 'state'>,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await state.delete(organizationId, recents, userId);
  await state.delete(organizationId, favorites, userId);
  for (;;) {
    const entries = await state.list(organizationId, bucket, prefixOf(userId), atOnce);
    for (const { key } of entries) await state.delete(organizationId, bucket, key);
    if (entries.length < atOnce) break;
  }
};
