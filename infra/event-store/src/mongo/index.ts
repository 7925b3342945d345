export { absenceOf, greet, mongoClient } from './client.ts';
export { serverAway } from './failures.ts';
export { insertFree, updateEach } from '@tessera/document-store/mongo';
export { assertReplicaSet, logDatabase } from './collections.ts';
export type { MongoMaintenance, MongoStore, MongoStoreOptions, MongoTiming, StoreReport } from './port.ts';
export { openMongoStore } from './store.ts';
export { mongoDump, rebuildMongoModel } from './rebuild.ts';
export { findModel } from './models.ts';
export { modelVersions } from '../model-versions.ts';
export {
  acceptMongoLoss,
  dumpMongoLog,
  loadMongoLog,
  readMongoLogExtras,
  tombstoneOf,
  type MongoLogExtras,
} from './transfer.ts';
export { readMongoKeys } from './key-reads.ts';
export { verifyMongoLog } from './verify.ts';
