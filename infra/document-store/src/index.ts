export * from './port.ts';
export * from './model-writer.ts';
export { openHistoryReader, openModelWriter } from './sqlite/model-writer.ts';
export { openReaderPool } from './sqlite/reader-pool.ts';
export type { ReaderPool, ReaderPoolOptions } from './sqlite/reader-pool.ts';
export { openReaders } from './sqlite/readers.ts';
export type { Readers } from './sqlite/readers.ts';
export { openStateStore } from './sqlite/state-store.ts';
export type { OpenStateStore } from './sqlite/state-store.ts';
