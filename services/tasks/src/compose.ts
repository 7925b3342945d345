import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { tasksRpc } from './actions/grpc.ts';
import type { TasksEvent } from './events.ts';
import { taskRoutes } from './tasks/http.ts';
import { undoRoutes } from './undo/http.ts';

/** What the service is made of. */
export const compose = (ports: ServicePorts<TasksEvent>): ComposedService => ({
  name: 'tasks',
  routes: [...taskRoutes(ports), ...undoRoutes(ports)],
  rpc: [tasksRpc(ports)],
  topics: [{ head: 'tasks', id: false, mayHear: (actor) => can(actor, 'tasks.read').allow }],
});
