import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient, type Document } from 'mongodb';
import './driver.ts';

const takesWrites: ReadonlySet<string> = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/** How soon it is asked again whether one is there, in ms. */
const lookEveryMs = 250;

/**
 * Tells for how many ms this client has known no server that takes writes; 0 while there is one. A server that is only
 * slow is there. While there is none it goes on asking: where requests are refused without being tried nobody else does,
 * and the driver by itself looks every ten seconds.
 */
export const absenceOf = (
  client: Pick<MongoClient, 'on' | 'db'>,
  clock: () => number = () => performance.now(),
  /** Told when none is known any more. */
  onAway: () => void = () => undefined,
): (() => number) => {
  let since: number | undefined;
  let closed = false;
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    while (since !== undefined && !closed) {
      const found = await client
        .db('admin')
        .command({ ping: 1 })
        .then(
          () => true,
          () => false,
        );
      if (!found) await pause(lookEveryMs, undefined, { ref: false });
    }
    looking = false;
  };
  client.on('topologyClosed', () => {
    closed = true;
  });
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const there = [...newDescription.servers.values()].some(({ type }) => takesWrites.has(type));
    if (!there && since === undefined) onAway();
    since = there ? undefined : (since ?? clock());
    if (!there) void look();
  });
  return () => (since === undefined ? 0 : clock() - since);
};

/** What one call of the engine may take by default, in ms. */
export const defaultOperationMs = 5_000;

const connecting = (url: string, options: ConstructorParameters<typeof MongoClient>[1]): MongoClient => {
  try {
    return new MongoClient(url, options);
  } catch (error) {
    throw new Error(`the address of MongoDB cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * A client with the settings that the stores of a process need: bounded waits, so that an engine that went away is
 * noticed, and enough connections for many commands at once. It connects with the first call. `url` names the replica
 * set, the credentials and the files of certificates. Throws where it cannot be read.
 */
export const mongoClient = (
  url: string,
  options: { readonly name?: string; readonly operationMs?: number; readonly connections?: number } = {},
): MongoClient => {
  const operationMs = options.operationMs ?? defaultOperationMs;
  return connecting(url, {
    appName: options.name ?? 'tessera',
    maxPoolSize: options.connections ?? 32,
    serverSelectionTimeoutMS: operationMs,
    connectTimeoutMS: operationMs,
    waitQueueTimeoutMS: operationMs,
    // Longer than a call: a connection without an answer is given up, one that builds an index is not.
    socketTimeoutMS: operationMs * 6,
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority', journal: true },
  });
};

/** What failed, by the engine's name and without its address; refused credentials are told apart from silence. */
const told = (error: unknown): Error => {
  const { code, message } = error as { readonly code?: number | string; readonly message?: string };
  if (code === 18 || code === 8000)
    return new Error('MongoDB refuses the user or password of its address', { cause: error });
  if (code === 13)
    return new Error('MongoDB demands a user with more rights than its address brings', { cause: error });
  return new Error(`MongoDB does not answer: ${message ?? String(error)}`, { cause: error });
};

/**
 * Makes sure once that a server answers and lets this client into `database`. Rejects in words of the operator where it
 * is silent or refuses, which another try may change.
 */
export const greet = async (client: MongoClient, database: string): Promise<Document> => {
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    // A server says hello to everybody, and lists what it has to those who may see it.
    await client.db(database).listCollections({}, { nameOnly: true }).toArray();
    return hello;
  } catch (error) {
    throw told(error);
  }
};
