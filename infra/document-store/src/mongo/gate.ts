import type { Rejection } from '@tessera/kernel';
import { type Asker, openLongLane, shapeOf } from '../query/lanes.ts';
import type { Bounds } from './deadline.ts';
import { isOutOfTime } from './errors.ts';
import { rejection } from '../refusals.ts';

export type GateOptions = {
  /**
   * Short reads under way at once; with the long ones fewer than the client has connections, so that writes never wait
   * for reads. Default 10.
   */
  readonly parallel?: number;
  /** Long reads under way at once. Default 6. */
  readonly long?: number;
  /** How long a read may take among short ones in ms; default 200: a busy server must not make long ones of all. */
  readonly shortMs?: number;
  /** Different reads that may wait. Default 512. */
  readonly queue?: number;
};

type Asked = Asker & {
  /** Names a read with all that decides its answer: JSON. */
  readonly key: () => string;
  /** Reads whole tables: it is a long one from the beginning. */
  readonly heavy?: boolean;
};

type Job = {
  readonly asked: Asked;
  long: boolean;
  callers: number;
  until: number;
  readonly controller: AbortController;
  readonly result: PromiseWithResolvers<unknown>;
  readonly work: (bounds: Bounds) => Promise<unknown>;
};

/**
 * Lets so many reads of a process through at once; the others wait, equal ones as one, which no one has begun and which
 * therefore sees every write that any of its callers saw. A read that takes longer than short ones may is ended and
 * begins again among the long ones, which have places of their own: organizations and askers take them in turn. A read
 * that all its callers left is stopped. Throws `unavailable` when too many wait.
 */
export const openGate = ({ parallel = 10, long = 6, shortMs = 200, queue = 512 }: GateOptions = {}) => {
  /** What waits, by name; those that are long are in their lane as well. */
  const waiting = new Map<string, Job>();
  const short: Job[] = [];
  const lane = openLongLane<Job>(({ asked }) => asked);
  const running = { short: 0, long: 0 };

  const left = (job: Job): number => Math.max(1, Math.ceil(job.until - performance.now()));

  /** Among the long ones now. */
  const turnLong = (job: Job): Rejection | undefined => {
    job.long = true;
    const refusal = lane.push(job);
    const name = job.asked.key();
    if (refusal === undefined && !waiting.has(name)) waiting.set(name, job);
    return refusal;
  };

  const start = async (job: Job): Promise<void> => {
    const kind = job.long ? 'long' : 'short';
    running[kind]++;
    const maxTimeMS = left(job);
    try {
      // A slice as long as what is left would tell nothing.
      const slice = job.long || maxTimeMS <= shortMs ? maxTimeMS : shortMs;
      job.result.resolve(await job.work({ maxTimeMS: slice, signal: job.controller.signal }));
    } catch (error) {
      const sliced = !job.long && maxTimeMS > shortMs && isOutOfTime(error) && !job.controller.signal.aborted;
      if (sliced) lane.remember(shapeOf(job.asked.key()));
      const refusal = sliced ? turnLong(job) : error;
      if (refusal !== undefined) job.result.reject(refusal as Error);
    } finally {
      running[kind]--;
      pump();
    }
  };

  const begin = (job: Job): void => {
    const name = job.asked.key();
    if (waiting.get(name) === job) waiting.delete(name);
    void start(job);
  };

  const pump = (): void => {
    while (running.short < parallel && short.length > 0) {
      const job = short.shift()!;
      // Others like it turned out long while it waited.
      if (!lane.knows(() => shapeOf(job.asked.key()))) begin(job);
      else {
        const refusal = turnLong(job);
        if (refusal !== undefined) {
          waiting.delete(job.asked.key());
          job.result.reject(refusal);
        }
      }
    }
    while (running.long < long) {
      const next = lane.next();
      if (next === undefined) return;
      lane.took(next);
      begin(next);
    }
  };

  const enter = (asked: Asked, work: Job['work']): { readonly job: Job; readonly begins: boolean } => {
    const job: Job = {
      asked,
      long: asked.heavy === true || lane.knows(() => shapeOf(asked.key())),
      callers: 0,
      until: 0,
      controller: new AbortController(),
      result: Promise.withResolvers(),
      work,
    };
    const free = job.long ? running.long < long && lane.size === 0 : running.short < parallel;
    if (free) return { job, begins: true };
    const name = asked.key();
    const present = waiting.get(name);
    if (present !== undefined) return { job: present, begins: false };
    if (waiting.size >= queue) throw rejection('unavailable', 'unavailable', 'Too many queries are waiting');
    if (job.long) {
      const refusal = lane.push(job);
      if (refusal !== undefined) throw refusal;
    } else short.push(job);
    waiting.set(name, job);
    return { job, begins: false };
  };

  /** Does a read, or waits for its turn. Rejects when the caller's signal aborts. */
  return <T>(asked: Asked, bounds: Bounds, work: (bounds: Bounds) => Promise<T>): Promise<T> => {
    const { job, begins } = enter(asked, work);
    job.callers++;
    job.until = Math.max(job.until, performance.now() + bounds.maxTimeMS);
    const answer = new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(bounds.signal.reason as Error);
        if (--job.callers > 0) return;
        if (waiting.get(job.asked.key()) === job) waiting.delete(job.asked.key());
        if (job.long) lane.drop(job);
        else if (short.includes(job)) short.splice(short.indexOf(job), 1);
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
    if (begins) void start(job);
    return answer;
  };
};
