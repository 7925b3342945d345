import { isRejection, type Rejection, passedOn } from '@tessera/kernel';
import { rejection } from './refusals.ts';

/** A refusal as it travels: kind, code, message and details. Everything else says only that the call failed. */
type Wire = {
  readonly kind: Rejection['kind'];
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
};

export const toWire = (error: unknown): Wire | undefined =>
  isRejection(error)
    ? {
        kind: error.kind,
        code: error.code,
        message: error.message,
        ...(error.details === undefined ? {} : { details: error.details }),
      }
    : undefined;

export const fromWire = (wire: Wire): Rejection => passedOn(wire.kind, wire.code, wire.message, wire.details);

/**
 * What becomes of a call that got no answer may be shown to people as it is: it names nothing of the inside. Logs find
 * the method in `cause`, which does not travel.
 */
const about = (method: string, rejection: Rejection): Rejection => Object.assign(rejection, { cause: method });

/** What a caller sees of a fault on the other side; the other side logs it. */
export const callFailed = (method: string): Error =>
  Object.assign(new Error(`The call ${method} failed.`), { code: 'rpc.internal' });
/** Nobody took the call. */
export const unreachable = (method: string): Rejection =>
  about(method, rejection('unavailable', 'service.unavailable'));
/** `harmless`: that it may have been done all the same changes nothing. */
export const deadlinePassed = (method: string, harmless: boolean): Rejection =>
  harmless ? unreachable(method) : interrupted(method);
/** The caller itself gave up. */
export const cancelled = (method: string): Rejection => about(method, rejection('unavailable', 'request.cancelled'));
export const messageTooLarge = (method: string, limit: number): Rejection =>
  about(
    method,
    rejection('too_large', 'request.too_large', `The request takes more than ${limit} bytes inside Tessera.`),
  );
const interrupted = (method: string): Rejection => about(method, rejection('unavailable', 'service.interrupted'));
