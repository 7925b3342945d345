import { afterAll, beforeAll } from 'vitest';
import { MongoClient } from 'mongodb';
import { startMongo } from '@tessera/engines/testing';
import { eraseContract } from '../testing/erase.contract.ts';
import { mongoAdapter } from '../testing/mongo-adapter.ts';

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

eraseContract('MongoDB', mongoAdapter(() => client));
