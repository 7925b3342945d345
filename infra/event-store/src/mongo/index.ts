export { absenceOf, mongoClient } from './client.ts';
export { serverAway } from './failures.ts';
export { logDatabase } from './collections.ts';
export type { MongoMaintenance, MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
export { openMongoStore } from './store.ts';
export { mongoDump, rebuildMongoModel } from './rebuild.ts';
export { dumpMongoLog, loadMongoLog, readMongoLogExtras, tombstoneOf, type MongoLogExtras } from './transfer.ts';
export { readMongoKeys } from './key-reads.ts';
export { verifyMongoLog } from './verify.ts';
