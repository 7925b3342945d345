import { request as send, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as encrypt } from 'node:tls';
import { isRejection } from '@tessera/kernel';
import type { Place } from './dialer.ts';
import { refusals } from './refusals.ts';

export type WebRequest = {
  /** `http:` or `https:`. A name and password in it are refused. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Ms for everything up to the last byte: 10 s by default. */
  readonly timeoutMs?: number;
  /** Bytes of the answer's body: 1 MB by default. */
  readonly mostBytes?: number;
  /** How often the host may send on to another address: 5 by default. */
  readonly mostRedirects?: number;
  /** Certificates to trust beside the system's, in PEM. */
  readonly ca?: string;
  readonly signal?: AbortSignal;
};

/** `url` is the address that answered. A header that came several times is joined by ", ". */
export type WebAnswer = {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

const usualBytes = 1024 * 1024;
const usualRedirects = 5;
const mostHead = 16_384;
const mostUrl = 8_192;
const redirecting = new Set([301, 302, 303, 307, 308]);
/** What another origin gets of a request; anything else may be a secret. */
const harmless = new Set(['accept', 'accept-language', 'user-agent']);

type Hop = { readonly url: URL; readonly method: string; readonly headers: Headers; readonly body: Buffer | undefined };

const parsed = (text: string, base?: URL): URL => {
  if (text.length > mostUrl || !URL.canParse(text, base)) throw refusals.url();
  const url = new URL(text, base);
  if (!['http:', 'https:'].includes(url.protocol) || url.hostname === '') throw refusals.url();
  if (url.username !== '' || url.password !== '') throw refusals.url();
  return url;
};

/** Whether a request may go on with its secrets: to the same origin, or to the same host by TLS. */
const trusts = (from: URL, to: URL): boolean =>
  from.origin === to.origin ||
  (from.hostname === to.hostname &&
    from.protocol === 'http:' &&
    from.port === '' &&
    to.protocol === 'https:' &&
    to.port === '');

/** The request that follows a redirect. */
const onward = (hop: Hop, status: number, location: string): Hop => {
  const url = parsed(location, hop.url);
  // What was asked for by TLS is not asked for in the clear.
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refusals.redirect();
  const same = trusts(hop.url, url);
  const keeps = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD';
  if (keeps && hop.body !== undefined && !same) throw refusals.redirect();
  const headers = new Headers(hop.headers);
  for (const name of Array.from(headers.keys())) {
    if (!same && !harmless.has(name)) headers.delete(name);
    if (!keeps && name.startsWith('content-')) headers.delete(name);
  }
  return { url, headers, method: keeps ? hop.method : 'GET', body: keeps ? hop.body : undefined };
};

const encrypted = (socket: Socket, url: URL, ca: string | undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secure = encrypt({
      socket,
      // A certificate is compared with an address as well, which is no name to ask for.
      ...(isIP(host) > 0 ? { host } : { servername: host }),
      ALPNProtocols: ['http/1.1'],
      ...(ca !== undefined && { ca }),
    });
    secure.once('secureConnect', () => resolve(secure));
    secure.once('error', (error: NodeJS.ErrnoException) => {
      const broken = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(error.code ?? '');
      reject(broken ? refusals.unreachable() : refusals.certificate());
    });
  });

const bodyOf = async (answer: IncomingMessage, most: number): Promise<Buffer> => {
  // What the host says beforehand is believed where it is too much already.
  if (Number(answer.headers['content-length']) > most) throw refusals.tooLarge(most);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw refusals.tooLarge(most);
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const exchange = async (socket: Socket, hop: Hop, most: number, signal: AbortSignal): Promise<WebAnswer> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send({
      // Only without an agent is this connection used: any agent would dial one of its own.
      createConnection: () => socket,
      method: hop.method,
      path: `${hop.url.pathname}${hop.url.search}`,
      headers: { ...Object.fromEntries(hop.headers), host: hop.url.host, connection: 'close' },
      maxHeaderSize: mostHead,
      insecureHTTPParser: false,
      signal,
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(hop.body);
  });
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const status = answer.statusCode ?? 0;
  const passing = redirecting.has(status) && headers['location'] !== undefined;
  if (passing) answer.destroy();
  return { status, url: hop.url.href, headers, body: passing ? Buffer.alloc(0) : await bodyOf(answer, most) };
};

/** What a failed exchange means for the caller. */
const told = (error: unknown, signal: AbortSignal): unknown => {
  if (isRejection(error)) return error;
  if (signal.aborted) return refusals.timeout();
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  return code.startsWith('HPE_') ? refusals.answer() : refusals.unreachable();
};

/** Sends a request over connections that `connect` made, and follows where it is sent on. `signal` ends all of it. */
export const requestOver = async (
  connect: (place: Place, signal: AbortSignal) => Promise<Socket>,
  { url, method = 'GET', headers = {}, body, mostBytes = usualBytes, mostRedirects = usualRedirects, ca }: WebRequest,
  signal: AbortSignal,
): Promise<WebAnswer> => {
  let hop: Hop = {
    url: parsed(url),
    method,
    headers: new Headers(headers),
    body: body === undefined ? undefined : Buffer.from(body),
  };
  hop.headers.delete('host');
  if (hop.body !== undefined) hop.headers.set('content-length', String(hop.body.length));
  for (let redirects = 0; ; redirects++) {
    const safe = hop.url.protocol === 'https:';
    const port = hop.url.port === '' ? (safe ? 443 : 80) : Number(hop.url.port);
    const socket = await connect({ host: hop.url.hostname, port }, signal);
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await exchange(safe ? await encrypted(socket, hop.url, ca) : socket, hop, mostBytes, signal);
      const { location } = answer.headers;
      if (!redirecting.has(answer.status) || location === undefined) return answer;
      if (redirects >= mostRedirects) throw refusals.redirects();
      hop = onward(hop, answer.status, location);
    } catch (error) {
      throw told(error, signal);
    } finally {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    }
  }
};
