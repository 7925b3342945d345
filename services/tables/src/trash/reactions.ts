import { systemActor, type Actor } from '@tessera/kernel';
import type { PurgeOrder, PurgingStore, Reaction } from '@tessera/event-store';
import { commentStream, commentTable, moveTable, recordStream, type TablesEvent } from '../events.ts';

type Order = [PurgeOrder, { readonly actor: Actor; readonly operationId: string }];

/** All records that a table ever had, what was said of them and how they moved; the same orders a table, however often they are given. */
export const eraseOrders = (actor: Actor, tableId: string): readonly Order[] => [
  [
    { stream: commentStream(tableId), items: 'all' },
    { actor, operationId: commentTable(tableId) },
  ],
  [
    { stream: recordStream(tableId), items: 'all' },
    { actor, operationId: tableId },
  ],
  [
    { stream: recordStream(moveTable(tableId)), items: 'all' },
    { actor, operationId: moveTable(tableId) },
  ],
];

/** The records of a table that was deleted forever go, whatever happened to the process that was asked for it. */
export const trashReactions = (store: Pick<PurgingStore, 'purge'>): readonly Reaction[] => [
  {
    name: 'tables.erased-tables',
    source: 'tables',
    types: ['tableErased'],
    handle: async (event, context) => {
      const { $case, value } = event as TablesEvent;
      if ($case !== 'tableErased') return;
      const actor = systemActor('tables', context.organizationId);
      for (const order of eraseOrders(actor, value.tableId)) await store.purge(...order, { wait: false });
    },
  },
];
