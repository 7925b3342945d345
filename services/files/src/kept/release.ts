import type { ServicePorts } from '@tessera/runtime';
import type { FilesStore } from '../store.ts';
import { releasePlaces } from './reactions.ts';

/** Records that were erased for good. */
export type ReleasedRecords = { readonly organizationId: string; readonly recordIds: readonly string[] };

/**
 * What erased records had goes with them, from the machine's own command line (docs/events.md 9): files that no other
 * record has, with their thumbnails.
 */
export const releaseRecords = async (
  ports: Pick<ServicePorts, 'store' | 'documents'>,
  { organizationId, recordIds }: ReleasedRecords,
): Promise<void> => {
  for (const recordId of recordIds)
    await releasePlaces({ ...ports, store: ports.store as FilesStore }, organizationId, { recordId });
};
