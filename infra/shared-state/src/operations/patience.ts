import { isRejection, type Rejection } from '@tessera/kernel';

/** How work waits while something that it needs is unavailable, in ms. */
export type Patience = {
  /** The pause after the first try; each further one is twice as long. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** How long in all; without it as long as it takes. */
  readonly mostMs?: number;
  /** Which refusals are not waited for, although they are of the kind `unavailable`. */
  readonly endsAt?: (error: Rejection) => boolean;
};

export const isUnavailable = (error: unknown): error is Rejection => isRejection(error) && error.kind === 'unavailable';

/**
 * The step's result, however long what it needs is away: it is tried again while it throws a Rejection of the kind
 * `unavailable`, with growing pauses. What the step does twice must be harmless. Throws what the step throws once it is
 * something else, the time is over, or `over` says that the work is.
 */
export const patiently = async <T>(
  step: () => Promise<T>,
  { firstMs, longestMs, mostMs = Number.POSITIVE_INFINITY, endsAt = () => false }: Patience,
  clock: () => number,
  over: () => boolean,
): Promise<T> => {
  const until = clock() + mostMs;
  for (let pause = firstMs; ; pause = Math.min(pause * 2, longestMs)) {
    try {
      return await step();
    } catch (error) {
      if (!isUnavailable(error) || endsAt(error) || clock() > until || over()) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
    }
  }
};
