import { bounded, publicLinkIn } from '@tessera/kernel';
import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { compressFast, compressFrom, compressSmall, encodingFor, pageHeaders, type Encoding } from '@tessera/web';
import { inAttribute, sourcesOf, withCard, type LinkCard, type PublicAddress } from './card.ts';
import type { DocsAssets } from './docs/page.ts';

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
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.webmanifest', '.txt']);

type Stored = {
  readonly file: string;
  readonly mtime: number;
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly small: Map<Encoding, Promise<Buffer>>;
};

const acceptedBy = (request: IncomingMessage): string | undefined =>
  request.headers['accept-encoding'] as string | undefined;

/** Answers with a page that is made anew each time. It holds no secret but its own nonce, and nothing that was sent. */
export const sendPage = async (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  html: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  const plain = Buffer.from(html);
  const encoding = plain.length < compressFrom ? undefined : encodingFor(acceptedBy(request));
  const body = encoding === undefined ? plain : await compressFast(plain, encoding);
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      'content-length': body.length,
    })
    .end(body);
};

/**
 * The built front ends: `/remotes/<name>/...` from each remote's dist, everything else from the shell's, its page for
 * addresses of the application.
 */
export const createStatic = (options: {
  readonly frontends: string;
  readonly tls: boolean;
  /** What a public link says of itself; where nobody knows, that of one that says nothing. */
  describe(named: PublicAddress): Promise<LinkCard>;
}) => {
  const shell = join(options.frontends, 'shell/dist');
  const cache = bounded<string, Stored>(500);

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
    return file.startsWith(root + sep) && !/\.(?:map|br)$/.test(file) ? file : undefined;
  };

  const load = async (file: string): Promise<Stored | undefined> => {
    const facts = await stat(file).catch(() => undefined);
    if (facts === undefined || !facts.isFile()) return undefined;
    const known = cache.get(file);
    if (known !== undefined && known.mtime === facts.mtimeMs) return known;
    const plain = await readFile(file);
    const stored: Stored = {
      file,
      mtime: facts.mtimeMs,
      type: types[extname(file)] ?? 'application/octet-stream',
      etag: `"${hash('sha256', plain).slice(0, 20)}"`,
      plain,
      small: new Map(),
    };
    cache.set(file, stored);
    return stored;
  };

  /** As the build left it beside the file, smaller than there would be time for here; undefined where it is older. */
  const built = async ({ file, mtime }: Stored, encoding: Encoding): Promise<Buffer | undefined> => {
    const beside = `${file}.${encoding}`;
    const facts = await stat(beside).catch(() => undefined);
    return facts !== undefined && facts.mtimeMs >= mtime ? readFile(beside) : undefined;
  };
  const shrink = async (stored: Stored, encoding: Encoding): Promise<Buffer> =>
    (await built(stored, encoding)) ?? compressSmall(stored.plain, encoding);

  const encoded = async (
    stored: Stored,
    extension: string,
    encoding: Encoding | undefined,
  ): Promise<{ readonly body: Buffer; readonly encoding?: Encoding }> => {
    if (encoding === undefined || !compressible.has(extension) || stored.plain.length < compressFrom)
      return { body: stored.plain };
    let small = stored.small.get(encoding);
    if (small === undefined) stored.small.set(encoding, (small = shrink(stored, encoding)));
    return { body: await small, encoding };
  };

  const remotes = (): readonly object[] => {
    const listed = join(shell, 'remotes.json');
    const isBuilt = (name: string): boolean => existsSync(join(options.frontends, name, 'dist/remoteEntry.js'));
    const named = existsSync(listed)
      ? (JSON.parse(readFileSync(listed, 'utf8')) as { remotes: { name: string }[] }).remotes
      : [];
    const known = new Set(named.map(({ name }) => name));
    const others = existsSync(options.frontends)
      ? readdirSync(options.frontends).filter((name) => !known.has(name) && isBuilt(name))
      : [];
    return [
      ...named.filter(({ name }) => isBuilt(name)),
      ...others.map((name) => ({ name, entry: `/remotes/${name}/remoteEntry.js`, paths: [] })),
    ];
  };

  const page = async (request: IncomingMessage, response: ServerResponse, status: number): Promise<void> => {
    const nonce = randomBytes(16).toString('base64');
    const stored = await load(join(shell, 'index.html'));
    const html =
      stored === undefined
        ? '<!doctype html><meta charset="utf-8"><title>Tessera</title><p>The pages of Tessera are not built yet. Run <code>npm run build</code>.</p>'
        : stored.plain
            .toString('utf8')
            .replace(
              '<script data-texts=',
              () => `<script data-remotes="${inAttribute(JSON.stringify(remotes()))}" data-texts=`,
            )
            .replaceAll(/<script(?=[\s>])/g, `<script nonce="${nonce}"`);
    await sendPage(
      request,
      response,
      stored === undefined ? 503 : status,
      html,
      pageHeaders(nonce, { tls: options.tls }),
    );
  };

  /** The page of strangers, with what its link says of itself. No search engine keeps it unless the link lets it. */
  const strangers = async (request: IncomingMessage, response: ServerResponse, named: PublicAddress): Promise<void> => {
    const nonce = randomBytes(16).toString('base64');
    const stored = await load(join(options.frontends, 'public/dist/index.html'));
    if (stored === undefined) return page(request, response, 200);
    const told = await options.describe(named);
    const html = withCard(stored.plain.toString('utf8'), told).replaceAll(
      /<script(?=[\s>])/g,
      `<script nonce="${nonce}"`,
    );
    await sendPage(request, response, 200, html, {
      ...pageHeaders(nonce, { tls: options.tls, framedBy: sourcesOf(told.hosts, options.tls) }),
      ...(!told.indexed && { 'x-robots-tag': 'noindex, nofollow' }),
    });
  };

  return {
    /** Answers a GET or HEAD for anything but the API. */
    serve: async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
      const named = publicLinkIn(path);
      if (named !== undefined) return strangers(request, response, named);
      const extension = extname(path);
      const file = extension === '' || extension === '.html' ? undefined : fileOf(path);
      const stored = file === undefined ? undefined : await load(file);
      if (stored === undefined) {
        // Addresses of the application have no extension; a missing file is missing, not the page.
        if (extension === '' || !/\.[a-z0-9]{2,11}$/i.test(path)) return page(request, response, 200);
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
      const { body, encoding } = await encoded(stored, extension, encodingFor(acceptedBy(request)));
      // Other bytes have another ETag, so that no cache takes one for the other.
      if (encoding !== undefined) headers['etag'] = `${stored.etag.slice(0, -1)}-${encoding}"`;
      if (request.headers['if-none-match'] === headers['etag']) {
        response.writeHead(304, headers).end();
        return;
      }
      response
        .writeHead(200, {
          ...headers,
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
          'content-length': body.length,
        })
        .end(body);
    },
    /** What the build made for the page of the API's docs; undefined where it made nothing. */
    docs: (): DocsAssets | undefined => {
      const built = join(shell, 'api-docs.json');
      return existsSync(built) ? (JSON.parse(readFileSync(built, 'utf8')) as DocsAssets) : undefined;
    },
    /** `/remotes.json`: the remotes that are built, as the build named them. */
    remotes: (): string => JSON.stringify({ remotes: remotes() }),
    /**
     * Compresses what the page loads first, one file after the other, so that the first visitor does not wait for it.
     */
    warm: async (): Promise<void> => {
      const first = (await load(join(shell, 'index.html')))?.plain.toString('utf8') ?? '';
      const pages = (await load(join(shell, 'remotes.json')))?.plain.toString('utf8') ?? '';
      const paths = [...`${first}${pages}`.matchAll(/"(\/(?:assets|remotes)\/[^"]+\.(?:js|css))"/g)];
      for (const path of new Set(paths.map(([, named = '']) => named))) {
        const file = fileOf(path);
        const stored = file === undefined ? undefined : await load(file);
        if (stored !== undefined) await encoded(stored, extname(path), 'br');
      }
    },
  };
};
