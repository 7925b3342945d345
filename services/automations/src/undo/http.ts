import { createUndo } from '@tessera/event-store/actions';
import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { refuses } from '../refusals.ts';
import type { ServicePorts } from '@tessera/runtime';
import type { AutomationsEvent } from '../events.ts';

/** Taking changes of automations back, by the ids of their commits. */
export const undoRoutes = ({ store }: Pick<ServicePorts<AutomationsEvent>, 'store'>): RouteSet => {
  const { undo } = createUndo(store, { named: async (_actor, conflicts) => conflicts });
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
