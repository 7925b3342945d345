import autocannon from 'autocannon';
import { fork } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const connections = 16;

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly errors: number };

/**
 * Requests for a fixed time over keep-alive connections, as many as can be had or `rate` a second; `next` makes each
 * request's path and body. Latencies in ms.
 */
export const load = async (
  url: string,
  next: () => { readonly method: 'GET' | 'POST' | 'PATCH'; readonly path: string; readonly body?: unknown },
  options: {
    readonly seconds?: number;
    readonly headers?: Record<string, string>;
    readonly connections?: number;
    readonly rate?: number;
  } = {},
): Promise<Load> => {
  const result = await autocannon({
    url,
    connections: options.connections ?? connections,
    duration: options.seconds ?? 5,
    ...(options.rate !== undefined && { overallRate: options.rate }),
    headers: { 'content-type': 'application/json', ...options.headers },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = next();
          return { ...request, method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        },
      },
    ],
  });
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
};

export type Floor = { readonly post: number; readonly get: number; readonly fsyncMs: number };
/**
 * A bare Express server beside the product, to be asked at any time how many requests a second the machine gives at
 * this moment.
 */
export type FloorServer = {
  readonly measure: (method: 'GET' | 'POST', seconds: number) => Promise<number>;
  readonly stop: () => void;
};

export const startFloor = async (): Promise<FloorServer> => {
  const server = fork(fileURLToPath(new URL('floor-server.ts', import.meta.url)), { execArgv: [] });
  const port = await new Promise<number>((resolve) => server.once('message', (message) => resolve(Number(message))));
  const body = { fields: { a: 'one', b: 2 } };
  return {
    measure: async (method, seconds) =>
      (
        await load(`http://127.0.0.1:${port}`, () => ({ method, path: '/', ...(method === 'POST' && { body }) }), {
          seconds,
        })
      ).perSecond,
    stop: () => void server.kill(),
  };
};

/**
 * What this machine gives as the bench begins: requests a second of the bare server and the milliseconds of an
 * fdatasync of 400 bytes.
 */
export const wholeFloor = async (server: FloorServer): Promise<Floor> => ({
  post: await server.measure('POST', 4),
  get: await server.measure('GET', 4),
  fsyncMs: fsyncTime(),
});

/**
 * A load between two measures of the floor; a machine whose processors are shared gives half as much from one minute to
 * the next.
 */
export const beside = async <T>(
  server: FloorServer,
  method: 'GET' | 'POST',
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly floor: number }> => {
  const before = await server.measure(method, 2);
  const result = await work();
  return { result, floor: (before + (await server.measure(method, 2))) / 2 };
};

const fsyncTime = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'fsync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const bytes = new Uint8Array(400);
  const times: number[] = [];
  for (let i = 0; i < 300; i++) {
    writeSync(file, bytes);
    const started = performance.now();
    fdatasyncSync(file);
    times.push(performance.now() - started);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times.sort((a, b) => a - b)[150] ?? 0;
};
