import type { Id, Table } from '@tessera/kit';
import type { QueryClient } from '@tanstack/react-query';

export const tableKey = (tableId: Id) => ['table', tableId] as const;

/** An answer that comes late does not take a newer definition back; of one version the later may tell other rights. */
export const newer = (known: Table | undefined, next: Table): Table =>
  known && known.version > next.version ? known : next;

/**
 * Asks for a table's definition until nothing was put in its place meanwhile. What was put there may be younger at the
 * same version, since views have versions of their own: the answer of a moment before would take a new view away again.
 */
export const readTable = async (client: QueryClient, tableId: Id, ask: () => Promise<Table>): Promise<Table> => {
  const key = tableKey(tableId);
  const updates = (): number => client.getQueryState(key)?.dataUpdateCount ?? 0;
  for (;;) {
    const before = updates();
    const next = await ask();
    if (updates() === before) return newer(client.getQueryData<Table>(key), next);
  }
};
