import { createUndo } from '@tessera/event-store/actions';
import type { ServicePorts } from '@tessera/runtime';
import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import type { ChatEvent } from '../events.ts';
import { refuses } from '../refusals.ts';

/** Taking changes of conversations back, by the ids of their commits. */
export const undoRoutes = ({ store }: Pick<ServicePorts<ChatEvent>, 'store'>): RouteSet => {
  const { undo } = createUndo(store, { named: async (_actor, conflicts) => conflicts });
  return [
    undoRoute({
      prefix: 'chat.',
      access: 'api',
      allows: 'chat.use',
      body: undoBodySchema,
      result: undoResultSchema,
      refuses: refuses('conversation_not_found', 'chat.denied'),
      undo,
    }),
  ];
};
