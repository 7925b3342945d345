/** The one error that a call throws, but for an AbortError of its own signal. */
export type ApiError = Error & {
  readonly name: 'ApiError';
  /** Dotted code or the specification's id; what callers compare. `message` is its English sentence. */
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Request id to quote, empty when no answer came. */
  readonly id: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Makes the one error that the API client throws. */
export const apiError = (fields: {
  code: string;
  status: number;
  id?: string;
  message?: string;
  details?: unknown;
}): ApiError => {
  const details = typeof fields.details === 'object' && fields.details !== null ? fields.details : {};
  return Object.assign(new Error(fields.message ?? fields.code), {
    name: 'ApiError' as const,
    code: fields.code,
    status: fields.status,
    id: fields.id ?? '',
    details: details as Readonly<Record<string, unknown>>,
  });
};

/** True for an error of the API client, of any copy of this module. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'ApiError' && 'code' in error;

/** Reads `{error: {id, code, message, details}}` from a body that may be anything. */
export const errorFromBody = (status: number, body: unknown): ApiError => {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error !== 'object' || error === null) return apiError({ code: `http.${status}`, status });
  const text = (key: string): string | undefined => {
    const value = (error as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : undefined;
  };
  const message = text('message');
  return apiError({
    code: text('code') ?? `http.${status}`,
    status,
    id: text('id') ?? '',
    ...(message === undefined ? {} : { message }),
    details: 'details' in error ? error.details : undefined,
  });
};
