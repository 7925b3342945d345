export * from './port.ts';
export { openStores, type Stores, type StoresOptions } from './open-stores.ts';
