export { mongoClient } from './client.ts';
export { logDatabase } from './collections.ts';
export type { MongoMaintenance, MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
export { openMongoStore } from './store.ts';
export { mongoDump, rebuildMongoModel } from './rebuild.ts';
export { dumpMongoLog, loadMongoLog } from './transfer.ts';
export { verifyMongoLog } from './verify.ts';
