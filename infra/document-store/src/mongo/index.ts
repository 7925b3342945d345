export { isUnavailable } from './errors.ts';
export { openMongoModel } from './model.ts';
export type { MongoModel, MongoModelOptions, OpenMongoModel } from './port.ts';
export { openMongoReaders } from './readers.ts';
export type { MongoReaders } from './readers.ts';
export { openMongoStateStore } from './state-store.ts';
