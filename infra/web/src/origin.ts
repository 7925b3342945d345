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

/**
 * True when a request was made on this very machine: a loopback socket, no proxy in between, and a Host that no foreign
 * name can be rebound to.
 */
export const isLoopback = (request: {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}): boolean => {
  const address = request.socket.remoteAddress ?? '';
  const local = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  if (
    !local ||
    request.headers['x-forwarded-for'] !== undefined ||
    request.headers.forwarded !== undefined ||
    request.headers['x-real-ip'] !== undefined
  )
    return false;
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
};
