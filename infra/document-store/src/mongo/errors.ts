import type { Rejection } from '@tessera/kernel';
import { rejection } from '../refusals.ts';

/** Codes of a server that is stopping or is not the primary (any more), and of one that found no majority in time. */
const away = new Set([6, 7, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const maxTimeExpired = 50;

/**
 * Names of the driver's errors that say that no server answered; matched by name, as the driver's classes may be loaded
 * twice.
 */
const unreachable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoOperationTimeoutError',
]);

/** Of a socket; some reach the caller as they are. */
const socketCodes = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

type Failure = { readonly name?: string; readonly code?: unknown };

/** Whether the database did not answer, so that the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as Failure;
  if (typeof code === 'string' && socketCodes.has(code)) return true;
  return (
    (name !== undefined && unreachable.has(name)) ||
    (typeof code === 'number' && name !== undefined && name.startsWith('Mongo') && away.has(code))
  );
};

export const cancelled = (): Rejection => rejection('unavailable', 'query.cancelled', 'The query was cancelled');
export const tooSlow = (): Rejection => rejection('unavailable', 'query.too_slow', 'The query took too long');

/** Whether the server ended a read because its time was over. */
export const isOutOfTime = (error: unknown): boolean => (error as Failure).code === maxTimeExpired;

/** The error of a read as a caller knows it; anything unknown stays as it is. */
export const readError = (error: unknown): unknown => {
  if (isOutOfTime(error)) return tooSlow();
  return isUnavailable(error) ? rejection('unavailable', 'unavailable', 'The database does not answer') : error;
};
