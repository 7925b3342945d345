import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReaderPool, openReaders, type Readers } from '@tessera/document-store';
import {
  folderTrouble,
  openStores,
  type CommittedNotice,
  type OpenReport,
  type PurgingStore,
  type Stores,
} from '@tessera/event-store';
import { systemClock, type CommandMeta } from '@tessera/kernel';
import { memoryBus, type LiveBus } from '@tessera/live';
import { inProcess, type RpcClients, type RpcRegistration } from '@tessera/rpc';
import { createLogger, histogram, span, traceHeaders, tracingOn, type Logger } from '@tessera/telemetry';
import { createDialer } from '../../dialer/src/index.ts';
import type { Config } from './config.ts';
import { folderFiles } from './file-store.ts';
import { createForgetter } from './forgetting.ts';
import { openState, openVault } from './vault.ts';
import { memoryLeases, memoryLimits } from '@tessera/shared-state';
import type {
  ComposedService,
  Forgetters,
  LivePublisher,
  ServiceDefinition,
  ServicePorts,
  Settings,
} from './service.ts';

/** Every service with its data opened, before anything serves. */
export type Installation = {
  readonly stores: Stores;
  readonly bus: LiveBus;
  readonly rpc: RpcClients;
  readonly settings: Settings;
  readonly composed: readonly ComposedService[];
  /** What a service was given. */
  ports(service: string): ServicePorts;
  close(): Promise<void>;
};

/** Closes in reverse order; a failure does not keep the rest open. */
export const createClosers = () => {
  const closers: (() => Promise<void> | void)[] = [];
  return {
    push: (...more: (() => Promise<void> | void)[]) => void closers.push(...more),
    closeAll: async (): Promise<void> => {
      let failure: unknown;
      for (const close of closers.splice(0).toReversed()) {
        try {
          await close();
        } catch (error) {
          failure ??= error;
        }
      }
      if (failure !== undefined) throw failure as Error;
    },
  };
};

/** The store with a span around each command, while traces are exported. */
export const traced = <E>(service: string, system: 'sqlite' | 'mongodb', store: PurgingStore<E>): PurgingStore<E> => {
  if (!tracingOn()) return store;
  const attributes = (type: string) => ({ 'db.system': system, 'db.namespace': service, 'db.operation.name': type });
  // The commit carries the trace on to whoever reacts to it.
  const withTrace = (meta: CommandMeta): CommandMeta => ({ ...meta, trace: traceHeaders()['traceparent'] });
  return {
    ...store,
    execute: (command, meta) =>
      span(`${service}.${command.type}`, 'client', attributes(command.type), () =>
        store.execute(command, withTrace(meta)),
      ),
  };
};

/** The read model with a span around each projection, while traces are exported. */
export const tracedModel = <M extends { apply(...args: never[]): Promise<void> }>(service: string, model: M): M => {
  if (!tracingOn()) return model;
  return {
    ...model,
    apply: (...args: never[]) =>
      span(`${service} projection`, 'internal', { 'db.system': 'mongodb', 'db.namespace': service }, () =>
        model.apply(...args),
      ),
  };
};

/** Readers that wait until the model has what releases with other models wrote, where any runs. */
export const readFresh = (
  { records, documents }: Pick<ServicePorts, 'records' | 'documents'>,
  fresh: (organizationId: string) => Promise<void>,
): Pick<ServicePorts, 'records' | 'documents'> => {
  const after =
    <A extends readonly unknown[], T>(read: (organizationId: string, ...rest: A) => T | Promise<T>) =>
    async (organizationId: string, ...rest: A): Promise<T> => {
      await fresh(organizationId);
      return read(organizationId, ...rest);
    };
  return {
    records: {
      position: records.position,
      computing: after(records.computing),
      one: after(records.one),
      page: after(records.page),
      rows: after(records.rows),
      count: after(records.count),
      aggregate: after(records.aggregate),
      placeOf: after(records.placeOf),
      groups: after(records.groups),
    },
    documents: {
      get: async (organizationId, collection, id) => {
        await fresh(organizationId);
        return documents.get(organizationId, collection, id);
      },
      find: async (organizationId, ...rest) => {
        await fresh(organizationId);
        return documents.find(organizationId, ...rest);
      },
    },
  };
};

/** What services publish, on a bus. */
export const livePublisher = (bus: LiveBus): LivePublisher => ({
  notify: (organizationId, position, notices, actorId) =>
    bus.publish({ kind: 'notices', organizationId, position, notices, actorId }),
  send: (organizationId, userId, name, data) => bus.publish({ kind: 'event', organizationId, userId, name, data }),
});

/** Tells browsers of a commit that has something to tell. */
export const tellOf =
  (live: LivePublisher) =>
  ({ organizationId, position, notices, actorId }: CommittedNotice): void => {
    if (notices.length > 0) live.notify(organizationId, position, notices, actorId);
  };

/** Whether anything was ever written in this folder. */
const inUse = (opened: readonly OpenReport[]): boolean => opened.some(({ commits }) => commits > 0);

