import { MongoClient } from 'mongodb';

/** What one call of the engine may take by default, in ms. */
export const defaultOperationMs = 5_000;

/**
 * A client with the settings that the stores of a process need: bounded waits, so that an engine that went away is noticed, and enough connections for
 * many commands at once. It connects with the first call. `url` names the replica set and the credentials.
 */
export const mongoClient = (url: string, options: { readonly name?: string; readonly operationMs?: number; readonly connections?: number } = {}): MongoClient => {
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
