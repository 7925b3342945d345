import { Rejection } from '@tessera/kernel';
import type { Bounds } from './deadline.ts';

export type GateOptions = {
  /**
   * Reads under way at once; fewer than the client has connections, so that writes never wait for reads. Default 16.
   */
  readonly parallel?: number;
  /** Different reads that may wait. Default 512. */
  readonly queue?: number;
};

type Job = {
  readonly name: string | undefined;
  callers: number;
  until: number;
  readonly controller: AbortController;
  readonly result: PromiseWithResolvers<unknown>;
  readonly work: (bounds: Bounds) => Promise<unknown>;
};

/**
 * Lets so many reads of a process through at once; the others wait, equal ones as one, which no one has begun and which
 * therefore sees every write that any of its callers saw. A read that all its callers left is stopped. Throws
 * `unavailable` when too many wait.
 */
export const openGate = ({ parallel = 16, queue = 512 }: GateOptions = {}) => {
  const waiting = new Map<string, Job>();
  let running = 0;

  const start = (job: Job): void => {
    running++;
    void job
      .work({ maxTimeMS: Math.max(1, Math.ceil(job.until - performance.now())), signal: job.controller.signal })
      .then(job.result.resolve, job.result.reject)
      .finally(() => {
        running--;
        const [next] = waiting.values();
        if (next === undefined || running >= parallel) return;
        waiting.delete(next.name!);
        start(next);
      });
  };

  const enter = (key: () => string, work: Job['work']): { readonly job: Job; readonly begin: boolean } => {
    const made = (name: string | undefined): Job => ({
      name,
      callers: 0,
      until: 0,
      controller: new AbortController(),
      result: Promise.withResolvers(),
      work,
    });
    if (running < parallel) return { job: made(undefined), begin: true };
    const name = key();
    const present = waiting.get(name);
    if (present !== undefined) return { job: present, begin: false };
    if (waiting.size >= queue) throw new Rejection('unavailable', 'unavailable', 'Too many queries are waiting');
    const job = made(name);
    waiting.set(name, job);
    return { job, begin: false };
  };

  /**
   * Does a read, or waits for its turn. `key` names it with all that decides its answer. Rejects when the caller's
   * signal aborts.
   */
  return <T>(key: () => string, bounds: Bounds, work: (bounds: Bounds) => Promise<T>): Promise<T> => {
    const { job, begin } = enter(key, work);
    job.callers++;
    job.until = Math.max(job.until, performance.now() + bounds.maxTimeMS);
    const answer = new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(bounds.signal.reason as Error);
        if (--job.callers > 0) return;
        if (job.name !== undefined && waiting.get(job.name) === job) waiting.delete(job.name);
        job.controller.abort();
      };
      bounds.signal.addEventListener('abort', leave, { once: true });
      const done = (): void => bounds.signal.removeEventListener('abort', leave);
      job.result.promise.then(
        (value) => {
          done();
          resolve(value as T);
        },
        (error: unknown) => {
          done();
          reject(error as Error);
        },
      );
    });
    if (begin) start(job);
    return answer;
  };
};
