export { mongoClient } from './client.ts';
export { logDatabase } from './collections.ts';
export type { MongoMaintenance, MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
export { openMongoStore } from './store.ts';
