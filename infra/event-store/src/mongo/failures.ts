import { Rejection } from '@tessera/kernel';

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

export const draining = (): Rejection =>
  new Rejection('unavailable', 'store.draining', 'The server is shutting down. Try again in a moment.');

/** What a caller is told where nothing was tried, because no server answers. */
export const serverAway = (): Rejection =>
  new Rejection(
    'unavailable',
    'store.unavailable',
    'The database does not answer. Nothing was changed; try again in a moment.',
  );

/** What a caller is told when nothing was written. */
export const nothingWritten = (error: unknown): Rejection =>
  isStorageFull(error)
    ? new Rejection(
        'unavailable',
        'storage.full',
        'The disk is full. Nothing was changed; try again when there is room.',
      )
    : serverAway();

/** What a caller is told when neither the commit nor its absence could be made sure of in time. */
export const uncertain = (): Rejection =>
  new Rejection(
    'unavailable',
    'store.uncertain',
    'The database does not answer. Whether this was changed is not known yet; send it again with the same idempotency key.',
  );

export const unfinished = (commitId: string, position: number): Rejection =>
  new Rejection(
    'unavailable',
    'store.unfinished',
    'This was written, and will be seen when the database answers again.',
    { commitId, position },
  );

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
