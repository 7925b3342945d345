import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { owner, startTestProduct, type TestProduct } from './testing.ts';

// A real nginx in front of the product, on the same machine. It is Debian's `nginx-light`; `.ci/run` installs it.

const page = readFileSync(new URL('../../containers/proxies.md', import.meta.url), 'utf8');
/** The lines of the page, without what only a machine with a name and a certificate has. */
const documented = /```nginx\n([\s\S]*?)```/
  .exec(page)![1]!
  .replace(/^ *ssl_.*\n/gm, '')
  .replace('listen 443 ssl;', 'listen 127.0.0.1:FRONT;')
  .replace('http://127.0.0.1:8080', 'http://127.0.0.1:BACK');
const byDefault = (more = ''): string =>
  `server { listen 127.0.0.1:FRONT; location / { proxy_pass http://127.0.0.1:BACK; ${more} } }`;
/** What nginx does from 1.29.7 on when it is told nothing. */
const ofLater = "proxy_http_version 1.1; proxy_set_header Connection '';";

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

let folder: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-nginx-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts nginx with these lines before a port; answers its own. */
const nginx = async (lines: string, back: string): Promise<number> => {
  const front = await freePort();
  const path = join(folder, `${front}.conf`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    path,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/${front}.pid; error_log stderr;
     events {} http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${front}-${name};`).join(' ')}
     ${lines.replaceAll('FRONT', String(front)).replaceAll('BACK', back)} }`,
  );
  const PATH = `${process.env['PATH']}:/usr/sbin`;
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', path], { env: { ...process.env, PATH } });
  children.push(child);
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' ? new Error('this test needs nginx (Debian: apt-get install nginx-light)') : error,
      ),
    );
    child.once('exit', (code) => reject(new Error(`nginx ended with ${code}: ${said}`)));
  });
  failed.catch(() => undefined);
  const asked = (): Promise<number> =>
    ask(front, 'GET', '/healthz').then(
      ({ status }) => status,
      () => 0,
    );
  await Promise.race([failed, vi.waitUntil(async () => (await asked()) === 200, { timeout: 30_000 })]);
  return front;
};

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };
const ask = (
  port: number,
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method, path, headers: { ...type, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (data: Buffer) => (text += data.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode!, headers: answer.headers, text: '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });
const opened = async (front: number) => {
  const setup = JSON.parse((await ask(front, 'GET', '/api/setup')).text) as { codeRequired: boolean };
  const made = await ask(front, 'POST', '/api/setup', JSON.stringify(owner));
  return { codeRequired: setup.codeRequired, made: made.status, metrics: (await ask(front, 'GET', '/metrics')).status };
};
const closed = { codeRequired: true, made: 403, metrics: 403 };

const withProduct = async (
  environment: Readonly<Record<string, string>>,
  work: (product: TestProduct, back: string) => Promise<void>,
): Promise<void> => {
  const product = await startTestProduct({ environment });
  try {
    await work(product, new URL(product.url).port);
  } finally {
    await product.stop();
  }
};

describe('nginx on the same machine', { timeout: 180_000 }, () => {
  it('with its defaults gives nobody the first run or the metrics, with the address set or not', async () => {
    await withProduct({}, async (_product, back) => {
      expect(await opened(await nginx(byDefault(), back))).toEqual(closed);
    });
    await withProduct({ TESSERA_BASE_URL: 'https://work.example' }, async (_product, back) => {
      expect(await opened(await nginx(byDefault(), back))).toEqual(closed);
    });
  });

  it('that shows no sign of itself gives nothing once the address is set', async () => {
    await withProduct({ TESSERA_BASE_URL: 'https://work.example' }, async (_product, back) => {
      expect(await opened(await nginx(byDefault(ofLater), back))).toEqual(closed);
      // Nor does the machine itself: nothing tells the two apart.
      expect(await opened(Number(back))).toEqual(closed);
    });
  });

  it('with the lines of the page lets people in as if it were not there', async () => {
    const environment = { TESSERA_BASE_URL: 'https://work.example', TESSERA_TRUSTED_PROXIES: '1' };
    await withProduct(environment, async (product, back) => {
      const front = await nginx(documented, back);
      expect(await opened(front)).toEqual(closed);
      const page = { host: 'work.example', origin: 'https://work.example', 'sec-fetch-site': 'same-origin' };
      const first = JSON.stringify({ ...owner, code: await product.setupCode() });
      const made = await ask(front, 'POST', '/api/setup', first, page);
      expect(made.status).toBe(201);
      const cookies = (made.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!);
      const cookie = cookies.join('; ');
      expect(cookie).toMatch(/^__Host-tessera=/);
      const sent = { ...page, cookie, 'x-requested-with': 'tessera' };
      const table = JSON.stringify({ label: 'Deals', fields: [] });
      expect((await ask(front, 'POST', '/api/v3/tables', table, sent)).status).toBe(201);
      // A file above nginx's own megabyte comes through.
      const begun = await ask(front, 'POST', '/api/connector/identifier', '{"connector_id":"csv"}', sent);
      const { identifier } = JSON.parse(begun.text) as { identifier: string };
      const parts = Object.entries({ identifier, connector_id: 'csv', function: 'upload' }).map(
        ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const file = `--part\r\ncontent-disposition: form-data; name="file"; filename="deals.csv"\r\n\r\nNo,Name\n${'1,Deal\n'.repeat(300_000)}\r\n`;
      const multipart = { 'content-type': 'multipart/form-data; boundary=part' };
      const body = `${parts.join('')}${file}--part--\r\n`;
      const uploaded = await ask(front, 'POST', '/api/connector/call', body, { ...sent, ...multipart });
      expect(JSON.parse(uploaded.text)).toMatchObject({ name: 'deals.csv', error: null });
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
      const live = await ask(front, 'GET', '/api/live', undefined, {
        ...sent,
        ...upgrade,
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      });
      expect(live.status).toBe(101);
    });
  });
});
