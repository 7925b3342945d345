import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';

// Loaded before the server: ends the process, as one that runs out of memory, when the rows of an import are converted.
const Real = threads.Worker;
threads.Worker = class extends Real {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    super(file, options);
    if ((options.workerData as { readonly kind?: unknown } | undefined)?.kind === 'convert') process.exit(70);
  }
};
syncBuiltinESMExports();
