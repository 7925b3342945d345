import { isId, systemActor } from '@tessera/kernel';
import type { PurgeProgress } from '@tessera/event-store';
import type { ServicePorts } from '@tessera/runtime';
import { z } from 'zod';
import type { TableState } from '../definitions/state.ts';
import { tableNotFound } from '../access/require.ts';
import { commentsOf } from '../comments/query.ts';
import { commentStream, moveTable, recordStream } from '../events.ts';
import { moveIdsOf } from '../stays/query.ts';

const id = z.string().refine(isId, 'not an id');
const mostAtOnce = 1_000;
const schema = z.strictObject({ organizationId: id, tableId: id, recordIds: z.array(id).min(1).max(mostAtOnce) });
export type RecordsToPurge = z.input<typeof schema>;

/**
 * Erases records for good, live or deleted, with their history and what was said of them, from the machine's own command line (docs/events.md 9).
 * Answers how many commits held them. Throws where there is no such table. Screens that show them look again.
 */
export const purgeRecords = async (
  { store, documents, records, live }: Pick<ServicePorts, 'store' | 'documents' | 'records' | 'live'>,
  wanted: RecordsToPurge,
  onProgress?: (progress: PurgeProgress) => void,
): Promise<{ readonly commits: number }> => {
  const { organizationId, tableId, recordIds } = schema.parse(wanted);
  const actor = systemActor('tables', organizationId);
  if ((await documents.get<TableState>(organizationId, 'definitions', tableId)) === undefined) throw tableNotFound();
  const options = { ...(onProgress && { onProgress }) };
  let commits = 0;
  // What was said of them first: once the records are gone nothing tells any more which comments were theirs.
  const comments = await commentsOf(records, organizationId, tableId, recordIds);
  for (let from = 0; from < comments.length; from += mostAtOnce) {
    const items = comments.slice(from, from + mostAtOnce);
    commits += (await store.purge({ stream: commentStream(tableId), items }, { actor }, options)).commits;
  }
  commits += (await store.purge({ stream: recordStream(tableId), items: recordIds }, { actor }, options)).commits;
  // Rows that follow from the records' own events: these are gone by now, so that nothing makes them anew.
  const moves = await moveIdsOf(records, organizationId, tableId, recordIds);
  for (let from = 0; from < moves.length; from += mostAtOnce) {
    const items = moves.slice(from, from + mostAtOnce);
    await store.purge({ stream: recordStream(moveTable(tableId)), items }, { actor }, options);
  }
  const notices = [{ topic: `table:${tableId}`, kind: 'deleted', ids: recordIds }] as const;
  live.notify(organizationId, await store.position(organizationId), notices, actor.id);
  return { commits };
};
