import { Worker } from 'node:worker_threads';

/**
 * What the checkpoint thread is started with; `flags` has a number per file and one more, its last, that says whether
 * the thread has ended.
 */
export type CheckpointData = { readonly flags: SharedArrayBuffer };
export type ToCheckpointer = { readonly slot: number; readonly path: string } | 'close';
export const flag = { idle: 0, asked: 1, failed: 2 } as const;

const slots = 256;
const closeMs = 5_000;

/** A database whose WAL is looked after: how long it is, and what of it is not in the database yet, in pages. */
export type WalFile = {
  readonly path: string;
  wal(): { readonly frames: number; readonly pending: number };
  checkpoint(pages: number): void;
  restart(waitMs: number): void;
};

/** Pages that wait before they are moved into the database. */
const pendingPages = 1_000;
/** A WAL of so many pages is brought to its end by the writer itself, so that it begins again from its start. */
const longWal = 4_000;
/**
 * What the writer itself moves then: with fewer it is not yet worth an fsync, with more the thread comes first. A single
 * group of a bulk is more than 400, so of a longer WAL it is a share of what is above.
 */
const restPages = { least: 100, most: 400, share: 1 / 8 } as const;
/**
 * With so many pages the writer moves what there is, and waits so many ms for readers of the WAL: those that come then
 * read the database.
 */
const overlong = { pages: 20_000, waitMs: 20 } as const;
/** Pages that are written before it tries again where a reader was in the way. */
const againAfter = 1_000;

/**
 * Keeps WALs short. Pages are moved by a thread of their own, because a checkpoint of 1,000 pages with its two fsyncs
 * held the writer for 5 to 30 ms, every hundred groups or so. Only what was written meanwhile is moved by the writer,
 * which alone can begin the WAL again. The thread starts when it is first needed. Flags are shared memory: a writer
 * under load does not come round to messages.
 */
export const createCheckpointer = (files: readonly WalFile[]) => {
  const flags = new Int32Array(new SharedArrayBuffer(4 * (slots + 1)));
  let worker: Worker | undefined;
  let turn = 0;
  /** Pages of each WAL when the writer last brought it to its end; 0 once it has begun again. */
  const ended = files.map(() => 0);

  const ask = (slot: number): void => {
    worker ??= new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: { flags: flags.buffer } satisfies CheckpointData,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    });
    worker.unref();
    Atomics.store(flags, slot, flag.asked);
    worker.postMessage({ slot, path: files[slot]!.path } satisfies ToCheckpointer);
  };

  /** True when the writer was held. */
  const tend = (slot: number): boolean => {
    const file = files[slot]!;
    const { frames, pending } = file.wal();
    if (pending < restPages.least) return false;
    const state = Atomics.load(flags, slot);
    if (state === flag.failed) throw new Error(`a checkpoint of ${file.path} failed`);
    if (frames < ended[slot]!) ended[slot] = 0;
    const tooLong = frames > overlong.pages;
    const most = tooLong ? pending : Math.max(restPages.most, (frames - longWal) * restPages.share);
    const again = ended[slot] === 0 || frames > ended[slot]! + againAfter;
    // While the thread is at it, nobody else can.
    if (frames > longWal && state === flag.idle && pending <= most && again) {
      if (tooLong) file.restart(overlong.waitMs);
      else file.checkpoint(0);
      ended[slot] = frames;
      return true;
    }
    if (state === flag.idle && pending > (frames > longWal ? restPages.most : pendingPages)) ask(slot);
    return false;
  };

  return {
    /**
     * Looks at each file whose path begins so, from the one after the last that held the writer; stops and answers true
     * once one did. Throws when a checkpoint failed.
     */
    tend: (folder = ''): boolean => {
      for (let i = 0; i < files.length; i++) {
        const slot = (turn + i) % files.length;
        if (files[slot]!.path.startsWith(folder) && tend(slot)) {
          turn = slot + 1;
          return true;
        }
      }
      return false;
    },
    /** Waits until the thread has let go of the files. */
    close: (): void => {
      if (worker === undefined) return;
      worker.postMessage('close' satisfies ToCheckpointer);
      Atomics.wait(flags, slots, 0, closeMs);
      worker = undefined;
    },
  };
};
