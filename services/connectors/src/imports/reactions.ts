import type { TablesPublicEvent as Wire } from '@tessera/proto/tables/v1/events';
import type { Reaction } from '@tessera/event-store';
import type { ServicePorts } from '@tessera/runtime';
import { asSystem } from '../access/system.ts';
import type { ConnectorsStore } from '../store.ts';
import type { Kept } from '../upload/kept.ts';
import type { ImportDocument } from './projection.ts';

type TablesEvent = NonNullable<Wire['event']>;

/**
 * Imports follow what becomes of the tables that they made: one that was undone says so, whoever undid it and wherever.
 */
export const importReactions = ({
  store,
  documents,
  kept,
}: Pick<ServicePorts, 'documents'> & {
  readonly store: ConnectorsStore;
  readonly kept: Pick<Kept, 'drop'>;
}): readonly Reaction[] => [
  {
    name: 'connectors.tables-of-imports',
    source: 'tables',
    types: ['tableArchived', 'tableRestored'],
    handle: async (event, context) => {
      const { $case, value } = event as Extract<TablesEvent, { $case: 'tableArchived' | 'tableRestored' }>;
      const made = await documents.find<ImportDocument>(
        context.organizationId,
        'imports',
        { tableId: value.tableId },
        10_000,
      );
      for (const { id, into } of made) {
        if (into) continue;
        await store.execute(
          { type: 'noteTableGone', payload: { operationId: id, gone: $case === 'tableArchived' } },
          { ...asSystem(context.organizationId), causationId: context.commitId },
        );
      }
    },
  },
  {
    name: 'connectors.files-of-erased-tables',
    source: 'tables',
    types: ['tableErased'],
    handle: async (event, { organizationId }) => {
      const { value } = event as Extract<TablesEvent, { $case: 'tableErased' }>;
      const where = { tableId: value.tableId };
      for (const { file } of await documents.find<ImportDocument>(organizationId, 'imports', where, 10))
        if (file !== '') await kept.drop(organizationId, file);
    },
  },
];
