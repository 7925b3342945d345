import { createUndo } from '@tessera/event-store/actions';
import type { ServicePorts } from '@tessera/runtime';
import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import type { TasksEvent } from '../events.ts';
import { refuses } from '../refusals.ts';

/** Taking changes of tasks back, by the ids of their commits. */
export const undoRoutes = ({ store }: Pick<ServicePorts<TasksEvent>, 'store'>): RouteSet => {
  const { undo } = createUndo(store, { named: async (_actor, conflicts) => conflicts });
  return [
    undoRoute({
      prefix: 'tasks.',
      access: 'api',
      allows: 'tasks.write',
      body: undoBodySchema,
      result: undoResultSchema,
      refuses: refuses('task_not_found', 'tasks.denied'),
      undo,
    }),
  ];
};
