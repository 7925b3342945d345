import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isId } from '@tessera/kernel';
import { logicalDump, openLogExports, verifyLogs, type LogExport, type RawCommit } from '@tessera/event-store';
import { createLogger } from '@tessera/telemetry';
import type { Config } from '../config.ts';
import { openInstallation } from '../installation.ts';
import type { ServiceDefinition } from '../service.ts';

/** Which service keeps what under a name in the one small store of the embedded mode. Throws where two keep the same. */
export const ownersOf = (services: readonly ServiceDefinition[]): ReadonlyMap<string, string> => {
  const owners = new Map<string, string>();
  for (const { name, keeps = [], keepsOfOrganization = [] } of services)
    for (const bucket of [...keeps, ...keepsOfOrganization]) {
      if (owners.has(bucket)) throw new Error(`${owners.get(bucket)} and ${name} both keep "${bucket}"`);
      owners.set(bucket, name);
    }
  return owners;
};

export type StateEntry = {
  readonly organizationId: string;
  readonly bucket: string;
  readonly key: string;
  readonly value: unknown;
  readonly expires: number | undefined;
};

/** The embedded data folder, taken for this process alone. */
export type Source = {
  readonly logs: readonly LogExport[];
  /** SHA-256 of each service's ordered logical dump. */
  readonly dumps: ReadonlyMap<string, string>;
  readonly reactions: ReadonlyMap<string, readonly { readonly name: string; readonly source: string }[]>;
  readonly files: readonly { readonly organizationId: string; readonly handle: string }[];
  state(kind: 'state' | 'vault'): Iterable<StateEntry>;
  close(): void;
};

/**
 * One figure for a log: every commit's place and bytes in order, with its checksum. Equal for logs with equal contents,
 * whatever engine holds them.
 */
export const logChecksum = async (
  commits: Iterable<RawCommit> | AsyncIterable<RawCommit>,
): Promise<{ readonly commits: number; readonly hash: string }> => {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { organizationId, position, epoch, header, body, encoding, checksum } of commits) {
    hash
      .update(`${organizationId}\0${position}\0${epoch}\0${encoding}\0${header.length}\0${body.length}\n`)
      .update(header)
      .update(body)
      .update(checksum);
    count += 1;
  }
  return { commits: count, hash: hash.digest('hex') };
};

function* stateEntries(path: string): Generator<StateEntry> {
  if (!existsSync(path)) return;
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const rows = db
      .prepare(
        'SELECT organization, bucket, key, value, expires FROM state WHERE expires IS NULL OR expires > ? ORDER BY organization, bucket, key',
      )
      .iterate(Date.now());
    for (const row of rows as Iterable<{
      organization: string;
      bucket: string;
      key: string;
      value: string;
      expires: number | null;
    }>) {
      yield {
        organizationId: row.organization,
        bucket: row.bucket,
        key: row.key,
        value: JSON.parse(row.value),
        expires: row.expires ?? undefined,
      };
    }
  } finally {
    db.close();
  }
}

const filesIn = (folder: string): { organizationId: string; handle: string }[] =>
  existsSync(folder)
    ? // A log of a service of the same name stands beside the organizations.
      readdirSync(folder)
        .filter(isId)
        .flatMap((organizationId) =>
          readdirSync(join(folder, organizationId))
            .filter((handle) => !handle.endsWith('.part'))
            .map((handle) => ({ organizationId, handle })),
        )
    : [];

/**
 * Opens the folder, brings its models up to its logs and checks every log. Throws when the embedded product runs, a log
 * is damaged, a purge is not at its end, or something is kept that no service is known to own.
 */
export const openSource = async (config: Config, services: readonly ServiceDefinition[]): Promise<Source> => {
  const { dataFolder } = config;
  const logged = services.flatMap(({ name, writeModuleUrl }) =>
    writeModuleUrl !== undefined && existsSync(join(dataFolder, name, 'log.db'))
      ? [{ service: name, writeModuleUrl }]
      : [],
  );
  if (logged.length === 0) throw new Error(`${dataFolder} has no log: it is no data folder of Tessera`);
  const installation = await openInstallation(config, createLogger({ level: 'error' }), { services });
  const reactions = new Map(
    installation.composed.map(({ name, reactions: own = [] }) => [
      name,
      own.map(({ name: reaction, source }) => ({ name: reaction, source })),
    ]),
  );
  await installation.close();
  const dumps = new Map<string, string>();
  for (const { service, writeModuleUrl } of logged)
    dumps.set(service, await logicalDump({ dataFolder, service, writeModuleUrl }));
  const { logs, close } = openLogExports(
    dataFolder,
    logged.map(({ service }) => service),
  );
  try {
    for (const { service, damage } of verifyLogs({ dataFolder }))
      if (damage.length > 0)
        throw new Error(`the log of ${service} is damaged at ${damage[0]!.seq}: ${damage[0]!.what}`);
    for (const { service, purgesUnderWay, salvaged } of logs) {
      if (salvaged > 0)
        throw new Error(
          `the log of ${service} was salvaged: ${salvaged} of its commits hold contents without the events that made them, which only the embedded mode can read`,
        );
      if (purgesUnderWay > 0)
        throw new Error(`${service} is purging records: start the embedded product once, and let it finish`);
    }
    const owners = ownersOf(services);
    const state = (kind: 'state' | 'vault') => stateEntries(join(dataFolder, `${kind}.db`));
    for (const kind of ['state', 'vault'] as const) {
      for (const { bucket } of state(kind))
        if (!owners.has(bucket)) throw new Error(`nobody is known to own what ${kind}.db keeps under "${bucket}"`);
    }
    return { logs, dumps, reactions, files: filesIn(join(dataFolder, 'files')), state, close };
  } catch (error) {
    close();
    throw error;
  }
};
