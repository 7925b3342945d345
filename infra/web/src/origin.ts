import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that this request comes from a page of ours: by Sec-Fetch-Site where it sends it, else by
 * Origin against Host (or the configured address, behind a proxy that rewrites Host). `unknown` when it says nothing,
 * as programs do.
 */
export const originOf = (headers: IncomingHttpHeaders, baseUrl: string | undefined): 'same' | 'other' | 'unknown' => {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string' && site !== 'same-origin') return 'other';
  const origin = headers.origin;
  if (origin === undefined) return site === 'same-origin' ? 'same' : 'unknown';
  if (baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin === origin) return 'same';
  if (!URL.canParse(origin)) return 'other';
  return new URL(origin).host === headers.host ? 'same' : 'other';
};

/**
 * The client's address. Behind `trustedProxies` hops it is the entry that the outermost of them wrote into
 * X-Forwarded-For; the entries left of it are the client's own claim and never believed.
 */
export const clientAddress = (
  remote: string | undefined,
  forwarded: string | string[] | undefined,
  trustedProxies: number,
): string => {
  const direct = remote === undefined ? '' : remote.startsWith('::ffff:') ? remote.slice(7) : remote;
  if (trustedProxies === 0 || forwarded === undefined) return direct;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',').map((hop) => hop.trim());
  return hops[Math.max(0, hops.length - trustedProxies)] ?? direct;
};

const loopbackName = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether an address that people type means the machine they sit at. */
export const isLoopbackAddress = (url: string): boolean => URL.canParse(url) && loopbackName(new URL(url).hostname);

const proxyHeader = /^(x-forwarded-.*|forwarded|x-real-ip|via)$/;

/**
 * True when a request was made on this very machine, by a program or a person who could read its files as well: from a
 * loopback socket, to a Host that no foreign name can be rebound to, and with nothing that a proxy on this machine would
 * leave (its headers, or HTTP/1.0, which nginx speaks to what is behind it unless told otherwise). Not every proxy leaves
 * something: where the configured address (`baseUrl`) is not this machine, there is one, and no request counts.
 */
export const isLoopback = (
  request: {
    readonly socket: { readonly remoteAddress?: string | undefined };
    readonly headers: IncomingHttpHeaders;
    readonly httpVersion: string;
  },
  baseUrl: string,
): boolean => {
  const address = request.socket.remoteAddress ?? '';
  const local = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  return (
    local &&
    isLoopbackAddress(baseUrl) &&
    request.httpVersion === '1.1' &&
    !Object.keys(request.headers).some((name) => proxyHeader.test(name)) &&
    loopbackName((request.headers.host ?? '').replace(/:\d+$/, ''))
  );
};
