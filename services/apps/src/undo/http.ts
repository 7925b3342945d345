import { createUndo } from '@tessera/event-store/actions';
import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { refuses } from '../refusals.ts';
import type { ServicePorts } from '@tessera/runtime';
import type { AppsEvent } from '../events.ts';

/** Taking changes of apps and folders back, by the ids of their commits. */
export const undoRoutes = ({ store }: Pick<ServicePorts<AppsEvent>, 'store'>): RouteSet => {
  const { undo } = createUndo(store, { named: async (_actor, conflicts) => conflicts });
  return [
    undoRoute({
      prefix: 'apps.',
      access: 'api',
      allows: 'apps.edit',
      body: undoBodySchema,
      result: undoResultSchema,
      refuses: refuses('app_not_found', 'block_not_found', 'folder_not_found', 'link_not_found'),
      undo,
    }),
  ];
};
