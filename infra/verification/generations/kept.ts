import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLogExports, openRawCommit } from '@tessera/event-store';
import { BSON, type Document, type MongoClient } from 'mongodb';
import { services } from '../../runtime/src/services.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Every generation that is kept, by its number, the oldest first. */
export const generations: readonly number[] = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
  .map((entry) => Number(entry.name))
  .sort((a, b) => a - b);

/** Where a generation keeps its data folder, its dump, its answers and what is known of them. */
export const placesOf = (generation: number) => {
  const folder = join(here, String(generation));
  const place = (name: string): string => join(folder, name);
  return {
    folder,
    data: place('data'),
    dump: place('dump'),
    embedded: place('embedded.json'),
    cluster: place('cluster.json'),
    manifest: place('manifest.json'),
  };
};

export type Manifest = {
  readonly written: string;
  /** The API tokens that open the data folder and the dump. */
  readonly tokens: { readonly embedded: string; readonly cluster: string };
  /** How many events of each kind the logs of the data folder hold, by service. */
  readonly events: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** SHA-256 of each file of the generation, by its path. */
  readonly files: Readonly<Record<string, string>>;
};

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** An object over lines of its own to the depth given, what lies deeper in one line each: a change shows where it is. */
const laidOut = (value: unknown, depth: number, indent = ''): string => {
  if (depth === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((one) => inner + laidOut(one, depth - 1, inner))
    : Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${laidOut(one, depth - 1, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
};
export const writeJson = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${laidOut(value, 6)}\n`);
};

/** SHA-256 of each file of a generation but its manifest, by path. */
export const sumsOf = (generation: number): Readonly<Record<string, string>> => {
  const { folder } = placesOf(generation);
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .filter((file) => file !== 'manifest.json')
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
};

const withLog = services.filter(({ writeModuleUrl }) => writeModuleUrl !== undefined).map(({ name }) => name);

/** How many events of each kind the logs of a data folder hold, by service. Throws where a commit is damaged. */
export const eventsOf = (dataFolder: string): Manifest['events'] => {
  // A service that came later has none in it.
  const logged = withLog.filter((service) => existsSync(join(dataFolder, service, 'log.db')));
  const { logs, close } = openLogExports(dataFolder, logged);
  try {
    return Object.fromEntries(
      logs.map((log) => {
        const counts: Record<string, number> = {};
        for (const raw of log.all())
          for (const { type } of openRawCommit(log.service, raw).events) counts[type] = (counts[type] ?? 0) + 1;
        return [log.service, counts];
      }),
    );
  } finally {
    close();
  }
};

/** The kinds of events that the contracts name, by service. */
export const kindsOfContracts = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    withLog.map((service) => {
      const contract = new URL(`../../../proto/tessera/${service}/v1/events.proto`, import.meta.url);
      const [, union = ''] = /oneof event \{([^}]*)\}/.exec(readFileSync(contract, 'utf8')) ?? [];
      const names = [...union.matchAll(/ (\w+) = \d+;/g)].map(([, name]) =>
        name!.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      );
      return [service, names];
    }),
  );

/** The databases of the product: theirs alone are dumped. */
const ours = /^tessera_/;

/** Writes every document of every collection, a line of extended JSON each, ordered by id. */
export const dumpMongo = async (client: MongoClient, folder: string): Promise<void> => {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((one) => ours.test(one.name)))
    for (const { name: collection } of await client.db(name).listCollections({}, { nameOnly: true }).toArray()) {
      const lines: string[] = [];
      for await (const document of client.db(name).collection(collection).find({}, { promoteValues: false }))
        lines.push(BSON.EJSON.stringify(document, { relaxed: false }));
      if (lines.length === 0) continue;
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, `${collection}.jsonl`), `${lines.sort().join('\n')}\n`);
    }
};

/** Brings a dump into empty engines. */
export const restoreMongo = async (client: MongoClient, folder: string): Promise<void> => {
  if (!existsSync(folder)) throw new Error(`${folder} is missing`);
  for (const file of globSync('*/*.jsonl', { cwd: folder })) {
    const [database, name] = file.split('/') as [string, string];
    const documents = readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => BSON.EJSON.parse(line, { relaxed: false }) as Document);
    await client.db(database).collection(name.slice(0, -'.jsonl'.length)).insertMany(documents);
  }
};
