import type { Rejection } from '@tessera/kernel';
import { rejection } from '../refusals.ts';

const names = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoExpiredSessionError',
  'MongoClientBulkWriteExecutionError',
]);
/** The server is not the primary, shuts down, was interrupted, took too long or could not reach a majority. */
const codes = new Set([
  6, 7, 50, 64, 89, 91, 100, 112, 189, 262, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436,
]);
const noRoom = new Set([14031, 12501]);

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
const labelled = (error: unknown, label: string): boolean =>
  error instanceof Error &&
  'hasErrorLabel' in error &&
  typeof error.hasErrorLabel === 'function' &&
  error.hasErrorLabel(label) === true;

/**
 * True when the engine did not answer, or not for good: the same call may succeed later, and may have succeeded now.
 */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // The driver wraps what ended a bulk in this, and keeps little but the message of it.
  if (
    error.name === 'MongoBulkWriteError' &&
    !isDuplicate(error) &&
    'writeErrors' in error &&
    Array.isArray(error.writeErrors) &&
    error.writeErrors.length === 0
  )
    return true;
  const code = codeOf(error);
  return (
    names.has(error.name) ||
    (code !== undefined && (codes.has(code) || noRoom.has(code))) ||
    labelled(error, 'RetryableWriteError') ||
    labelled(error, 'TransientTransactionError')
  );
};

export const isDuplicate = (error: unknown): boolean => codeOf(error) === 11000;

export const isStorageFull = (error: unknown): boolean => noRoom.has(codeOf(error) ?? 0);

export const draining = (): Rejection => rejection('unavailable', 'store.draining');

/** What a caller is told where nothing was tried, because no server answers. */
export const serverAway = (): Rejection => rejection('unavailable', 'store.unavailable');

/** What a caller is told while the log lacks commits that were acknowledged. */
export const wentBack = (): Rejection => rejection('unavailable', 'store.went_back');

/** What a caller is told when nothing was written. */
export const nothingWritten = (error: unknown): Rejection =>
  isStorageFull(error) ? rejection('unavailable', 'storage.full') : serverAway();

/** What a caller is told when neither the commit nor its absence could be made sure of in time. */
export const uncertain = (): Rejection => rejection('unavailable', 'store.uncertain');

export const unfinished = (commitId: string, position: number): Rejection =>
  rejection('unavailable', 'store.unfinished', { commitId, position });

/**
 * The call's result, or the Rejection that nothing was written where the engine is away. For reads, and for writes
 * before the log's.
 */
export const orUnavailable = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw isAway(error) ? nothingWritten(error) : error;
  }
};

/**
 * The call's result, or a failure like the driver's own when it takes longer than `ms`. The call itself may still come
 * to its end.
 */
export const within = async <T>(ms: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          Object.assign(new Error(`the database did not answer within ${ms} ms`), {
            name: 'MongoOperationTimeoutError',
          }),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more when it was late.
    call.catch(() => undefined);
  }
};
