import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { rspack } from '@rspack/core';
import { pageConfig } from './page.ts';
import { frontendConfig } from './rspack.ts';
import { remotes, writeRemotes } from './remotes.ts';

// Serves the built pages as the gateway does and hands /api and /frame to a running product (TESSERA_API, default
// http://localhost:8080).
const frontends = new URL('../../', import.meta.url).pathname;
const api = new URL(process.env['TESSERA_API'] ?? 'http://localhost:8080');
const port = Number(process.env['DEV_PORT'] ?? 8081);
const mode = process.argv.includes('--production') ? 'production' : 'development';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

const fileOf = (path: string): string => {
  const clean = normalize(decodeURIComponent(path)).replace(/^(\.\.[/\\])+/, '');
  const remote = /^\/remotes\/([a-z-]+)\/(.*)$/.exec(clean);
  const file = remote
    ? join(frontends, remote[1] ?? '', 'dist', remote[2] ?? '')
    : join(frontends, 'shell/dist', clean);
  return existsSync(file) && statSync(file).isFile()
    ? file
    : remote || extname(clean) !== ''
      ? ''
      : join(frontends, clean.startsWith('/public/') ? 'public' : 'shell', 'dist/index.html');
};

const server = createServer((incoming, outgoing) => {
  const path = new URL(incoming.url ?? '/', 'http://page').pathname;
  if (path.startsWith('/api') || path === '/frame') {
    const upstream = httpRequest(
      new URL(incoming.url ?? '/', api),
      {
        method: incoming.method ?? 'GET',
        headers: { ...incoming.headers, host: api.host, ...(incoming.headers.origin ? { origin: api.origin } : {}) },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
    return;
  }
  const file = fileOf(path);
  if (!file) {
    outgoing.writeHead(404).end();
    return;
  }
  outgoing.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
  });
  createReadStream(file).pipe(outgoing);
});

server.on('upgrade', (incoming, socket, head) => {
  const upstream = connect(Number(api.port || 80), api.hostname, () => {
    const headers = { ...incoming.headers, host: api.host, ...(incoming.headers.origin ? { origin: api.origin } : {}) };
    upstream.write(
      `GET ${incoming.url ?? '/'} HTTP/1.1\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join('\r\n')}\r\n\r\n`,
    );
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
});

const compiler = rspack([
  frontendConfig({ name: 'shell', folder: join(frontends, 'shell'), role: 'host', mode }),
  ...remotes.map((name) => frontendConfig({ name, folder: join(frontends, name), role: 'remote', mode })),
  pageConfig({ name: 'public', folder: join(frontends, 'public'), mode }),
]);
compiler.watch({ aggregateTimeout: 100 }, (error, stats) => {
  if (error) console.error(error);
  else if (stats) {
    if (stats.hasErrors()) console.error(stats.toString({ preset: 'errors-only' }));
    void writeRemotes(frontends).then(() => console.log(`built; http://localhost:${port}`));
  }
});
server.listen(port);
