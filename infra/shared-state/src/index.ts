export * from './port.ts';
export { memoryLeases } from './memory/leases.ts';
