import { join } from 'node:path';
import { openMongoStateStore } from '@tessera/document-store/mongo';
import {
  dumpMongoLog,
  loadMongoLog,
  mongoDump,
  readMongoKeys,
  rebuildMongoModel,
  tombstoneOf,
  verifyMongoLog,
} from '@tessera/event-store/mongo';
import type { LogExport } from '@tessera/event-store';
import { systemClock } from '@tessera/kernel';
import { takeOverSubscriptions } from '@tessera/messaging/cluster';
import type { MongoClient } from 'mongodb';
import type { Config } from '../config.ts';
import { folderFiles } from '../file-store.ts';
import type { S3Files } from '../file-store-s3.ts';
import type { ServiceDefinition } from '../service.ts';
import { dropService, usedServices } from './cluster-backup.ts';
import { databasesOf } from '../cluster/databases.ts';
import { withModel } from './databases.ts';
import { logChecksum, openSource, type Source } from './source.ts';

/** How far a migration has come; it stands in the target from its first step on. */
type Progress = {
  readonly _id: 'migration';
  readonly from: string;
  readonly done: readonly string[];
  readonly finished?: number;
};

const atOnce = 16;
const noLimit = Number.MAX_SAFE_INTEGER;

const progressOf = (client: MongoClient) =>
  client.db('tessera_migration', { writeConcern: { w: 'majority', journal: true } }).collection<Progress>('progress');

/** Which logs, and how long each of them is: what a migration that goes on must find unchanged. */
const nameOf = (source: Source): string =>
  source.logs.map(({ service, logId, epoch, commits }) => `${service}:${logId}.${epoch}.${commits}`).join(' ');

/** The target's progress of this migration, begun if there is none. Throws where the target has other data. */
const begin = async (
  client: MongoClient,
  services: readonly ServiceDefinition[],
  from: string,
): Promise<Set<string>> => {
  const progress = progressOf(client);
  const found = await progress.findOne({ _id: 'migration' });
  if (found?.finished !== undefined) throw new Error('this installation was migrated already');
  if (found !== null && found.from !== from)
    throw new Error(
      'a migration of other data, or of this before it changed, is under way in this installation: drop its databases (tessera_*) to begin anew',
    );
  if (found !== null) return new Set(found.done);
  const used = await usedServices(client, services);
  if (used.length > 0) throw new Error(`this installation is not empty: ${used.join(', ')} has commits`);
  await progress.insertOne({ _id: 'migration', from, done: [] });
  return new Set();
};

const loadLog = async (client: MongoClient, definition: ServiceDefinition, log: LogExport): Promise<string> => {
  const { log: db } = databasesOf(client, definition.name);
  // A log that was interrupted is begun anew: what it excludes others by is counted commit by commit.
  await db.dropDatabase();
  const tombstones = [...log.tombstones()].map(
    ({ organizationId, epoch, position, old, new: present, purgeId, at, seq }) =>
      tombstoneOf(organizationId, epoch, position, { old, new: present, purgeId, at, seq }),
  );
  const { commits, epoch } = await loadMongoLog(db, log.all(), { logId: log.logId, epoch: log.epoch, tombstones });
  return `${commits} commits, ${tombstones.length} of them purged; epoch ${epoch}`;
};

const loadState = async (
  client: MongoClient,
  source: Source,
  { name, keeps = [], keepsOfOrganization = [] }: ServiceDefinition,
  kind: 'state' | 'vault',
): Promise<string> => {
  const db = databasesOf(client, name)[kind];
  await db.dropDatabase();
  const store = await openMongoStateStore({ db, clock: systemClock });
  let count = 0;
  let writing: Promise<void>[] = [];
  for (const { organizationId, bucket, key, value, expires } of source.state(kind)) {
    if (!keeps.includes(bucket) && !keepsOfOrganization.includes(bucket)) continue;
    writing.push(store.put(organizationId, bucket, key, value, expires === undefined ? {} : { expiresAt: expires }));
    count += 1;
    if (writing.length >= atOnce) await Promise.all(writing.splice(0));
  }
  await Promise.all(writing);
  writing = [];
  return `${count} entries`;
};

const loadSubscriptions = async (
  client: MongoClient,
  config: Config,
  source: Source,
  service: string,
): Promise<string> => {
  const logs = new Map(source.logs.map((log) => [log.service, log]));
  const { state: db } = databasesOf(client, service);
  for (const name of ['progress', 'inbox', 'parked', 'waiting'])
    await db.collection(`subscription_${name}`).deleteMany({});
  const reactions = (source.reactions.get(service) ?? []).filter((one) => logs.has(one.source));
  const { inbox, parked, waiting } = await takeOverSubscriptions({
    path: join(config.dataFolder, 'subscriptions.db'),
    db,
    reactions,
    log: (name) => logs.get(name)!,
  });
  return `${reactions.length} reactions, ${inbox} events handled of late, ${parked} streams parked with ${waiting} events`;
};

