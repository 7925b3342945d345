export * from './port.ts';
export { memoryLeases } from './memory/leases.ts';
export { createAttempts, type Attempts, type SetAside } from './operations/attempts.ts';
export { createKeyring, rotateKeyring } from './keyring.ts';
export { heldElsewhere, holding } from './holding.ts';
export { createRateLimiter, memoryLimits, type MemoryLimiter } from './memory/limits.ts';
export { memoryCache } from './memory/cache.ts';
