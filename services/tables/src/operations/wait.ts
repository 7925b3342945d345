import type { OperationState } from './state.ts';

/** ms. */
const waitMs = 1_500;

/** An operation as it ended, where that takes no longer than a caller waits; else as it began. */
export const afterAMoment = async (
  finished: Promise<OperationState>,
  begun: OperationState,
): Promise<OperationState> => {
  const late = Promise.withResolvers<OperationState>();
  const timer = setTimeout(() => late.resolve(begun), waitMs);
  return Promise.race([finished, late.promise]).finally(() => clearTimeout(timer));
};
