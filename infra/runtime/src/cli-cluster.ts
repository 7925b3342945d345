import { openMongoModel, openMongoReaders, openMongoStateStore } from '@tessera/document-store/mongo';
import type { VerifyReport } from '@tessera/event-store';
import {
  acceptMongoLoss,
  greet,
  mongoClient,
  mongoDump,
  openMongoStore,
  rebuildMongoModel,
  verifyMongoLog,
} from '@tessera/event-store/mongo';
import { systemClock } from '@tessera/kernel';
import { natsBus } from '@tessera/live/nats';
import { openMongoSubscriptionState } from '@tessera/messaging/cluster';
import { inProcess, keysOf } from '@tessera/rpc';
import { createAttempts, memoryLeases, memoryLimits } from '@tessera/shared-state';
import { createLogger } from '@tessera/telemetry';
import type { MongoClient } from 'mongodb';
import {
  apps,
  approveTemplate,
  listTemplates,
  refuseTemplate,
  showTemplate,
} from '../../../services/apps/src/index.ts';
import {
  closeAccess,
  confirmTokens,
  listUnconfirmed,
  auth,
  createAdmin,
  createOrganization,
  findOrganization,
} from '../../../services/auth/src/index.ts';
import { billing, setPlan } from '../../../services/billing/src/index.ts';
import { backedUp, rebuilt, restored, serviceWithModel, verified, type Answer, type Commands } from './cli-command.ts';
import { files, releaseRecords } from '../../../services/files/src/index.ts';
import { purgeRecords, tables } from '../../../services/tables/src/index.ts';
import type { ClusterConfig } from './cluster/config.ts';
import { databasesOf } from './cluster/databases.ts';
import { openS3Files, type S3Files } from './file-store-s3.ts';
import { backupCluster, restoreCluster } from './migrate/cluster-backup.ts';
import { assertStopped, moduleOf, withModel } from './migrate/databases.ts';
import { migrate } from './migrate/migrate.ts';
import { createDialer } from '../../dialer/src/index.ts';
import { livePublisher, settingsOf, tellOf } from './installation.ts';
import { rotateKeys } from './operator-commands.ts';
import { progressIn, purgePerson } from './purge-person.ts';
import { nobodyForgets, type ServiceDefinition, type ServicePorts } from './service.ts';
import { services } from './services.ts';

/** A page of a rebuild, a backup or a restore may be large, and nobody waits for it. */
const operationMs = 60_000;
const names = services.map(({ name }) => name);
const print = (line: string): void => console.log(line);

const withMongo = async <T>(config: ClusterConfig, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = mongoClient(config.mongoUrl, { name: 'tessera-cli', operationMs });
  try {
    await greet(client, databasesOf(client, 'auth').state.databaseName);
    return await work(client);
  } finally {
    await client.close();
  }
};

const withFiles = async <T>(config: ClusterConfig, work: (files: S3Files) => Promise<T>): Promise<T> => {
  const files = await openS3Files(config.s3);
  try {
    return await work(files);
  } finally {
    files.close();
  }
};

const verifiedLogs = async (client: MongoClient): Promise<readonly VerifyReport[]> => {
  const reports: VerifyReport[] = [];
  for (const { name, writeModuleUrl } of services)
    if (writeModuleUrl !== undefined) reports.push(await verifyMongoLog(databasesOf(client, name).log, name));
  return reports;
};

/** What a service needs to do something, beside its replicas that may run. */
const withService = async <T>(
  config: ClusterConfig,
  client: MongoClient,
  service: ServiceDefinition,
  work: (ports: ServicePorts) => Promise<T>,
): Promise<T> => {
  const log = createLogger({ level: 'warn', service: service.name });
  const module = await moduleOf(service);
  const { log: db, state, vault } = databasesOf(client, service.name);
  const bus = natsBus({ servers: config.natsUrls, certificate: config.certificate, name: 'tessera-cli' });
  if (!(await bus.connected(5_000))) log.warn('NATS does not answer: open screens hear of the changes later');
  const store = await openMongoStore({
    client,
    database: db.databaseName,
    module,
    model: (prefix) => openMongoModel({ db, prefix, collections: module.collections }),
  });
  const readers = openMongoReaders({ db, prefix: store.prefix, collections: module.collections });
  const live = livePublisher(bus);
  const unsubscribe = store.onCommitted(tellOf(live));
  try {
    return await withFiles(config, async (files) =>
      work({
        store,
        ...readers,
        files,
        log,
        clock: systemClock,
        leases: memoryLeases(),
        limits: memoryLimits(),
        rpc: inProcess(() => [], {}),
        dialer: createDialer(config.dialing),
        state: await openMongoStateStore({ db: state, clock: systemClock, durable: false }),
        vault: await openMongoStateStore({ db: vault, clock: systemClock }),
        live,
        settings: settingsOf(config, keysOf(config.key)[0].secret),
        forgetters: nobodyForgets,
      }),
    );
  } finally {
    unsubscribe();
    await readers.close();
    await store.close();
    await bus.close();
  }
};

