import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { beats, afterMs } = workerData as { readonly beats: Int32Array<SharedArrayBuffer>; readonly afterMs: number };
const steps = 10;
const nothing = new Int32Array(new SharedArrayBuffer(4));

// Steps of its own are counted, not the clock: a machine that slept, or starves all threads alike, is not stuck.
let last = Atomics.load(beats, 0);
for (let silent = 0; silent < steps; silent++) {
  Atomics.wait(nothing, 0, 0, afterMs / steps);
  const now = Atomics.load(beats, 0);
  if (now !== last) silent = -1;
  last = now;
}
// Written and ended without the main thread, which streams and an ordinary exit would wait for.
writeSync(2, `the main thread has been stuck for ${afterMs / 1000} s: the process ends\n`);
process.kill(process.pid, 'SIGKILL');
