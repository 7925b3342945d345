import type { PurgingStore } from '@tessera/event-store';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { commentRoutes } from './comments/http.ts';
import { tableRoutes } from './definitions/http.ts';
import { copyRoutes } from './copies/http.ts';
import { createDirectory } from '@tessera/runtime/directory';
import { createPlans } from '@tessera/runtime/plans';
import { createActions } from './actions/list.ts';
import type { TablesEvent } from './events.ts';
import { createConversion } from './fields/conversion.ts';
import { createDuplication } from './fields/duplication.ts';
import { duplicateRoutes } from './fields/duplicate-http.ts';
import { conditionalRoutes } from './conditionals/http.ts';
import { fieldRoutes } from './fields/http.ts';
import { fieldUseRoutes } from './fields/uses-http.ts';
import { labelRoutes } from './fields/labels.ts';
import { createNumbering } from './fields/numbering.ts';
import { createOptionRemoval } from './fields/options.ts';
import { createUniqueness } from './fields/uniqueness.ts';
import { formRoutes } from './forms/http.ts';
import { formulaRoutes } from './formulas/http.ts';
import { tablesRpc } from './grpc.ts';
import { limiting } from './limits/limiting.ts';
import { createFindRecords } from './links/find.ts';
import { createLinkReader } from './links/shown.ts';
import { operationRoutes } from './operations/http.ts';
import { createRunner } from './operations/runner.ts';
import { liveTopics } from './live.ts';
import { changeRoutes } from './records/changes-http.ts';
import { createHistory } from './records/history.ts';
import { historyRoutes } from './records/history-http.ts';
import { createLabels } from './records/labels.ts';
import { duplicatesRoutes } from './duplicates/http.ts';
import { searchRoutes } from './everywhere/http.ts';
import { createSearch } from './everywhere/search.ts';
import { exportRoutes } from './export/http.ts';
import { recordRoutes } from './records/http.ts';
import { createDescribe } from './records/files.ts';
import { createQueries, type Queries } from './records/query.ts';
import { undoRoutes } from './undo/http.ts';
import { trashRoutes } from './trash/http.ts';
import { trashReactions } from './trash/reactions.ts';
import { createComparison } from './past/compare.ts';
import { pastRoutes } from './past/http.ts';
import { createPasts } from './past/pasts.ts';
import { createPastReads } from './past/read.ts';
import { createRewindPlan, createRewinds } from './past/rewind.ts';
import { lookRoutes } from './looks/http.ts';
import { createDigestPlaces, createToldPlaces } from './looks/digest.ts';
import { createLooks } from './looks/looks.ts';
import { starRoutes } from './stars/http.ts';
import { askingTriggers } from './triggers/ask.ts';
import { createStars } from './stars/stars.ts';
import { createStayClock } from './stays/clock.ts';
import { stayRoutes } from './stays/http.ts';
import { createUndo } from './undo/service.ts';
import { viewRoutes } from './views/http.ts';

/**
 * After a command that may have changed a definition, the next read looks at it anew. Commands on records alone leave
 * it as it is.
 */
const forgetting = (store: PurgingStore<TablesEvent>, queries: Queries): PurgingStore<TablesEvent> => ({
  ...store,
  async execute(command, meta) {
    try {
      return await store.execute(command, meta);
    } finally {
      if (!/^(records|comments)\./.test(command.type)) queries.forget(meta.actor.organizationId);
    }
  },
});

/** What the tables service is made of. */
export const compose = (ports: ServicePorts<TablesEvent>): ComposedService => {
  const { documents, records, clock, log, rpc } = ports;
  const directory = createDirectory(rpc.client(AuthServiceDefinition), clock, 'tables');
  const stars = createStars(ports);
  const queries = createQueries({ documents, records, directory, clock, stars });
  const plans = createPlans(ports, 'tables');
  const store = askingTriggers(
    limiting(forgetting(ports.store, queries), {
      plans,
      records,
      clock,
      several: ports.settings.secret !== undefined,
    }),
    {
      rpc,
      directory,
      definition: queries.definition,
    },
  );
  const links = createLinkReader({ records, queries, directory, stars });
  const describe = createDescribe(rpc);
  const findRecords = createFindRecords({ records, queries, directory });
  const pasts = createPasts({ store, records, clock });
  const runner = createRunner({
    store,
    documents,
    records,
    queries,
    directory,
    state: ports.state,
    leases: ports.leases,
    clock,
    log,
    rewinds: createRewinds({ pasts, queries }),
  });
  const stayClock = createStayClock({ ...ports, store, queries, directory });
  const uniqueness = createUniqueness(queries, records, runner);
  const numbering = createNumbering(queries, records, runner);
  const options = createOptionRemoval(queries, records, runner);
  const conversions = createConversion(queries, records, runner, directory);
  const undo = createUndo(store, queries, runner, directory, records, conversions);
  const history = createHistory({ store, directory, records });
  const past = createPastReads({ pasts, store, records, queries });
  const comparison = createComparison({ reads: past, records });
  const labels = createLabels({ store, records, directory });
  const looks = createLooks(ports);
  const places = createDigestPlaces(ports);
  const told = createToldPlaces({ records, queries, looks, comparison, history, labels });
  return {
    name: 'tables',
    routes: [
      ...tableRoutes(store, documents, queries, uniqueness, directory),
      ...copyRoutes({ store, queries, records, runner }),
      ...trashRoutes({ store, documents, records }),
      ...conditionalRoutes(store),
      ...formRoutes(store, queries),
      ...fieldRoutes(store, queries, uniqueness, options, conversions, directory, numbering),
      ...labelRoutes(queries, records, runner),
      ...duplicateRoutes(store, queries, createDuplication(queries, records, runner), numbering),
      ...fieldUseRoutes(queries, documents),
      ...viewRoutes(store, queries),
      ...recordRoutes({ store, records, queries, directory, links, findRecords, describe, past }),
      ...pastRoutes({
        comparison,
        rewindPlan: createRewindPlan({ comparison, records }),
        runner,
        store,
        queries,
        directory,
        clock,
      }),
      ...duplicatesRoutes({ store, records, queries, directory, describe, findRecords }),
      ...searchRoutes(createSearch({ documents, records, queries, directory })),
      ...exportRoutes({ records, queries, directory, links, clock }),
      ...commentRoutes({ ...ports, store, log: store, records, queries, directory }),
      ...starRoutes({ records, queries, stars, live: ports.live }),
      ...lookRoutes({ records, queries, looks, clock, places, told }),
      ...stayRoutes({ records, queries, directory, clock }),
      ...formulaRoutes({ records, queries, directory, clock }),
      ...operationRoutes(runner, queries, records, directory, store),
      ...historyRoutes(history, queries, records),
      ...changeRoutes(store, queries),
      ...undoRoutes(store, queries, undo),
    ],
    reactions: [...trashReactions(store), plans.reaction],
    topics: liveTopics(store, queries),
    rpc: [
      tablesRpc({
        store,
        documents,
        records,
        queries,
        undo,
        findRecords,
        directory,
        links,
        listActions: createActions({ store, queries, directory, records }),
        labels,
        places,
        told,
      }),
    ],
    start: async () => {
      await runner.resume();
      stayClock.start();
    },
    stop: async () => {
      await Promise.all([runner.stop(), stayClock.stop()]);
    },
  };
};
