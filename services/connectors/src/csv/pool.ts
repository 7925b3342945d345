import { Worker } from 'node:worker_threads';
import type { Analysis, LayoutChoices } from './analyse.ts';
import type { Check, Keys } from './check.ts';
import type { Batch, ConvertPlan } from './convert.ts';
import type { Duplicates } from './duplicates.ts';
import type { FromParser, Job, ToParser } from './protocol.ts';
import { FileError } from './reader.ts';

const lastMessages: ReadonlySet<string> = new Set(['end', 'analysis', 'duplicates', 'check', 'texts']);

const stopped = (): FileError => new FileError('cancelled', 'Reading was stopped.');

type Users = readonly (readonly [string, string])[];

/**
 * Parses files in threads of their own, which may die (docs/security.md 7): one that runs out of memory or crashes is
 * reported as a FileError and takes nothing with it. At most `threads` run at once; others wait.
 */
export const createParsers = (options: { readonly threads?: number; readonly heapMb?: number } = {}) => {
  const limit = options.threads ?? 2;
  const heapMb = options.heapMb ?? 192;
  let running = 0;
  const queue: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };

  /** Runs a job to its end; `onMessage` may send credits. Rejects when the thread fails, dies or is aborted. */
  const run = async (
    job: Job,
    signal: AbortSignal | undefined,
    onMessage: (message: FromParser, worker: Worker, fail: (error: Error) => void) => void,
  ): Promise<void> => {
    await enter();
    try {
      signal?.throwIfAborted();
      const worker = new Worker(new URL('./parser.thread.ts', import.meta.url), {
        workerData: job,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      });
      await new Promise<void>((resolve, reject) => {
        let ended = false;
        const fail = (error: Error): void => {
          reject(error);
          void worker.terminate();
        };
        const abort = (): void => fail(stopped());
        signal?.addEventListener('abort', abort, { once: true });
        worker.on('message', (message: FromParser) => {
          if (message.kind === 'failed') return fail(new FileError(message.code, message.message, message.row));
          if (lastMessages.has(message.kind)) ended = true;
          onMessage(message, worker, fail);
        });
        worker.on('error', (error: Error & { code?: string }) =>
          reject(
            error.code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? new FileError(
                  'too_complex',
                  'This file needs more memory than an import may use. Split it and import the parts.',
                )
              : new FileError('reader_died', 'Reading the file stopped unexpectedly. Try again.'),
          ),
        );
        worker.on('exit', () => {
          signal?.removeEventListener('abort', abort);
          if (ended) resolve();
          else reject(new FileError('reader_died', 'Reading the file stopped unexpectedly. Try again.'));
        });
      });
    } finally {
      leave();
    }
  };

  return {
    /** Reads a whole file; `onRows` hears of progress. Throws FileError. */
    analyse: async (
      path: string,
      choices: LayoutChoices,
      users: Users,
      timezone: string,
      onRows: (rows: number) => void,
      signal?: AbortSignal,
    ): Promise<Analysis> => {
      let analysis: Analysis | undefined;
      await run({ kind: 'analyse', path, choices, users, timezone }, signal, (message) => {
        if (message.kind === 'rows') onRows(message.rows);
        else if (message.kind === 'analysis') analysis = message.analysis;
      });
      return analysis!;
    },
    /** Which values stand more than once in the one column of the plan. Throws FileError. */
    duplicates: async (path: string, plan: ConvertPlan, users: Users): Promise<Duplicates> => {
      let duplicates: Duplicates | undefined;
      await run({ kind: 'duplicates', path, plan, users }, undefined, (message) => {
        if (message.kind === 'duplicates') duplicates = message.duplicates;
      });
      return duplicates!;
    },
    /**
     * The texts by which columns of links name records, each once, by place of the column; with `whole` each cell is one
     * name. Throws FileError.
     */
    texts: async (
      path: string,
      plan: ConvertPlan,
      columns: readonly number[],
      whole: boolean,
      signal?: AbortSignal,
    ): Promise<readonly (readonly string[])[]> => {
      let texts: readonly (readonly string[])[] = [];
      await run({ kind: 'texts', path, plan, columns, whole, users: [] }, signal, (message) => {
        if (message.kind === 'texts') ({ texts } = message);
      });
      return texts;
    },
    /** What a whole file would come to in a table that is there; `onKeys` as `check` has it. Throws FileError. */
    check: async (
      path: string,
      plan: ConvertPlan,
      users: Users,
      onKeys: (keys: Keys) => void,
      signal?: AbortSignal,
    ): Promise<Check> => {
      let found: Check | undefined;
      await run({ kind: 'check', path, plan, users }, signal, (message) => {
        if (message.kind === 'keys') onKeys(message.keys);
        else if (message.kind === 'check') found = message.check;
      });
      return found!;
    },
    /**
     * Reads a file's records in chunks from `start`. `handle` gets one after the other, each when the one before is
     * done, whatever carries them to the table; meanwhile up to `ahead` are made or wait. Throws FileError, or what
     * `handle` throws.
     */
    convert: async (
      path: string,
      plan: ConvertPlan,
      users: Users,
      start: number,
      ahead: number,
      handle: (batch: Batch) => Promise<void>,
      signal?: AbortSignal,
    ): Promise<void> => {
      let last = Promise.resolve();
      let failed: Error | undefined;
      await run({ kind: 'convert', path, plan, users, start, credits: ahead }, signal, (message, worker, fail) => {
        if (message.kind !== 'batch' || failed) return;
        const { batch } = message;
        last = last
          .then(async () => {
            if (failed) return;
            // The thread may have ended by itself by now: what it made and nobody took is missing.
            if (signal?.aborted === true) throw stopped();
            await handle(batch);
            worker.postMessage({ kind: 'credit' } satisfies ToParser);
          })
          .catch((error: Error) => {
            failed ??= error;
            fail(error);
          });
      }).finally(() => last);
      if (failed) throw failed;
    },
  };
};
export type Parsers = ReturnType<typeof createParsers>;
