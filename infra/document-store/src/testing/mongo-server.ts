import { startMongo } from '@tessera/engines/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll } from 'vitest';

/** A server for the tests of a file, and its client once they run. */
export const mongoServer = (): (() => MongoClient) => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  let client: MongoClient;
  beforeAll(async () => {
    server = await startMongo();
    client = await new MongoClient(server.url).connect();
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });
  return () => client;
};
