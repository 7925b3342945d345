export * from './actor.ts';
export * from './cells.ts';
export * from './clock.ts';
export * from './decide.ts';
export * from './ids.ts';
export * from './query.ts';
export * from './rejection.ts';
export * from './satisfies.ts';
