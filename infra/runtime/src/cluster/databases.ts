import { logDatabase } from '@tessera/event-store/mongo';
import type { WriteModule } from '@tessera/kernel';
import type { Db, MongoClient } from 'mongodb';

/** What the store must know of a service, by the address of its write module. */
export const writeModuleOf = async (url: URL): Promise<WriteModule<unknown>> =>
  ((await import(url.href)) as { writeModule: WriteModule<unknown> }).writeModule;

/** The databases of a service in the cluster. */
export const databasesOf = (
  client: MongoClient,
  service: string,
): { readonly log: Db; readonly state: Db; readonly vault: Db } => ({
  log: logDatabase(client, `tessera_${service}`),
  state: client.db(`tessera_${service}_state`),
  vault: client.db(`tessera_${service}_vault`),
});
