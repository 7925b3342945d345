import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { ConnectorsServiceDefinition } from '@tessera/proto/connectors/v1/service';
import { can, everyRow, requireRight } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { ImportDocument } from '../imports/projection.ts';
import type { ConnectorsStore } from '../store.ts';

/** What an import came to, or else that it began; the rest keeps its books. */
const told = ['importFinished', 'importCancelled', 'importFailed', 'importPlanned'];
const grouped = groupingBy({
  isEffect: (type) => told.includes(type),
  isCounted: () => false,
  mainOf: (types) => told.find((type) => types.includes(type)),
});

/** Imports as actions of whoever began them, for those who may read the history of all. */
export const connectorsRpc = ({
  store,
  documents,
}: {
  readonly store: ConnectorsStore;
  readonly documents: DocumentReader;
}): RpcRegistration => {
  const handlers: RpcHandlers<ConnectorsServiceDefinition> = {
    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const query = askedActions(request.query);
      const tell = async ({ operationId }: ActionGroup): Promise<ToldAction | undefined> => {
        if (operationId === undefined) return undefined;
        const one = await documents.get<ImportDocument>(organizationId, 'imports', operationId);
        if (one === undefined || (query.tableId !== '' && one.tableId !== query.tableId)) return undefined;
        // What an import counts is of every record: whoever does not see all of them is told of none.
        const { allow, rowPredicate } = can(actor, 'records.read', one.tableId);
        if (one.tableId !== '' && !(allow && rowPredicate === everyRow)) return undefined;
        return {
          // Taken back where its records are, by the id of the operation.
          id: one.id,
          userId: one.userId,
          items: one.done,
          undoable: one.done > 0 && !one.tableGone,
          object: { kind: 'file', id: '', label: one.fileName, live: false },
          table: { kind: 'table', id: one.tableId, label: one.label, live: !one.tableGone },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        // Whoever began an import is told, and its end may be another's commit.
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
  };
  return { definition: ConnectorsServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
