import type { IncomingMessage, ServerOptions } from 'node:http';

/** How slow a body may be: nothing is asked of it for `graceMs`, then an average of `bytesPerSecond`. */
export type ArrivalRule = { readonly graceMs: number; readonly bytesPerSecond: number };
export const arrivalRule: ArrivalRule = { graceMs: 10_000, bytesPerSecond: 4_096 };

/**
 * What a server of ours asks of connections, for `createServer`: headers within 10 s. A large file over a slow line may
 * take an hour; who is slow with a body is cut off by `watchArrival`.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const satisfies ServerOptions;

/**
 * Calls `tooSlow` once if the body of a request comes slower than the rule allows. Time in which nobody takes what has
 * arrived is not counted: then it is we who are slow. Returns what ends the watch.
 */
export const watchArrival = (request: IncomingMessage, rule: ArrivalRule, tooSlow: () => void): (() => void) => {
  const { socket } = request;
  const before = socket.bytesRead;
  let waited = 0;
  let at = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const look = (): void => {
    if (request.complete || request.destroyed) return;
    const now = performance.now();
    if (request.readableFlowing === true || request.readableLength === 0) waited += now - at;
    at = now;
    const left = rule.graceMs + ((socket.bytesRead - before) / rule.bytesPerSecond) * 1000 - waited;
    if (left <= 0) return tooSlow();
    timer = setTimeout(look, Math.min(Math.max(left, 50), rule.graceMs));
    timer.unref();
  };
  look();
  return stop;
};
