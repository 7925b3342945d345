export * from './bus.ts';
export * from './hub.ts';
export * from './topics.ts';
