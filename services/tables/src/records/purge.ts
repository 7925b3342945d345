import { isId, systemActor } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { z } from 'zod';
import type { TableState } from '../definitions/state.ts';
import { tableNotFound } from '../access/require.ts';
import { recordStream } from '../events.ts';

const id = z.string().refine(isId, 'not an id');
const schema = z.strictObject({ organizationId: id, tableId: id, recordIds: z.array(id).min(1).max(1_000) });
export type RecordsToPurge = z.input<typeof schema>;

/**
 * Erases records for good, live or deleted, with their history, from the machine's own command line (EVENTS.md 9).
 * Answers how many commits held them. Throws where there is no such table. Screens that show them look again.
 */
export const purgeRecords = async (
  { store, documents, live }: Pick<ServicePorts, 'store' | 'documents' | 'live'>,
  wanted: RecordsToPurge,
): Promise<{ readonly commits: number }> => {
  const { organizationId, tableId, recordIds } = schema.parse(wanted);
  const actor = systemActor('tables', organizationId);
  if ((await documents.get<TableState>(organizationId, 'definitions', tableId)) === undefined) throw tableNotFound();
  const { commits } = await store.purge({ stream: recordStream(tableId), items: recordIds }, { actor });
  const notices = [{ topic: `table:${tableId}`, kind: 'deleted', ids: recordIds }] as const;
  live.notify(organizationId, await store.position(organizationId), notices, actor.id);
  return { commits };
};
