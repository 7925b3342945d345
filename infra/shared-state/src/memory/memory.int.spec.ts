import { memoryCache, memoryLeases, memoryLimits } from '../index.ts';
import { sharedStateContract } from '../testing/shared-state.contract.ts';

sharedStateContract('one process', async () => {
  const parts = { limits: memoryLimits(), leases: memoryLeases(), cache: memoryCache() };
  return { a: parts, b: parts, close: async () => undefined };
});
