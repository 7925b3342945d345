import autocannon from 'autocannon';
import { fork } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const connections = 16;

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number; readonly errors: number };

/** Requests for a fixed time over keep-alive connections; `next` makes each request's path and body. Latencies in ms. */
export const load = async (
  url: string,
  next: () => { readonly method: 'GET' | 'POST' | 'PATCH'; readonly path: string; readonly body?: unknown },
  options: { readonly seconds?: number; readonly headers?: Record<string, string>; readonly connections?: number } = {},
): Promise<Load> => {
  const result = await autocannon({
    url,
    connections: options.connections ?? connections,
    duration: options.seconds ?? 5,
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

/** What this machine gives: requests a second of a bare Express server and the milliseconds of an fdatasync of 400 bytes. */
export const measureFloor = async (): Promise<{ readonly post: number; readonly get: number; readonly fsyncMs: number }> => {
  const server = fork(fileURLToPath(new URL('floor-server.ts', import.meta.url)), { execArgv: [] });
  const port = await new Promise<number>((resolve) => server.once('message', (message) => resolve(Number(message))));
  const url = `http://127.0.0.1:${port}`;
  const body = { fields: { a: 'one', b: 2 } };
  const post = await load(url, () => ({ method: 'POST', path: '/', body }), { seconds: 4 });
  const get = await load(url, () => ({ method: 'GET', path: '/' }), { seconds: 4 });
  server.kill();
  return { post: post.perSecond, get: get.perSecond, fsyncMs: fsyncTime() };
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
