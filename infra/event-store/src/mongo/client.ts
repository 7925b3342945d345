import { MongoClient } from 'mongodb';

const takesWrites: ReadonlySet<string> = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/**
 * Tells for how many ms this client has known no server that takes writes; 0 while there is one. A server that is only
 * slow is there.
 */
export const absenceOf = (
  client: Pick<MongoClient, 'on'>,
  clock: () => number = () => performance.now(),
): (() => number) => {
  let since: number | undefined;
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const there = [...newDescription.servers.values()].some(({ type }) => takesWrites.has(type));
    since = there ? undefined : (since ?? clock());
  });
  return () => (since === undefined ? 0 : clock() - since);
};

/** What one call of the engine may take by default, in ms. */
export const defaultOperationMs = 5_000;

/**
 * A client with the settings that the stores of a process need: bounded waits, so that an engine that went away is
 * noticed, and enough connections for many commands at once. It connects with the first call. `url` names the replica
 * set and the credentials.
 */
export const mongoClient = (
  url: string,
  options: { readonly name?: string; readonly operationMs?: number; readonly connections?: number } = {},
): MongoClient => {
  const operationMs = options.operationMs ?? defaultOperationMs;
  return new MongoClient(url, {
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
