import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { tableRoutes } from './definitions/http.ts';
import { createDirectory } from './directory.ts';
import type { TablesEvent } from './events.ts';
import { fieldRoutes } from './fields/http.ts';
import { createOptionRemoval } from './fields/options.ts';
import { createUniqueness } from './fields/uniqueness.ts';
import { tablesRpc } from './grpc.ts';
import { operationRoutes } from './operations/http.ts';
import { createResumer, createRunningList } from './operations/resume.ts';
import { createRunner } from './operations/runner.ts';
import { createHistory } from './records/history.ts';
import { historyRoutes } from './records/history-http.ts';
import { recordRoutes } from './records/http.ts';
import { createQueries } from './records/query.ts';
import { undoRoutes } from './undo/http.ts';
import { createUndo } from './undo/service.ts';
import { viewRoutes } from './views/http.ts';

/** What the tables service is made of. */
export const compose = (ports: ServicePorts<TablesEvent>): ComposedService => {
  const { store, documents, records, clock, log, rpc } = ports;
  const directory = createDirectory(rpc, clock);
  const queries = createQueries({ documents, records, directory, clock });
  const running = createRunningList(ports.state);
  const runner = createRunner({ store, documents, records, queries, directory, running, log });
  const uniqueness = createUniqueness(queries, records, runner);
  const options = createOptionRemoval(queries, records, runner);
  const undo = createUndo(store, runner, directory);
  const history = createHistory({ store, directory });
  const resumer = createResumer({ rpc, documents, running, runner, log });
  return {
    name: 'tables',
    routes: [
      ...tableRoutes(store, documents, queries, uniqueness),
      ...fieldRoutes(store, queries, uniqueness, options),
      ...viewRoutes(store, queries),
      ...recordRoutes({ store, records, queries, directory }),
      ...operationRoutes(runner, queries, records, clock),
      ...historyRoutes(history, queries),
      ...undoRoutes(store, queries, undo),
    ],
    rpc: [tablesRpc({ store, documents, queries, undo })],
    start: resumer.start,
    stop: runner.stop,
  };
};
