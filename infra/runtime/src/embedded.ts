import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReaderPool, openReaders, type Readers } from '@tessera/document-store';
import { openStores, type ServiceStore } from '@tessera/event-store';
import { systemClock } from '@tessera/kernel';
import { memoryBus } from '@tessera/live';
import { openSubscriptionState, startSubscriptions } from '@tessera/messaging';
import { inProcess, type RpcRegistration } from '@tessera/rpc';
import { createLogger, watchProcess, type Logger } from '@tessera/telemetry';
import { createGateway } from '../../../services/gateway/src/index.ts';
import type { Config } from './config.ts';
import { folderFiles } from './file-store.ts';
import type { ComposedService, LivePublisher, ServicePorts, Settings } from './service.ts';
import { services } from './services.ts';
import { openStateStore } from './state-store.ts';

export type Running = {
  readonly port: number;
  readonly composed: readonly ComposedService[];
  /** The one-time code for a first run from another machine, while nobody is set up. */
  setupCode(): Promise<string | undefined>;
  /** Drains: no new request, those in flight are answered, commits are closed. */
  stop(): Promise<void>;
};

const noStore = (service: string): ServiceStore<never> =>
  new Proxy({} as ServiceStore<never>, { get: () => () => { throw new Error(`${service} has no write module and so no store`); } });
const noReaders = (service: string): Omit<Readers, 'close'> => {
  const refuse = new Proxy({}, { get: () => () => { throw new Error(`${service} has no write module and so no read model`); } });
  return { records: refuse as Readers['records'], documents: refuse as Readers['documents'] };
};

/**
 * Every service in this process, with its data in one folder. Throws if another process holds the folder, a log is damaged, or a route may not
 * be served; what was opened until then is closed again.
 */
export const startEmbedded = async (config: Config, log: Logger): Promise<Running> => {
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
    closers.push(watchProcess());
    const storing = services.flatMap(({ name, writeModuleUrl }) => (writeModuleUrl === undefined ? [] : [{ name, writeModuleUrl }]));
    const stores = await openStores({ dataFolder: config.dataFolder, services: storing });
    closers.push(() => stores.close());
    for (const report of stores.opened) if (Object.values(report).some((value) => typeof value === 'number' && value > 0)) log.info('opened', { ...report });

    const pool = openReaderPool();
    closers.push(() => pool.close());
    const state = openStateStore(join(config.dataFolder, 'state.db'), { synchronous: 'NORMAL' });
    const vault = openStateStore(join(config.dataFolder, 'vault.db'), { synchronous: 'FULL' });
    closers.push(() => state.close(), () => vault.close());

    const bus = memoryBus();
    const live: LivePublisher = {
      notify: (organizationId, position, notices, actorId) => bus.publish({ kind: 'notices', organizationId, position, notices, actorId }),
      send: (organizationId, userId, name, data) => bus.publish({ kind: 'event', organizationId, userId, name, data }),
    };
    closers.push(stores.onCommitted(({ organizationId, position, notices, actorId }) => {
      if (notices.length > 0) live.notify(organizationId, position, notices, actorId);
    }));

    const registrations: RpcRegistration[] = [];
    const rpc = inProcess(() => registrations, { onFault: (method, error) => log.error('a call failed', { method, error }) });
    // The port is settled before anything is composed, because links carry the address; port 0 is for tests, which configure theirs.
    const settings: Settings = {
      baseUrl: config.baseUrl ?? `http://localhost:${config.port}`, dataFolder: config.dataFolder, rateLimits: config.rateLimits, development: config.development,
    };

    const composed = services.map((definition) => {
      const stored = definition.writeModuleUrl !== undefined;
      const readers = stored ? openReaders(join(config.dataFolder, definition.name, 'model.db'), pool) : undefined;
      if (readers !== undefined) closers.push(() => readers.close());
      const { records, documents } = readers ?? noReaders(definition.name);
      const ports: ServicePorts = {
        store: stored ? stores.store(definition.name) : noStore(definition.name), documents, records, state, vault, files: folderFiles(join(config.dataFolder, 'files')),
        rpc, live, clock: systemClock, log: createLogger({ level: config.logLevel, service: definition.name }), settings,
      };
      const service = definition.compose(ports);
      registrations.push(...(service.rpc ?? []));
      return service;
    });

    let ready = false;
    const gateway = createGateway({
      routes: composed.flatMap((service) => service.routes), rpc, bus, log, baseUrl: settings.baseUrl, rateLimits: config.rateLimits, trustedProxies: config.trustedProxies,
      frontends: config.frontends, metricsToken: config.metricsToken, ready: () => ready,
    });

    for (const service of composed) {
      await service.start?.();
      closers.push(() => service.stop?.());
    }
    const inbox = openSubscriptionState(join(config.dataFolder, 'subscriptions.db'));
    closers.push(() => inbox.close());
    const subscriptions = await startSubscriptions({
      source: stores, state: inbox, reactions: composed.flatMap((service) => service.reactions ?? []),
      onFailure: (reaction, eventId, attempts, error) => log.error('a reaction failed', { reaction, eventId, attempts, error }),
    });
    closers.push(() => subscriptions.stop());
    const port = await gateway.listen(config.port, config.host);
    closers.push(() => gateway.drain());
    ready = true;

    return {
      port,
      composed,
      setupCode: async () => {
        for (const service of composed) {
          const code = await service.setupCode?.();
          if (code !== undefined) return code;
        }
        return undefined;
      },
      stop: async () => {
        ready = false;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll().catch(() => undefined);
    throw error;
  }
};
