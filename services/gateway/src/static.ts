import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pageHeaders } from '@tessera/web';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.webmanifest', '.txt']);
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

type Stored = {
  readonly mtime: number;
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  br?: Promise<Buffer>;
  gz?: Promise<Buffer>;
};

/**
 * The built front ends: `/remotes/<name>/...` from each remote's dist, everything else from the shell's, its page for
 * addresses of the application.
 */
export const createStatic = (options: { readonly frontends: string; readonly tls: boolean }) => {
  const shell = join(options.frontends, 'shell/dist');
  const cache = new Map<string, Stored>();

  const fileOf = (path: string): string | undefined => {
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return undefined;
    }
    if (
      decoded.includes('\0') ||
      decoded.includes('\\') ||
      decoded.split('/').some((part) => part === '..' || part.startsWith('.'))
    )
      return undefined;
    const remote = /^\/remotes\/([a-z][a-z0-9-]*)\/(.+)$/.exec(decoded);
    const root = remote === null ? shell : join(options.frontends, remote[1]!, 'dist');
    const file = join(root, remote === null ? decoded : remote[2]!);
    return file.startsWith(root + sep) && !file.endsWith('.map') ? file : undefined;
  };

  const load = async (file: string): Promise<Stored | undefined> => {
    const facts = await stat(file).catch(() => undefined);
    if (facts === undefined || !facts.isFile()) return undefined;
    const known = cache.get(file);
    if (known !== undefined && known.mtime === facts.mtimeMs) return known;
    const plain = await readFile(file);
    const stored: Stored = {
      mtime: facts.mtimeMs,
      type: types[extname(file)] ?? 'application/octet-stream',
      etag: `"${hash('sha256', plain).slice(0, 20)}"`,
      plain,
    };
    if (cache.size > 500) cache.clear();
    cache.set(file, stored);
    return stored;
  };

  const encoded = async (
    stored: Stored,
    extension: string,
    accepts: string,
  ): Promise<{ readonly body: Buffer; readonly encoding?: string }> => {
    if (!compressible.has(extension) || stored.plain.length < 1024) return { body: stored.plain };
    if (/\bbr\b/.test(accepts)) {
      stored.br ??= toBrotli(stored.plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: stored.plain.length },
      });
      return { body: await stored.br, encoding: 'br' };
    }
    if (/\bgzip\b/.test(accepts)) {
      stored.gz ??= toGzip(stored.plain, { level: 9 });
      return { body: await stored.gz, encoding: 'gzip' };
    }
    return { body: stored.plain };
  };

  const page = async (response: ServerResponse, status: number): Promise<void> => {
    const nonce = randomBytes(16).toString('base64');
    const stored = await load(join(shell, 'index.html'));
    const html =
      stored === undefined
        ? '<!doctype html><meta charset="utf-8"><title>Tessera</title><p>The pages of Tessera are not built yet. Run <code>npm run build</code>.</p>'
        : stored.plain.toString('utf8').replaceAll(/<script(?=[\s>])/g, `<script nonce="${nonce}"`);
    response
      .writeHead(stored === undefined ? 503 : status, {
        ...pageHeaders(nonce, { tls: options.tls }),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(html),
      })
      .end(html);
  };

  return {
    /** Answers a GET or HEAD for anything but the API. */
    serve: async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
      const extension = extname(path);
      const file = extension === '' || extension === '.html' ? undefined : fileOf(path);
      const stored = file === undefined ? undefined : await load(file);
      if (stored === undefined) {
        // Addresses of the application have no extension; a missing file is missing, not the page.
        if (extension === '' || !/\.[a-z0-9]{2,11}$/i.test(path)) return page(response, 200);
        response
          .writeHead(404, {
            'content-type': 'text/plain; charset=utf-8',
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
          .end('Not found');
        return;
      }
      const immutable = /\/assets\/[^/]+\.[0-9a-f]{8,}\.[a-z0-9]+$/.test(path);
      const headers: Record<string, string | number> = {
        'content-type': stored.type,
        etag: stored.etag,
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      };
      if (request.headers['if-none-match'] === stored.etag) {
        response.writeHead(304, headers).end();
        return;
      }
      const { body, encoding } = await encoded(stored, extension, String(request.headers['accept-encoding'] ?? ''));
      response
        .writeHead(200, {
          ...headers,
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
          'content-length': body.length,
        })
        .end(body);
    },
    /** `/remotes.json`: the remotes that are built, as the build named them. */
    remotes: (): string => {
      const listed = join(shell, 'remotes.json');
      const built = (name: string): boolean => existsSync(join(options.frontends, name, 'dist/mf-manifest.json'));
      const named = existsSync(listed)
        ? (JSON.parse(readFileSync(listed, 'utf8')) as { remotes: { name: string }[] }).remotes
        : [];
      const known = new Set(named.map(({ name }) => name));
      const others = existsSync(options.frontends)
        ? readdirSync(options.frontends).filter((name) => !known.has(name) && built(name))
        : [];
      return JSON.stringify({
        remotes: [
          ...named.filter(({ name }) => built(name)),
          ...others.map((name) => ({ name, entry: `/remotes/${name}/mf-manifest.json`, paths: [] })),
        ],
      });
    },
    /**
     * Compresses what the page loads first, one file after the other, so that the first visitor does not wait for it.
     */
    warm: async (): Promise<void> => {
      const index = await load(join(shell, 'index.html'));
      for (const [, path = ''] of index?.plain
        .toString('utf8')
        .matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g) ?? []) {
        const file = fileOf(path);
        const stored = file === undefined ? undefined : await load(file);
        if (stored !== undefined) await encoded(stored, extname(path), 'br');
      }
    },
  };
};
