export { createAttempts } from './attempts.ts';
export { discarded, reportOf, setAside } from './ending.ts';
export { createOperations, type Entry, type Run } from './operations.ts';
export { isUnavailable } from './patience.ts';
export { createProgress } from './progress.ts';
export { heldElsewhere } from '../holding.ts';
