import type { ReadOptions } from '../port.ts';
import { cancelled, tooSlow } from './errors.ts';

/**
 * What every command of a read carries: the server stops at `maxTimeMS`, the driver when the caller leaves or no answer
 * comes.
 */
export type Bounds = { readonly maxTimeMS: number; readonly signal: AbortSignal };

const defaultDeadlineMs = 10_000;
/** The server is asked to stop first; a network that is silent is given up so much later. */
const graceMs = 500;

const left = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Runs a read within its deadline. Throws `query.cancelled` or `query.too_slow`. */
export const bounded = async <T>(
  { signal, deadlineMs = defaultDeadlineMs }: ReadOptions = {},
  work: (bounds: Bounds) => Promise<T>,
): Promise<T> => {
  if (left(signal)) throw cancelled();
  if (deadlineMs <= 0) throw tooSlow();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, deadlineMs + graceMs);
  try {
    return await work({ maxTimeMS: Math.max(1, Math.ceil(deadlineMs)), signal: controller.signal });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw left(signal) ? cancelled() : tooSlow();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};
