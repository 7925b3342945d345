import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { tasksRpc } from './actions/grpc.ts';
import type { TasksEvent } from './events.ts';
import { createClock } from './tasks/clock.ts';
import { taskRoutes } from './tasks/http.ts';
import { undoRoutes } from './undo/http.ts';

/** What the service is made of. */
export const compose = (ports: ServicePorts<TasksEvent>): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'tasks');
  const own = { ...ports, directory };
  const clock = createClock(own);
  return {
    name: 'tasks',
    routes: [...taskRoutes(own), ...undoRoutes(ports)],
    rpc: [tasksRpc(ports)],
    topics: [{ head: 'tasks', id: false, mayHear: (actor) => can(actor, 'tasks.read').allow }],
    start: async () => clock.start(),
    stop: () => clock.stop(),
  };
};
