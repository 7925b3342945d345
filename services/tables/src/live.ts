import type { ServiceLog } from '@tessera/event-store';
import type { Actor } from '@tessera/kernel';
import { can, isNarrow } from '@tessera/proto/rights';
import type { LiveTopic } from '@tessera/runtime';
import type { TablesEvent } from './events.ts';
import type { Queries } from './records/query.ts';
import { notFound } from './refusals.ts';

/** Throws where the actor did not begin the operation and does not see its tables. */
export const assertFollows = async (
  store: ServiceLog<TablesEvent>,
  actor: Actor,
  operationId: string,
): Promise<void> => {
  // By its commits: an import's operation is another service's, and a read model may be behind.
  const [newest] = await store.headers(actor.organizationId, { operationId, limit: 1 });
  const began =
    newest !== undefined &&
    newest.actorKind !== 'system' &&
    (newest.userId ?? newest.actorId) === (actor.userId ?? actor.id);
  if (began) return;
  const commit = newest && (await store.commit(actor.organizationId, newest.id));
  const tableIds = (commit?.events ?? []).flatMap((event) => ('tableId' in event.value ? [event.value.tableId] : []));
  if (tableIds.length === 0 || !tableIds.every((tableId) => can(actor, 'tables.view', tableId).allow))
    throw notFound('operations.not_found');
};

/**
 * Who hears what: of the list of tables whoever sees a table; of a table whoever it is shown to, without the ids of
 * records where not all of it is; of an operation who began it and who sees its tables.
 */
export const liveTopics = (store: ServiceLog<TablesEvent>, queries: Queries): readonly LiveTopic[] => [
  { head: 'tables', id: false, mayHear: (actor) => can(actor, 'tables.list').allow },
  {
    head: 'table',
    id: true,
    mayHear: async (actor, id) => {
      const { grant } = await queries.open(actor, 'tables.view', id);
      return isNarrow(grant) ? 'unnamed' : true;
    },
  },
  {
    head: 'operation',
    id: true,
    own: true,
    mayHear: async (actor, id) => {
      if (!can(actor, 'operations.follow').allow) return false;
      await assertFollows(store, actor, id);
      return true;
    },
  },
];
