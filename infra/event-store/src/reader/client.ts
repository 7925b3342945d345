import { Worker } from 'node:worker_threads';
import type { ReaderAnswer, ReaderData, ReaderQuery, ReaderRequest } from './thread.ts';

/** Queries in flight before more are refused: a flood of history pages must not fill the memory. */
const inFlight = 1_000;

/**
 * Starts the reader thread with the first query. Each call resolves with plain data or rejects with an Error. A thread
 * that dies is replaced with the next query; what it worked on is refused as `lost` says.
 */
export const createReader = (
  data: ReaderData,
  busy: () => Error,
  lost: () => Error,
  { heapMb = 256 }: { readonly heapMb?: number | undefined } = {},
) => {
  let worker: Worker | undefined;
  let n = 0;
  let closed = false;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

  const failAll = (ended: Worker): void => {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(lost());
    waiting.clear();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    started.on('message', (answer: ReaderAnswer) => {
      const call = waiting.get(answer.n);
      waiting.delete(answer.n);
      if (waiting.size === 0) started.unref();
      if (answer.error === undefined) call?.resolve(answer.result);
      else call?.reject(new Error(answer.error));
    });
    started.on('error', () => failAll(started));
    started.on('exit', () => failAll(started));
    return started;
  };

  return {
    ask: <T>(service: string, query: ReaderQuery, ...args: readonly unknown[]): Promise<T> => {
      if (closed || waiting.size >= inFlight) return Promise.reject(busy());
      worker ??= start();
      worker.ref();
      n += 1;
      const request: ReaderRequest = { n, service, query, args };
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(n, { resolve, reject });
        worker!.postMessage(request);
      }) as Promise<T>;
    },
    close: async (): Promise<void> => {
      closed = true;
      const ending = worker;
      if (ending === undefined) return;
      ending.ref();
      const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.postMessage('close' satisfies ReaderRequest);
      await exited;
    },
  };
};