/** What a service may know of its configuration. */
export const settingsOf = (config: Config, secret: string | undefined): Settings => ({
  baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
  dataFolder: config.dataFolder,
  rateLimits: config.rateLimits,
  development: config.development,
  billing: config.billing,
  openOrganizations: config.openOrganizations,
  erasesAfterMs: config.eraseAfterDays * 86_400_000,
  secret,
});

export const noStore = (service: string): PurgingStore<never> =>
  new Proxy({} as PurgingStore<never>, {
    get: () => () => {
      throw new Error(`${service} has no write module and so no store`);
    },
  });
export const noReaders = (service: string): Omit<Readers, 'close'> => {
  const refuse = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error(`${service} has no write module and so no read model`);
      },
    },
  );
  return { records: refuse as Readers['records'], documents: refuse as Readers['documents'] };
};

/**
 * Opens stores, small state and files of the data folder and composes the services over them. Calls between them stay
 * in the process unless other clients are given. Throws if another process holds the folder or a log is damaged.
 */
export const openInstallation = async (
  config: Config,
  log: Logger,
  parts: { readonly services: readonly ServiceDefinition[]; readonly rpc?: RpcClients; readonly secret?: string },
): Promise<Installation> => {
  const { services } = parts;
  const closers = createClosers();
  try {
    mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
    const storing = services.flatMap(({ name, writeModuleUrl }) =>
      writeModuleUrl === undefined ? [] : [{ name, writeModuleUrl }],
    );
    const synced = histogram('tessera_log_sync_seconds', 'Time to make a group of commits durable.').series({});
    const stores = await openStores({
      dataFolder: config.dataFolder,
      services: storing,
      onSync: (ms) => synced(ms / 1000),
    });
    closers.push(() => stores.close());
    for (const { service, rebuilt, caughtUp, tail } of stores.opened) {
      if (rebuilt !== undefined)
        log.info('a read model was made anew from its log', { service, why: rebuilt, commits: caughtUp });
      if (tail.cut !== undefined) log.warn('the damaged end of a log was cut', { service, ...tail.cut });
      if (tail.unread !== undefined) log.warn('a log has an end that nobody was told of', { service, ...tail.unread });
    }
    const pool = openReaderPool({
      onLost: (error) => log.error('a reader thread died and is replaced', { error }),
    });
    closers.push(() => pool.close());
    const vault = openVault(config.dataFolder, inUse(stores.opened));
    closers.push(() => vault.close());
    const state = openState(config.dataFolder, log);
    closers.push(() => state.close());

    const bus = memoryBus();
    const live = livePublisher(bus);
    closers.push(stores.onCommitted(tellOf(live)));

    const registrations: RpcRegistration[] = [];
    const rpc =
      parts.rpc ??
      inProcess(() => registrations, { onFault: (method, error) => log.error('a call failed', { method, error }) });
    const settings = settingsOf(config, parts.secret);
    const dialer = createDialer(config.dialing);
    const leases = memoryLeases();
    const limits = memoryLimits();
    const files = folderFiles(join(config.dataFolder, 'files'));
    const handed = new Map<string, ServicePorts>();
    const forgetting = new Map<string, ReturnType<typeof createForgetter>>();
    const forgetters: Forgetters = {
      services: services.map(({ name }) => name),
      forget: (service, organizationId, all) => forgetting.get(service)!(organizationId, all),
      // What a service does is in its log before another hears of it.
      settleMs: 0,
    };
    const composed = services.map((definition) => {
      const { name, writeModuleUrl } = definition;
      const readers =
        writeModuleUrl === undefined
          ? undefined
          : openReaders(join(config.dataFolder, name, 'model.db'), pool, {
              onMissingIndex: ({ organizationId, table, columns }) =>
                stores.useIndex(name, organizationId, table, columns),
            });
      if (readers !== undefined) closers.push(() => readers.close());
      const { records, documents } = readers ?? noReaders(name);
      const ports: ServicePorts = {
        store: writeModuleUrl === undefined ? noStore(name) : traced(name, 'sqlite', stores.store(name)),
        documents,
        records,
        state,
        vault,
        files,
        rpc,
        dialer,
        live,
        leases,
        limits,
        clock: systemClock,
        log: createLogger({ level: config.logLevel, service: name }),
        settings,
        forgetters,
      };
      handed.set(name, ports);
      forgetting.set(name, createForgetter(definition, ports));
      const service = definition.compose(ports);
      registrations.push(...(service.rpc ?? []));
      return service;
    });

    return {
      stores,
      bus,
      rpc,
      settings,
      composed,
      ports: (service) => {
        const ports = handed.get(service);
        if (ports === undefined) throw new Error(`there is no service ${service}`);
        return ports;
      },
      close: closers.closeAll,
    };
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    const trouble = folderTrouble(error, config.dataFolder);
    throw trouble === undefined ? error : new Error(trouble, { cause: error });
  }
};