const loadFiles = async (
  config: Config,
  source: Source,
  files: S3Files,
  tell: (line: string) => void,
): Promise<string> => {
  const folder = folderFiles(join(config.dataFolder, 'files'));
  let bytes = 0;
  for (const [i, { organizationId, handle }] of source.files.entries()) {
    const { size } = await files.write(organizationId, handle, await folder.read(organizationId, handle), noLimit);
    bytes += size;
    if ((i + 1) % 500 === 0) tell(`files: ${i + 1} of ${source.files.length}`);
  }
  return `${source.files.length} files, ${bytes} bytes`;
};

/** Throws where the target differs from the source; answers the figures that are equal. */
const compare = async (
  client: MongoClient,
  definition: ServiceDefinition,
  log: LogExport,
  dump: string,
): Promise<string> => {
  const { name } = definition;
  const { log: db } = databasesOf(client, name);
  const report = await verifyMongoLog(db, name);
  if (report.damage.length > 0)
    throw new Error(`${name}: position ${report.damage[0]!.position}: ${report.damage[0]!.what}`);
  const [here, there] = [await logChecksum(log.all()), await logChecksum(dumpMongoLog(db))];
  if (here.hash !== there.hash)
    throw new Error(
      `${name}: the log differs: ${here.commits} commits ${here.hash.slice(0, 16)} here, ${there.commits} commits ${there.hash.slice(0, 16)} there`,
    );
  const model = await withModel(client, definition, (parts) => mongoDump(parts.model));
  if (model !== dump)
    throw new Error(`${name}: the read model differs: ${dump.slice(0, 16)} here, ${model.slice(0, 16)} there`);
  const keys = readMongoKeys(db);
  let claims = 0;
  for (const { organizationId, scope, keyHash, owner } of log.claims()) {
    claims += 1;
    if ((await keys.claimOwner(organizationId, scope, keyHash)) !== owner)
      throw new Error(`${name}: a claim on ${scope} of organization ${organizationId} differs`);
  }
  if ((await keys.claims()) !== claims) throw new Error(`${name}: there are claims that the source does not have`);
  let commands = 0;
  for (const { organizationId, keyHash, position } of log.idempotency()) {
    commands += 1;
    if ((await keys.idempotencyPosition(organizationId, keyHash)) !== position)
      throw new Error(
        `${name}: an idempotent command of position ${position} of organization ${organizationId} is not known`,
      );
  }
  return `log ${here.hash.slice(0, 16)} of ${here.commits} commits in ${report.seals} seals, model ${dump.slice(0, 16)}, ${claims} claims and ${commands} idempotency keys are equal on both sides`;
};

/**
 * Brings an embedded data folder into an empty cluster installation whose services are stopped: logs with all of their
 * history, secrets, small state, what reactions have handled, and files; makes the read models and compares both sides
 * at the end. The source stays as it is. Run again after an interruption, it goes on with the step that was under way.
 * Throws when the source runs, is damaged or has changed since, and when the target has other data.
 */
export const migrate = async (options: {
  readonly config: Config;
  readonly client: MongoClient;
  readonly files: S3Files;
  readonly services: readonly ServiceDefinition[];
  readonly tell: (line: string) => void;
}): Promise<void> => {
  const { config, client, files, services, tell } = options;
  tell(`reading ${config.dataFolder}`);
  const source = await openSource(config, services);
  try {
    const done = await begin(client, services, nameOf(source));
    const step = async (name: string, work: () => Promise<string>): Promise<void> => {
      if (done.has(name)) return tell(`${name}: done before`);
      const started = performance.now();
      const text = await work();
      await progressOf(client).updateOne({ _id: 'migration' }, { $addToSet: { done: name } });
      tell(`${name}: ${text} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    };
    const definitions = new Map(services.map((one) => [one.name, one]));
    for (const definition of services) {
      const { name } = definition;
      if (!done.has(`${name} begun`)) await dropService(client, name);
      await step(`${name} begun`, async () => 'empty');
      await step(`${name} secrets`, () => loadState(client, source, definition, 'vault'));
      await step(`${name} state`, () => loadState(client, source, definition, 'state'));
      await step(`${name} reactions`, () => loadSubscriptions(client, config, source, name));
    }
    await step('files', () => loadFiles(config, source, files, tell));
    for (const log of source.logs) {
      const definition = definitions.get(log.service)!;
      await step(`${log.service} log`, () => loadLog(client, definition, log));
      await step(
        `${log.service} model`,
        async () =>
          `made from ${(await withModel(client, definition, (parts) => rebuildMongoModel(parts))).commits} commits`,
      );
    }
    for (const log of source.logs)
      tell(
        `${log.service}: ${await compare(client, definitions.get(log.service)!, log, source.dumps.get(log.service)!)}`,
      );
    await progressOf(client).updateOne({ _id: 'migration' }, { $set: { finished: Date.now() } });
  } finally {
    source.close();
  }
};
