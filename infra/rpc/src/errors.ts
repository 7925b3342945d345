import { Rejection, isRejection } from '@tessera/kernel';

/** A refusal as it travels: kind, code, message and details. Everything else says only that the call failed. */
type Wire = { readonly kind: Rejection['kind']; readonly code: string; readonly message: string; readonly details?: unknown };

export const toWire = (error: unknown): Wire | undefined =>
  isRejection(error) ? { kind: error.kind, code: error.code, message: error.message, ...(error.details === undefined ? {} : { details: error.details }) } : undefined;

export const fromWire = (wire: Wire): Rejection => new Rejection(wire.kind, wire.code, wire.message, wire.details);

/** What a caller sees of a fault on the other side; the other side logs it. */
export const callFailed = (method: string): Error => Object.assign(new Error(`The call ${method} failed.`), { code: 'rpc.internal' });
export const deadlinePassed = (method: string): Rejection => new Rejection('unavailable', 'rpc.deadline', `The call ${method} took too long.`);
export const cancelled = (method: string): Rejection => new Rejection('unavailable', 'rpc.cancelled', `The call ${method} was cancelled.`);
export const unreachable = (method: string): Rejection => new Rejection('unavailable', 'rpc.unreachable', `Nothing answers ${method}.`);
export const messageTooLarge = (method: string, limit: number): Rejection => new Rejection('too_large', 'rpc.too_large', `A message of ${method} is larger than ${limit} bytes.`);
