import { createUndo } from '@tessera/event-store/actions';
import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { refuses } from '../refusals.ts';
import type { Guards } from '../triggers/guards.ts';
import type { ServicePorts } from '@tessera/runtime';
import type { AutomationsEvent } from '../events.ts';

/** Taking changes of automations back, by the ids of their commits. */
export const undoRoutes = ({
  store,
  guards,
}: Pick<ServicePorts<AutomationsEvent>, 'store'> & { readonly guards: Pick<Guards, 'tell'> }): RouteSet => {
  const taken = createUndo(store, { named: async (_actor, conflicts) => conflicts });
  const undo: typeof taken.undo = async (id, request, meta) => {
    const undone = await taken.undo(id, request, meta);
    // A trigger may be there again, or not any more.
    await guards.tell(meta.actor.organizationId);
    return undone;
  };
  return [
    undoRoute({
      prefix: 'automations.',
      access: 'api',
      allows: 'automations.manage',
      body: undoBodySchema,
      result: undoResultSchema,
      refuses: refuses('automation_not_found', 'function_not_found', 'incoming_not_found'),
      undo,
    }),
  ];
};
