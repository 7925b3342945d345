import { isRejection } from '@tessera/kernel';

/** How an operation ends that an operator gave up. */
export const discarded = {
  code: 'operations.discarded',
  message: 'It ended the server twice, and an operator gave it up.',
} as const;

/** What is told of an operation that waits for an operator. */
export const setAside = {
  code: 'operations.set_aside',
  message: 'It ended the server twice and waits for an operator.',
} as const;

/**
 * What a person is told of a failure: refusals by their words, anything else without its insides. `details` are those
 * of the refusal, as JSON.
 */
export type FailureReport = {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly unexpected: boolean;
};

export const reportOf = (error: unknown): FailureReport =>
  isRejection(error)
    ? {
        code: error.code,
        message: error.message,
        ...(error.details !== undefined && { details: JSON.stringify(error.details) }),
        unexpected: false,
      }
    : { code: 'internal', message: 'Something went wrong on our side.', unexpected: true };
