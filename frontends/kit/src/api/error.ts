import { isApiError } from '@tessera/client';

export { apiError, type ApiError, errorFromBody, isApiError } from '@tessera/client';

/** True while the server, or a part of it, is away: it said nothing of what was asked, and may in a moment. */
export const isUnavailable = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || (error.status >= 502 && error.status <= 504));

/** The code of any error: the API's, `aborted`, or `unknown`. */
export const errorCode = (error: unknown): string => {
  if (isApiError(error)) return error.code;
  return error instanceof Error && error.name === 'AbortError' ? 'aborted' : 'unknown';
};
