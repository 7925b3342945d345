import { openMongoModel, openMongoReaders, openMongoStateStore } from '@tessera/document-store/mongo';
import {
  absenceOf,
  assertReplicaSet,
  greet,
  mongoClient,
  openMongoStore,
  serverAway,
  type MongoStore,
} from '@tessera/event-store/mongo';
import { systemClock } from '@tessera/kernel';
import { natsBus } from '@tessera/live/nats';
import {
  openKafka,
  openMongoOutboxState,
  openMongoSubscriptionState,
  startKafkaSubscriptions,
  startOutbox,
} from '@tessera/messaging/cluster';
import { clientsOf, grpcClients, keysOf, type RpcClients, type RpcRegistration } from '@tessera/rpc';
import { redisState } from '@tessera/shared-state/redis';
import { createLogger, gauges, startTracing, watchProcess, type Logger } from '@tessera/telemetry';
import { publicEventsOf } from '@tessera/proto/events';
import { createDialer } from '../../../dialer/src/index.ts';
import {
  livePublisher,
  noReaders,
  noStore,
  readFresh,
  settingsOf,
  tellOf,
  traced,
  tracedModel,
} from '../installation.ts';
import { runUntilStopped } from '../process.ts';
import { serveAlone, type Served, type Serving } from '../serve.ts';
import type { ComposedService, ServiceDefinition, ServicePorts } from '../service.ts';
import type { ClusterConfig } from './config.ts';
import { databasesOf, writeModuleOf } from './databases.ts';
import { createReadiness, ofTroubleThatLasts, waitFor, type Engine } from './engines.ts';
import { filesOnDemand } from './files.ts';
import { createForgetter } from '../forgetting.ts';
import { forgetRegistration, remoteForgetters } from './forget-rpc.ts';
import { watchHeads } from './heads.ts';
import { logRegistration, remoteLog } from './log-rpc.ts';

const projectionLag = gauges(
  'tessera_projection_lag_commits',
  'Commits that have been in the log for a second or more and that readers may not see yet.',
);

/** What comes while MongoDB has been away for less waits for it, as long as a call may: an election takes no longer. */
const patienceMs = 3_000;

/** How long a start waits for Redis, which it does not need, to hear how far the log was. */
const connectMs = 2_000;

type Closing = (close: () => Promise<void> | void) => void;

