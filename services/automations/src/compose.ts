import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { createTables } from './access/tables.ts';
import { automationsRpc } from './actions/grpc.ts';
import { automationRoutes } from './automations/http.ts';
import type { AutomationsEvent } from './events.ts';
import { runRoutes } from './runs/http.ts';
import { createPayloads } from './runs/payloads.ts';
import { runReactions } from './runs/reactions.ts';
import { createRunner, usualTiming, type Timing } from './runs/runner.ts';
import { createSchedule } from './runs/schedule.ts';
import { undoRoutes } from './undo/http.ts';

export const compose = (ports: ServicePorts<AutomationsEvent>, timing: Timing = usualTiming): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'automations');
  const tables = createTables(ports.rpc, directory);
  const payloads = createPayloads(ports);
  const runner = createRunner({ ...ports, tables, directory, payloads }, timing);
  const own = { ...ports, tables, directory, payloads, wake: runner.wake };
  const schedule = createSchedule(own);
  return {
    name: 'automations',
    routes: [...automationRoutes(own), ...runRoutes(own), ...undoRoutes(ports)],
    rpc: [automationsRpc({ ...ports, payloads })],
    reactions: runReactions(own),
    topics: [
      { head: 'automations', id: false, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'runs', id: false, mayHear: (actor) => can(actor, 'automations.manage').allow },
      { head: 'run', id: true, mayHear: (actor) => can(actor, 'automations.manage').allow },
    ],
    start: async () => {
      runner.start();
      schedule.start();
    },
    stop: async () => {
      await schedule.stop();
      await runner.stop();
    },
  };
};