/** The commands over the engines of the cluster, with `migrate`, which brings an embedded data folder to them. */
export const clusterCommands = (config: ClusterConfig): Commands & { migrate(): Promise<Answer> } => ({
  rebuild: async (name) => {
    const service = serviceWithModel(name);
    const definition = services.find((one) => one.name === service.name)!;
    await assertStopped(config.peers, [service.name]);
    return withMongo(config, (client) =>
      withModel(client, definition, async (parts) => {
        // A model of other versions is no other answer to the same question.
        const before = parts.present ? await mongoDump(parts.model) : undefined;
        return rebuilt(service.name, before, await rebuildMongoModel(parts));
      }),
    );
  },
  prepareUpgrade: async () => ({
    text: 'In the cluster a release makes its read models by itself, beside those of the release that runs.',
    fine: true,
  }),
  salvage: async (name) => {
    const { name: service } = serviceWithModel(name);
    await assertStopped(config.peers, [service]);
    return withMongo(config, async (client) => {
      const { epoch, positions } = await acceptMongoLoss(databasesOf(client, service).log);
      const lines = [...positions].map(
        ([organization, position]) => `  organization ${organization}: commit ${position}`,
      );
      return {
        text: [
          `${service}: the log goes on from what it has, in epoch ${epoch}. What was acknowledged after these is lost:`,
          ...lines,
        ].join('\n'),
        fine: true,
      };
    });
  },
  verify: () => withMongo(config, async (client) => verified(await verifiedLogs(client))),
  backup: (folder) =>
    withMongo(config, (client) =>
      withFiles(config, async (files) => {
        const reports = await verifiedLogs(client);
        if (reports.some(({ damage }) => damage.length > 0))
          throw new Error(`no backup was made, the data is damaged:\n${verified(reports).text}`);
        return backedUp(folder, (await backupCluster({ client, files, services, target: folder })).files);
      }),
    ),
  restore: async (folder, replace) => {
    await assertStopped(config.peers, names);
    return withMongo(config, (client) =>
      withFiles(config, async (files) => {
        const { madeAt } = await restoreCluster({ client, files, services, from: folder, replace, tell: print });
        const { state, vault } = databasesOf(client, 'auth');
        const access = await closeAccess({
          state: await openMongoStateStore({ db: state, clock: systemClock, durable: false }),
          vault: await openMongoStateStore({ db: vault, clock: systemClock }),
        });
        return restored(`restored the backup of ${madeAt}`, access);
      }),
    );
  },
  createAdmin: (admin) =>
    withMongo(config, (client) =>
      withService(config, client, auth, async (ports) => (await createAdmin(ports, admin)).made),
    ),
  createOrganization: (wanted) =>
    withMongo(config, (client) => withService(config, client, auth, (ports) => createOrganization(ports, wanted))),
  setPlan: (wanted) =>
    withMongo(config, async (client) => {
      await withService(config, client, auth, (ports) => findOrganization(ports, wanted.organizationId));
      return withService(config, client, billing, (ports) => setPlan(ports, wanted));
    }),
  templates: () => withMongo(config, (client) => withService(config, client, apps, listTemplates)),
  template: (save) =>
    withMongo(config, (client) => withService(config, client, apps, (ports) => showTemplate(ports, { save }))),
  approveTemplate: (save) =>
    withMongo(config, (client) => withService(config, client, apps, (ports) => approveTemplate(ports, { save }))),
  refuseTemplate: (wanted) =>
    withMongo(config, (client) => withService(config, client, apps, (ports) => refuseTemplate(ports, wanted))),
  unconfirmedTokens: () => withMongo(config, (client) => withService(config, client, auth, listUnconfirmed)),
  confirmTokens: (tokenId) =>
    withMongo(config, (client) => withService(config, client, auth, (ports) => confirmTokens(ports, { tokenId }))),
  rotateKeys: () =>
    withMongo(config, (client) =>
      rotateKeys(async ({ name }) => ({
        vault: await openMongoStateStore({ db: databasesOf(client, name).vault, clock: systemClock }),
        clock: systemClock,
      })),
    ),
  purgePerson: (person, tell) =>
    withMongo(config, (client) =>
      purgePerson(
        {
          ports: (service, work) => withService(config, client, service, work),
          state: async ({ name }, work) =>
            work({ state: await openMongoStateStore({ db: databasesOf(client, name).state, clock: systemClock }) }),
        },
        { person },
        tell,
      ),
    ),
  purgeRecords: (wanted, tell) =>
    withMongo(config, async (client) => {
      const purged = await withService(config, client, tables, (ports) =>
        purgeRecords(ports, wanted, progressIn(tables.name, tell)),
      );
      await withService(config, client, files, (ports) => releaseRecords(ports, wanted));
      return purged;
    }),
  operations: (work) =>
    withMongo(config, async (client) => {
      const kept = async (name: string) => {
        const { state: db } = databasesOf(client, name);
        return createAttempts(await openMongoStateStore({ db, clock: systemClock }), systemClock);
      };
      return work(await Promise.all(services.flatMap(({ name, resumes }) => (resumes === true ? [kept(name)] : []))));
    }),
  parked: (work) =>
    withMongo(config, async (client) =>
      work(await Promise.all(names.map((name) => openMongoSubscriptionState(databasesOf(client, name).state)))),
    ),
  migrate: async () => {
    await assertStopped(config.peers, names);
    return withMongo(config, (client) =>
      withFiles(config, async (files) => {
        await migrate({ config, client, files, services, tell: print });
        return { text: 'migrated: start the services', fine: true };
      }),
    );
  },
});