/** Opens one service over the engines of the cluster, waiting for those that it needs and that are not there yet. */
const openService = async (
  definition: ServiceDefinition,
  config: ClusterConfig,
  log: Logger,
  closing: Closing,
): Promise<Served & Pick<ComposedService, 'setupCode'>> => {
  const { name } = definition;
  // An address that cannot be read is not waited for.
  await mongoClient(config.mongoUrl).close();
  // A client whose first connection failed stays closed for good: each try has one of its own.
  const { client, hello } = await waitFor('mongodb', log, async () => {
    const tried = mongoClient(config.mongoUrl, { name: `tessera-${name}` });
    try {
      return { client: tried, hello: await greet(tried, databasesOf(tried, name).state.databaseName) };
    } catch (error) {
      await tried.close();
      throw error;
    }
  });
  closing(() => client.close());
  assertReplicaSet(hello);
  let onAway = (): void => undefined;
  const absence = absenceOf(client, undefined, () => onAway());
  const ping = () => client.db('admin').command({ ping: 1 });
  const files = filesOnDemand(config.s3);
  const fail = ofTroubleThatLasts((what, error) => log.warn(what, { error }));
  // Neither is needed (decision 16), so neither is waited for.
  const shared = redisState({
    url: config.redisUrl,
    certificate: config.certificate,
    onFailure: (error) => fail('redis is away', error),
  });
  const bus = natsBus({
    servers: config.natsUrls,
    certificate: config.certificate,
    name: `tessera-${name}`,
    onFailure: (error) => fail('nats is away', error),
  });
  closing(() => shared.close());
  closing(() => bus.close());
  closing(() => files.close());

  const databases = databasesOf(client, name);
  const live = livePublisher(bus);
  let store: MongoStore | undefined;
  let readers: Pick<ServicePorts, 'records' | 'documents'> = noReaders(name);
  if (definition.writeModuleUrl !== undefined) {
    const module = await writeModuleOf(definition.writeModuleUrl);
    const db = databases.log;
    let useIndex: Awaited<ReturnType<typeof openMongoModel>>['useIndex'] | undefined;
    const opened = await openMongoStore({
      client,
      database: db.databaseName,
      module,
      model: async (prefix) => {
        const model = await openMongoModel({ db, prefix, collections: module.collections });
        useIndex = model.useIndex;
        return tracedModel(name, model);
      },
      onReport: ({ kind, ...facts }) =>
        kind === 'went back'
          ? log.error(
              'the log lacks commits that were acknowledged: its database was taken back to an earlier state. Nothing is written before it has what it had (tessera restore), or its loss is accepted (tessera salvage)',
              facts,
            )
          : (kind === 'failed' || kind === 'waiting' ? log.warn : log.info)(`event store: ${kind}`, facts),
    });
    store = opened;
    closing(() => opened.close());
    const watched = watchHeads({ service: name, store: opened, heads: shared.heads, absence });
    closing(() => watched.stop());
    onAway = watched.doubt;
    // Where the place answers already, before the first command.
    if (await shared.connected(connectMs)) await watched.look().catch(() => undefined);
    closing(projectionLag.track({}, () => opened.lag()));
    const reading = openMongoReaders({
      db,
      prefix: opened.prefix,
      collections: module.collections,
      // What fails is told again a minute later.
      onUsefulIndex: ({ organizationId, table, columns }) =>
        void useIndex?.(organizationId, table, columns).catch(() => undefined),
    });
    closing(() => reading.close());
    readers = readFresh(reading, opened.fresh);
    closing(opened.onCommitted(tellOf(live)));
  }
  const state = await waitFor('mongodb', log, () =>
    openMongoStateStore({ db: databases.state, clock: systemClock, durable: false }),
  );
  const vault = await waitFor('mongodb', log, () => openMongoStateStore({ db: databases.vault, clock: systemClock }));

  const registrations: RpcRegistration[] = [];
  const rpc = clientsOf(name, () => registrations, {
    ...config,
    onFault: (method, error) => log.error('a call failed', { method, error }),
  });
  closing(rpc.close);
  const peers = new Map<string, RpcClients & { close(): void }>();
  /** Clients of one service, for contracts that are the same for all: their names tell no address. */
  const peer = (to: string): RpcClients => {
    let clients = peers.get(to);
    if (clients === undefined) {
      const { key, tls } = config;
      clients = grpcClients({ key, tls, addressOf: () => config.peers[to] ?? 'unconfigured.invalid:1' });
      closing(clients.close);
      peers.set(to, clients);
    }
    return clients;
  };
  const ports: ServicePorts = {
    store: store === undefined ? noStore(name) : traced(name, 'mongodb', store),
    ...readers,
    state,
    vault,
    files,
    rpc,
    dialer: createDialer(config.dialing),
    live,
    leases: shared.leases,
    limits: shared.limits,
    clock: systemClock,
    log,
    settings: settingsOf(config, keysOf(config.key)[0].secret),
    forgetters: remoteForgetters(name, Object.keys(config.peers), peer),
  };
  const service = definition.compose(ports);
  registrations.push(...(service.rpc ?? []), forgetRegistration(createForgetter(definition, ports)));
  await waitFor('the other services', log, async () => service.start?.());
  closing(() => service.stop?.());

  const kafka = openKafka({ clientId: `tessera-${name}`, ...config.kafka });
  closing(() => kafka.close());
  if (store !== undefined) {
    registrations.push(logRegistration(store));
    const outbox = startOutbox({
      service: name,
      source: store,
      client: kafka,
      state: openMongoOutboxState(databases.log),
      leases: shared.leases,
      onFailure: (error) => fail('the outbox waits', error),
    });
    closing(() => outbox.stop());
  }
  const reactions = service.reactions ?? [];
  if (reactions.length > 0) {
    // Of another service its contract alone, of its own all that happened here.
    const sources = new Map(
      await Promise.all(
        [...new Set(reactions.map((one) => one.source))].map(
          async (source) =>
            [
              source,
              source === name && definition.writeModuleUrl !== undefined
                ? (await writeModuleOf(definition.writeModuleUrl)).events.decode
                : await publicEventsOf(source),
            ] as const,
        ),
      ),
    );
    // The log's contract is the same for every service, so its address cannot be told from the contract's name.
    const logs = new Map(
      [...sources.keys()].map((source) => {
        if (source === name && store !== undefined) return [source, store] as const;
        return [source, remoteLog(peer(source), name)] as const;
      }),
    );
    const subscriptions = startKafkaSubscriptions({
      client: kafka,
      reactions,
      state: await waitFor('mongodb', log, () => openMongoSubscriptionState(databases.state)),
      source: (from) => logs.get(from)!,
      decoder: (from) => sources.get(from)!,
      // Without an event it is the broker or a store that is away, which each of several reactions notices again and
      // again.
      onFailure: (reaction, eventId, attempts, error) =>
        eventId === ''
          ? fail(`the reaction ${reaction} waits`, error)
          : log.error('a reaction failed', { reaction, eventId, attempts, error }),
    });
    closing(() => subscriptions.stop());
  }

  const engines: readonly Engine[] = [
    { name: 'mongodb', needed: true, check: ping },
    { name: 'files', needed: false, check: () => files.ready() },
    { name: 'redis', needed: false, check: () => shared.ready() },
    { name: 'nats', needed: false, check: () => bus.ready() },
    { name: 'kafka', needed: false, check: () => kafka.ready() },
  ];
  return {
    routes: service.routes,
    topics: service.topics ?? [],
    registrations,
    readiness: createReadiness(engines, log),
    refusal: () => (absence() > patienceMs ? serverAway() : undefined),
    ...(service.setupCode && { setupCode: service.setupCode }),
  };
};

