import { writeSync } from 'node:fs';
import type { Logger } from '@tessera/telemetry';
import { watchMainThread } from './watchdog.ts';

/** How long draining may take: less than whoever sent the signal waits before it kills (docker-compose.yml, k8s). */
const drainedWithinMs = 28_000;

/** SQLite's primary codes for a disk or a file that cannot be trusted: read-only, I/O, corrupt, cannot open, no database. */
const storageCodes = new Set([8, 10, 11, 14, 26]);
const isStorageError = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  storageCodes.has(error.errcode & 0xff);

/**
 * Runs a process: `start` answers what stops it. The first signal drains and ends with 0, one that comes more than two
 * seconds later ends at once with 130; the loss of the bootstrap's channel counts as a signal. A start that fails ends
 * with 1, an error that nobody caught with 70, one of the storage with 74: `npm start` starts the process again after 70
 * alone (supervise.mjs). What is stuck is killed: a thread that a drain waits for longer than `drainMs`, and a main
 * thread that does not come round for `stuckMs`, which would not hear a signal.
 */
export const runUntilStopped = (
  log: Logger,
  start: () => Promise<() => Promise<void>>,
  limits: { readonly drainMs?: number; readonly stuckMs?: number } = {},
): void => {
  // What is written holds people's data and secrets: this user's alone.
  process.umask(0o077);
  process.on('unhandledRejection', (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(isStorageError(error) ? 74 : 70);
  });

  let stopping: number | undefined;
  let stop: (() => Promise<void>) | undefined;
  const onSignal = (signal: string): void => {
    // Ctrl+C reaches this process twice, from the terminal and from the bootstrap: only a later one means impatience.
    if (stopping !== undefined) {
      if (Date.now() - stopping > 2000) process.exit(130);
      return;
    }
    stopping = Date.now();
    const drainMs = limits.drainMs ?? drainedWithinMs;
    // An exit would wait for the thread that is stuck.
    setTimeout(() => {
      writeSync(2, `stopping has taken ${drainMs / 1000} s: the process ends\n`);
      process.kill(process.pid, 'SIGKILL');
    }, drainMs).unref();
    if (stop === undefined) process.exit(0);
    log.info('stopping', { signal });
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stopping failed', { error });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal));
  process.on('disconnect', () => onSignal('disconnect'));
  process.channel?.unref();
  watchMainThread(limits.stuckMs);

  start().then(
    (answered) => {
      stop = answered;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
};
