import { isId } from '@tessera/kernel';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Db, MongoClient } from 'mongodb';
import type { RawCommit } from '@tessera/event-store';
import {
  dumpMongoLog,
  loadMongoLog,
  readMongoLogExtras,
  rebuildMongoModel,
  verifyMongoLog,
  type MongoLogExtras,
} from '@tessera/event-store/mongo';
import { folderFiles } from '../file-store.ts';
import type { S3Files } from '../file-store-s3.ts';
import type { ServiceDefinition } from '../service.ts';
import { databasesOf } from '../cluster/databases.ts';
import { linesOf, loadLines, readLines, withModel, writeLines } from './databases.ts';

/** What a cluster's backup holds; written last, so that a folder without it is no backup. */
type ClusterManifest = {
  readonly format: 1;
  readonly mode: 'cluster';
  readonly madeAt: string;
  readonly services: readonly { readonly service: string; readonly commits: number }[];
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
};

const manifestName = 'backup.json';
const noLimit = Number.MAX_SAFE_INTEGER;
const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

/** Bytes as JSON has them, for `JSON.parse`. */
const bytesAgain = (_: string, value: unknown): unknown => {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]) : value;
};

async function* commitLines(commits: AsyncIterable<RawCommit>): AsyncGenerator<string> {
  for await (const { organizationId, position, epoch, encoding, checksum, header, body } of commits)
    yield JSON.stringify([organizationId, position, epoch, encoding, base64(checksum), base64(header), base64(body)]);
}
async function* commitsOf(lines: AsyncIterable<string>): AsyncGenerator<RawCommit> {
  for await (const line of lines) {
    const [organizationId, position, epoch, encoding, checksum, header, body] = JSON.parse(line) as [
      string,
      number,
      number,
      number,
      string,
      string,
      string,
    ];
    yield {
      organizationId,
      position,
      epoch,
      encoding,
      checksum: Buffer.from(checksum, 'base64'),
      header: Buffer.from(header, 'base64'),
      body: Buffer.from(body, 'base64'),
    };
  }
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/**
 * Copies every service's log and small state and all files while the services run. What reactions have handled is
 * copied before the logs, so that it never points past them; secrets and files after, because logs refer to them. Read
 * models are left out: the logs make them. `target` must not exist.
 */
export const backupCluster = async (options: {
  readonly client: MongoClient;
  readonly files: S3Files;
  readonly services: readonly ServiceDefinition[];
  readonly target: string;
}): Promise<ClusterManifest> => {
  const { client, files, services } = options;
  const target = resolve(options.target);
  if (existsSync(target)) throw new Error(`${target} exists already`);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const paths: string[] = [];
  const keep = async (path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<number> => {
    paths.push(path);
    return writeLines(join(partial, path), lines);
  };
  try {
    for (const { name } of services) await keep(`${name}/state.jsonl`, linesOf(databasesOf(client, name).state));
    const counts: { service: string; commits: number }[] = [];
    for (const { name, writeModuleUrl } of services) {
      if (writeModuleUrl === undefined) continue;
      const { log } = databasesOf(client, name);
      const extras = await readMongoLogExtras(log);
      counts.push({ service: name, commits: await keep(`${name}/log.jsonl`, commitLines(dumpMongoLog(log))) });
      await keep(`${name}/log-extras.json`, [JSON.stringify(extras)]);
    }
    for (const { name } of services) await keep(`${name}/vault.jsonl`, linesOf(databasesOf(client, name).vault));
    const folder = folderFiles(join(partial, 'files'));
    for await (const { organizationId, handle } of files.list()) {
      await folder.write(organizationId, handle, await files.read(organizationId, handle), noLimit);
      paths.push(join('files', organizationId, handle));
    }
    const listed: ClusterManifest['files'][number][] = [];
    for (const path of paths)
      listed.push({ path, bytes: statSync(join(partial, path)).size, sha256: await sha256Of(join(partial, path)) });
    const manifest: ClusterManifest = {
      format: 1,
      mode: 'cluster',
      madeAt: new Date().toISOString(),
      services: counts,
      files: listed,
    };
    writeFileSync(join(partial, manifestName), JSON.stringify(manifest, undefined, 1), { flush: true, mode: 0o600 });
    renameSync(partial, target);
    return manifest;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
};

const readManifest = async (from: string): Promise<ClusterManifest> => {
  if (!existsSync(join(from, manifestName))) throw new Error(`${from} is no backup: it has no ${manifestName}`);
  const manifest = JSON.parse(readFileSync(join(from, manifestName), 'utf8')) as ClusterManifest;
  if (manifest.mode !== 'cluster')
    throw new Error(`${from} is a backup of an embedded data folder: restore it there and bring it here with migrate`);
  if (manifest.format !== 1)
    throw new Error(`this backup has format ${String(manifest.format)}, which this version cannot read`);
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = join(from, path);
    if (!resolve(file).startsWith(`${resolve(from)}/`)) throw new Error(`${path} points out of the backup`);
    if (!existsSync(file) || statSync(file).size !== bytes || (await sha256Of(file)) !== sha256)
      throw new Error(`${path} of the backup is missing or damaged`);
  }
  return manifest;
};

/** Which services have commits in this installation. */
export const usedServices = async (
  client: MongoClient,
  services: readonly ServiceDefinition[],
): Promise<readonly string[]> => {
  const used: string[] = [];
  for (const { name } of services)
    if (
      (await databasesOf(client, name)
        .log.collection('commits')
        .findOne({}, { projection: { _id: 1 } })) !== null
    )
      used.push(name);
  return used;
};

/** The epoch of the log that is to be replaced; 0 where there is none. */
const epochThere = async (log: Db): Promise<number> =>
  (await log.collection<{ readonly epoch?: number }>('log_meta').findOne({}))?.epoch ?? 0;

export const dropService = async (client: MongoClient, name: string): Promise<void> => {
  const { log, state, vault } = databasesOf(client, name);
  await log.dropDatabase();
  await state.dropDatabase();
  await vault.dropDatabase();
};

/**
 * Brings a backup into an installation without commits, or in the place of what is there with `replace`. No service may
 * run. Every file is checked against the manifest first; the epoch of each log rises, read models are made from the
 * logs, and each log is verified at the end.
 */
export const restoreCluster = async (options: {
  readonly client: MongoClient;
  readonly files: S3Files;
  readonly services: readonly ServiceDefinition[];
  readonly from: string;
  readonly replace: boolean;
  readonly tell: (line: string) => void;
}): Promise<ClusterManifest> => {
  const { client, files, services, from, tell } = options;
  const manifest = await readManifest(from);
  const used = await usedServices(client, services);
  if (used.length > 0 && !options.replace)
    throw new Error(`there is data already (${used.join(', ')}); --replace takes its place, and cannot be undone`);
  for (const definition of services) {
    const { name } = definition;
    const { log, state, vault } = databasesOf(client, name);
    const replaced = await epochThere(log);
    await dropService(client, name);
    await loadLines(state, readLines(join(from, name, 'state.jsonl')));
    await loadLines(vault, readLines(join(from, name, 'vault.jsonl')));
    if (definition.writeModuleUrl === undefined) continue;
    const extras = JSON.parse(readFileSync(join(from, name, 'log-extras.json'), 'utf8'), bytesAgain) as MongoLogExtras;
    const { commits } = await loadMongoLog(log, commitsOf(readLines(join(from, name, 'log.jsonl'))), {
      ...extras,
      epoch: Math.max(extras.epoch, replaced),
    });
    await withModel(client, definition, (parts) => rebuildMongoModel(parts));
    const report = await verifyMongoLog(log, name);
    if (report.damage.length > 0)
      throw new Error(`${name}: at position ${report.damage[0]!.position}: ${report.damage[0]!.what}`);
    tell(`${name}: ${commits} commits`);
  }
  const folder = folderFiles(join(from, 'files'));
  for (const { path } of manifest.files) {
    const [top, organizationId = '', handle = ''] = path.split('/');
    // A service of that name has its log and its state there, too.
    if (top === 'files' && isId(organizationId))
      await files.write(organizationId, handle, await folder.read(organizationId, handle), noLimit);
  }
  return manifest;
};
