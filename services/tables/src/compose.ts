import { createAttempts } from '@tessera/shared-state';
import type { ServiceStore } from '@tessera/event-store';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { tableRoutes } from './definitions/http.ts';
import { createDirectory } from './directory.ts';
import type { TablesEvent } from './events.ts';
import { createConversion } from './fields/conversion.ts';
import { fieldRoutes } from './fields/http.ts';
import { createOptionRemoval } from './fields/options.ts';
import { createUniqueness } from './fields/uniqueness.ts';
import { tablesRpc } from './grpc.ts';
import { operationRoutes } from './operations/http.ts';
import { createResumer, createRunningList } from './operations/resume.ts';
import { createRunner } from './operations/runner.ts';
import { changeRoutes } from './records/changes-http.ts';
import { createHistory } from './records/history.ts';
import { historyRoutes } from './records/history-http.ts';
import { recordRoutes } from './records/http.ts';
import { createQueries, type Queries } from './records/query.ts';
import { undoRoutes } from './undo/http.ts';
import { trashRoutes } from './trash/http.ts';
import { createUndo } from './undo/service.ts';
import { viewRoutes } from './views/http.ts';

/**
 * After a command that may have changed a definition, the next read looks at it anew. Commands on records alone leave
 * it as it is.
 */
const forgetting = (store: ServiceStore<TablesEvent>, queries: Queries): ServiceStore<TablesEvent> => ({
  ...store,
  async execute(command, meta) {
    try {
      return await store.execute(command, meta);
    } finally {
      if (!command.type.startsWith('records.')) queries.forget(meta.actor.organizationId);
    }
  },
});

/** What the tables service is made of. */
export const compose = (ports: ServicePorts<TablesEvent>): ComposedService => {
  const { documents, records, clock, log, rpc } = ports;
  const directory = createDirectory(rpc, clock);
  const queries = createQueries({ documents, records, directory, clock });
  const store = forgetting(ports.store, queries);
  const running = createRunningList(ports.state);
  const runner = createRunner({
    store,
    documents,
    records,
    queries,
    directory,
    running,
    attempts: createAttempts(ports.state, clock),
    leases: ports.leases,
    clock,
    log,
  });
  const uniqueness = createUniqueness(queries, records, runner);
  const options = createOptionRemoval(queries, records, runner);
  const conversions = createConversion(queries, records, runner, directory);
  const undo = createUndo(store, queries, runner, directory, records, conversions);
  const history = createHistory({ store, directory, records });
  const resumer = createResumer({ documents, running, runner, clock, log });
  return {
    name: 'tables',
    routes: [
      ...tableRoutes(store, documents, queries, uniqueness),
      ...trashRoutes({ store, documents, records }),
      ...fieldRoutes(store, queries, uniqueness, options, conversions),
      ...viewRoutes(store, queries),
      ...recordRoutes({ store, records, queries, directory }),
      ...operationRoutes(runner, queries, records, directory, store),
      ...historyRoutes(history, queries, records),
      ...changeRoutes(store, queries),
      ...undoRoutes(store, queries, undo),
    ],
    rpc: [tablesRpc({ store, documents, queries, undo })],
    start: resumer.start,
    stop: async () => {
      resumer.stop();
      await runner.stop();
    },
  };
};
