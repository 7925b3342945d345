import type { TablesEvent as Wire } from '@tessera/proto/tables/v1/events';
import type { Reaction } from '@tessera/event-store';
import type { ServicePorts } from '@tessera/runtime';
import { asSystem } from '../access/system.ts';
import type { ConnectorsEvent } from '../events.ts';
import type { ImportDocument } from './projection.ts';

type TablesEvent = NonNullable<Wire['event']>;

/**
 * Imports follow what becomes of the tables that they made: one that was undone says so, whoever undid it and wherever.
 */
export const importReactions = ({
  store,
  documents,
}: Pick<ServicePorts<ConnectorsEvent>, 'store' | 'documents'>): readonly Reaction[] => [
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
        10,
      );
      for (const { id } of made) {
        await store.execute(
          { type: 'noteTableGone', payload: { operationId: id, gone: $case === 'tableArchived' } },
          { ...asSystem(context.organizationId), causationId: context.commitId },
        );
      }
    },
  },
];
