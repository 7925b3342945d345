import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** An error that nobody caught, the death of the writer among them. */
const crashed = 70;
/** The storage cannot be trusted any more: starting again on it would make it worse. */
export const storageBroken = 74;
/** How a process ends that V8 or the system gave up: nobody sent these. */
const faults = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE'];

const mostStarts = 3;
const withinMs = 600_000;

/** Whether a process that ended so is started again: after a crash, at most three times in ten minutes. */
export const createRestarts = (now = Date.now) => {
  let restarts = [];
  return (code, signal) => {
    if (code !== crashed && code !== 128 + constants.signals.SIGABRT && !faults.includes(signal)) return false;
    restarts = restarts.filter((at) => now() - at < withinMs);
    if (restarts.length >= mostStarts) return false;
    restarts.push(now());
    return true;
  };
};

/**
 * Runs a command until it ends for good, and answers how: its exit code, or 128 and the number of the signal. Signals
 * go on to it, and after one it is not started again.
 */
export const supervise = (command, args, options, say) =>
  new Promise((resolve, reject) => {
    const again = createRestarts();
    let child;
    let stopping = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        stopping = true;
        child.kill(signal);
      });
    const start = () => {
      child = spawn(command, args, options);
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        const ended = code ?? 128 + constants.signals[signal];
        if (stopping || !again(code, signal)) return resolve(ended);
        say(`Tessera ended unexpectedly (${signal ?? `code ${code}`}) and is started again.`);
        start();
      });
    };
    start();
  });
