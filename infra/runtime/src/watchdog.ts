import { url as inspected } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Milliseconds between two signs of life. */
const beatMs = 500;

/** How long the main thread may do nothing but one thing. */
export const stuckAfterMs = 30_000;

/**
 * Ends the process from a thread of its own when the main thread has not come round for `afterMs`: a thread that is
 * stuck hears no signal either. What was acknowledged is on the disk. Answers how to stop watching.
 */
export const watchMainThread = (afterMs = stuckAfterMs): (() => void) => {
  // Whoever debugs may halt the main thread for as long as they like.
  if (inspected() !== undefined) return () => undefined;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), beatMs);
  beat.unref();
  const worker = new Worker(new URL('./watchdog.thread.ts', import.meta.url), {
    workerData: { beats, afterMs },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  // Without it the process runs as well.
  worker.on('error', (error: Error) => void process.stderr.write(`nobody watches the main thread: ${error.message}\n`));
  return () => {
    clearInterval(beat);
    void worker.terminate();
  };
};
