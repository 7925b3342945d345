import { undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { refuses } from '../refusals.ts';
import type { ServicePorts } from '@tessera/runtime';
import type { AppsEvent } from '../events.ts';
import { createTemplateUndo } from '../templates/undo.ts';

/** Taking changes of apps and folders back by the ids of their commits, and templates by that of their installation. */
export const undoRoutes = (ports: Pick<ServicePorts<AppsEvent>, 'store' | 'documents' | 'rpc'>): RouteSet => {
  const undo = createTemplateUndo(ports);
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
