import type { Method } from './routes.ts';

/** Why the same may be asked again. */
export type Failure = {
  readonly method: Method;
  /** 1 after the first try. */
  readonly attempt: number;
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** Milliseconds that the answer asks to wait; null where it says nothing. */
  readonly retryAfter: number | null;
};

/** What a moment may mend: no answer, too many calls, a part that is away. */
const passes = (status: number): boolean => status === 0 || status === 429 || (status >= 502 && status <= 504);

/**
 * Asks again what a moment may mend: `tries` times in all, after as long as the answer says, else after 0.3 s, 0.6 s, 1.2 s
 * and so on, a little more or less, so that many do not come at once. What asks for more than `longest` milliseconds is
 * not waited for.
 */
export const patient =
  ({ tries = 5, longest = 60_000 }: { readonly tries?: number; readonly longest?: number } = {}) =>
  ({ attempt, status, retryAfter }: Failure): number | undefined => {
    if (attempt >= tries || !passes(status)) return undefined;
    const wait = retryAfter ?? 300 * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4);
    return wait > longest ? undefined : wait;
  };
