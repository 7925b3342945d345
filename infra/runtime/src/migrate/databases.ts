import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { BSON, type Db, type MongoClient } from 'mongodb';
import { openMongoModel } from '@tessera/document-store/mongo';
import { findModel, modelVersions } from '@tessera/event-store/mongo';
import type { WriteModule } from '@tessera/kernel';
import { databasesOf, writeModuleOf } from '../cluster/databases.ts';
import type { ServiceDefinition } from '../service.ts';

export const moduleOf = async ({ name, writeModuleUrl }: ServiceDefinition): Promise<WriteModule<unknown>> => {
  if (writeModuleUrl === undefined) throw new Error(`${name} has no log`);
  return writeModuleOf(writeModuleUrl);
};

/** Runs work on a service's model as maintenance needs it: with its database and module, closed afterwards. */
export const withModel = async <T>(
  client: MongoClient,
  definition: ServiceDefinition,
  work: (parts: {
    db: Db;
    module: WriteModule<unknown>;
    model: Awaited<ReturnType<typeof openMongoModel>>;
    /** Whether there was a model of this release's versions. */
    present: boolean;
  }) => Promise<T>,
): Promise<T> => {
  const module = await moduleOf(definition);
  const db = databasesOf(client, definition.name).log;
  const found = await findModel(db, modelVersions(module));
  const prefix = found?.prefix ?? '';
  const model = await openMongoModel({ db, prefix, collections: module.collections });
  try {
    return await work({ db, module, model, present: found !== undefined });
  } finally {
    await model.close();
  }
};

const answers = (place: string): Promise<boolean> =>
  new Promise((resolve) => {
    const at = place.lastIndexOf(':');
    const socket = connect({ host: place.slice(0, at), port: Number(place.slice(at + 1)), timeout: 1500 });
    const done = (up: boolean) => () => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', done(true)).once('error', done(false)).once('timeout', done(false));
  });

/** Throws when a process of one of these services answers: what follows would be undone, or seen half done. */
export const assertStopped = async (
  peers: Readonly<Record<string, string>>,
  names: readonly string[],
): Promise<void> => {
  for (const name of names)
    if (peers[name] !== undefined && (await answers(peers[name])))
      throw new Error(`${name} is running at ${peers[name]}: stop every replica of it first`);
};

/** Writes lines to a new file; resolves when they are on its way to the disk. */
export const writeLines = async (path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<number> => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return count;
};

/**
 * The lines of a file, opened when the first is asked for: an interface that is made earlier loses what comes before
 * somebody listens.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** Every document of a database, a line each, with the collection that it is of. Values keep their types. */
export async function* linesOf(db: Db): AsyncGenerator<string> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (name.startsWith('system.')) continue;
    for await (const document of db.collection(name).find({}))
      yield JSON.stringify([name, BSON.EJSON.serialize(document, { relaxed: false })]);
  }
}

/** Puts documents back that `linesOf` wrote, into a database without them. */
export const loadLines = async (db: Db, lines: AsyncIterable<string>): Promise<void> => {
  let page: Record<string, unknown>[] = [];
  let of = '';
  const flush = async (): Promise<void> => {
    if (page.length > 0) await db.collection(of, { writeConcern: { w: 'majority', journal: true } }).insertMany(page);
    page = [];
  };
  for await (const line of lines) {
    const [name, document] = JSON.parse(line) as [string, Record<string, unknown>];
    if (name !== of || page.length >= 500) await flush();
    of = name;
    page.push(BSON.EJSON.deserialize(document) as Record<string, unknown>);
  }
  await flush();
};