/**
 * One service as a process of the cluster. Throws where the configuration or the data is wrong; what is only away is
 * waited for.
 */
export const startClusterService = async (
  definition: ServiceDefinition,
  config: ClusterConfig,
): Promise<Serving & { setupCode(): Promise<string | undefined> }> => {
  const log = createLogger({ level: config.logLevel, service: definition.name });
  let opened: Awaited<ReturnType<typeof openService>> | undefined;
  const serving = await serveAlone({
    port: config.port,
    grpcAddress: config.grpcAddress,
    key: config.key,
    tls: config.tls,
    tlsPort: config.tlsPort,
    drainMs: config.drainMs,
    baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
    log,
    open: async (closing) => (opened = await openService(definition, config, log, closing)),
  });
  return { ...serving, setupCode: async () => opened?.setupCode?.() };
};

/** The whole of a service's `main.ts`: runs it until a signal, drains it, sets the exit code. */
export const runClusterService = (definition: ServiceDefinition, read: () => ClusterConfig): void => {
  runUntilStopped(createLogger({ service: definition.name }), async () => {
    const config = read();
    const stopTracing = await startTracing(`tessera-${definition.name}`, config.environment);
    const stopWatching = watchProcess();
    const running = await startClusterService(definition, config);
    process.stdout.write(`${definition.name} is ready: http ${running.port}, grpc ${running.grpcPort}\n`);
    const code = await running.setupCode();
    if (code !== undefined) process.stdout.write(`First run: enter the code ${code}\n`);
    return async () => {
      await running.stop();
      stopWatching();
      await stopTracing();
    };
  });
};
