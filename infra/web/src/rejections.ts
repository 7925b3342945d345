import { isRejection, type RejectionKind } from '@tessera/kernel';

export const statuses: Readonly<Record<RejectionKind, number>> = {
  invalid: 400,
  unprocessable: 422,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  timeout: 408,
  too_large: 413,
  limited: 429,
  unavailable: 503,
};

/** The HTTP status of a refusal; anything else that was thrown is 500. */
export const statusOf = (error: unknown): number => (isRejection(error) ? (statuses[error.kind] ?? 500) : 500);

/**
 * The body of an error answer: `{error: {id, code, message, details?}}`. What is not a Rejection tells nothing about
 * itself.
 */
export const errorBody = (error: unknown, requestId: string): string =>
  JSON.stringify({
    error: isRejection(error)
      ? {
          id: requestId,
          code: error.code,
          message: error.message,
          ...(error.details === undefined ? {} : { details: error.details }),
        }
      : {
          id: requestId,
          code: 'internal',
          message: 'Something went wrong on our side. Quote the id if it happens again.',
        },
  });
