import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { requireRight } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { AutomationDocument } from '../automations/projection.ts';
import type { AutomationsEvent } from '../events.ts';
import type { AutomationsStore } from '../store.ts';

const grouped = groupingBy({});
const changes = [
  'automationCreated',
  'automationChanged',
  'automationPublished',
  'automationSwitched',
  'automationGiven',
  'automationArchived',
  'automationRestored',
] as const satisfies readonly AutomationsEvent['$case'][];
const own = changes.flatMap((kind) => [kind, `undo.${kind}`]);

/** What was done to automations, for those who may read the history of all. */
export const automationsRpc = ({
  store,
  documents,
}: {
  readonly store: AutomationsStore;
  readonly documents: DocumentReader;
}): RpcRegistration => {
  const handlers: RpcHandlers<AutomationsServiceDefinition> = {
    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const asked = askedActions(request.query);
      // Runs have a log of their own, which is longer by far.
      const query = asked.kinds.length > 0 ? asked : { ...asked, kinds: own };
      // Nothing here belongs to a table.
      if (query.tableId !== '') return { page: { actions: [], next: 0, nextTime: 0 } };
      const tell = async ({ commitId, kind }: ActionGroup): Promise<ToldAction> => {
        const commit = await store.commit(organizationId, commitId);
        const { automationId = '' } = (commit?.events[0]?.value ?? {}) as { readonly automationId?: string };
        const known = await documents.get<AutomationDocument>(organizationId, 'automations', automationId);
        return {
          undoable: kind !== 'automationPublished',
          items: 0,
          object: {
            kind: 'automation',
            id: automationId,
            label: known?.draft.label ?? '',
            live: known !== undefined && known.archived === undefined,
          },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
  };
  return { definition: AutomationsServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
