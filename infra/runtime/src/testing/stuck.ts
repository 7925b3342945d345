import { Worker } from 'node:worker_threads';
import { createLogger } from '@tessera/telemetry';
import { runUntilStopped } from '../process.ts';

/** A worker that never answers: in code that the engine can stop, or in native code, which it cannot. */
const loops: Readonly<Record<string, string>> = {
  thread: 'for (;;);',
  native: "for (;;) ('a' + '\\u0301\\u0316'.repeat(2_000_000)).normalize('NFKD');",
};

const how = process.argv[2] ?? '';

// A process that is stuck in one of its threads; the main thread says "ready" before it is.
runUntilStopped(
  createLogger(),
  async () => {
    const loop = loops[how];
    const worker = loop === undefined ? undefined : new Worker(loop, { eval: true });
    if (worker !== undefined) await new Promise((resolve) => worker.once('online', resolve));
    process.stdout.write('ready\n', () => {
      if (how === 'main') for (;;);
    });
    const alive = setInterval(() => undefined, 1000);
    return async () => {
      clearInterval(alive);
      if (worker !== undefined) await new Promise((resolve) => worker.once('message', resolve));
    };
  },
  { drainMs: 1000, stuckMs: 2000 },
);
