/** The ways a command or query can be refused; infra/web maps them to HTTP and gRPC once. */
export type RejectionKind =
  | 'invalid' // 400, INVALID_ARGUMENT
  | 'unprocessable' // 422: the request is well formed, its values break a rule
  | 'unauthenticated' // 401
  | 'unpaid' // 402: the plan of the organization is blocked
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'conflict' // 409
  | 'stale' // 412, a strict If-Match that no longer holds
  | 'timeout' // 408: the request itself came too slowly
  | 'too_large' // 413
  | 'limited' // 429
  | 'unavailable'; // 503

declare const declared: unique symbol;
/** A code that stands in a list of refusals; `declareRefusals` and `passedOn` alone make one. */
export type DeclaredCode = string & { readonly [declared]: true };

/**
 * The one error that rules throw. `code` is stable and dotted (`records.not_found`); people and programs match on it,
 * never on the message. The list of a service makes it (`refusals.ts`): a code that no list declares does not compile.
 */
export class Rejection extends Error {
  readonly code: string;
  readonly kind: RejectionKind;
  /** Structured facts for the caller: field ids, row numbers, both values of a conflict. Must be JSON. */
  readonly details: unknown;

  constructor(kind: RejectionKind, code: DeclaredCode, message: string, details?: unknown) {
    super(message);
    this.name = 'Rejection';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

/**
 * True for a Rejection from any copy of this package or from the other side of a thread: matched by shape, not by
 * `instanceof`.
 */
export const isRejection = (error: unknown): error is Rejection =>
  error instanceof Error && 'kind' in error && 'code' in error && error.name === 'Rejection';

/**
 * A rejection that another thread, process or service decided, or the type of a field: its code comes as a value. A rule
 * says which files may.
 */
export const passedOn = (kind: RejectionKind, code: string, message: string, details?: unknown): Rejection =>
  new Rejection(kind, code as DeclaredCode, message, details);
