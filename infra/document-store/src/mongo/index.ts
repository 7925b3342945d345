export { isUnavailable } from './errors.ts';
export { dropModel, openMongoModel } from './model.ts';
export type { MongoModel, MongoModelOptions, OpenMongoModel } from './port.ts';
export { openMongoReaders } from './readers.ts';
export type { MongoReaders } from './readers.ts';
export { changeOne, deleteEach, insertFree, updateEach } from './statements.ts';
export type { UpdateStatement } from './statements.ts';
export { openMongoStateStore } from './state-store.ts';
