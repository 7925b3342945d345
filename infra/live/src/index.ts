export * from './bus.ts';
export * from './hub.ts';
