import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The session cookie of an installation: `__Host-tessera` over TLS, `tessera` over plain HTTP, where browsers refuse
 * the prefix.
 */
export type SessionCookie = {
  readonly name: string;
  /** A Set-Cookie value; `maxAge` in seconds. */
  set(token: string, maxAge: number): string;
  clear(): string;
};

export const sessionCookie = (baseUrl: string): SessionCookie => plainCookie(baseUrl);

/**
 * A cookie of this installation; `suffix` tells it from the session's. One that is `framed` comes along where a page of
 * others holds ours in a frame, apart for each of those; browsers allow that over TLS alone.
 */
export const plainCookie = (
  baseUrl: string,
  suffix?: string,
  { framed = false }: { readonly framed?: boolean } = {},
): SessionCookie => {
  const tls = baseUrl.startsWith('https:');
  const name = `${tls ? '__Host-' : ''}tessera${suffix === undefined ? '' : `-${suffix}`}`;
  const sameSite = framed && tls ? 'None; Partitioned' : 'Lax';
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${tls ? '; Secure' : ''}`;
  return {
    name,
    set: (token, maxAge) => `${name}=${token}; Max-Age=${maxAge}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  };
};

/** A cookie's value from the Cookie header. */
export const cookieNamed = (cookies: string | undefined, name: string): string | undefined => {
  if (cookies === undefined) return undefined;
  for (let from = 0; from < cookies.length;) {
    let end = cookies.indexOf(';', from);
    if (end < 0) end = cookies.length;
    while (cookies[from] === ' ') from++;
    if (cookies.startsWith(name, from) && cookies[from + name.length] === '=')
      return cookies.slice(from + name.length + 1, end);
    from = end + 1;
  }
  return undefined;
};

/**
 * The credential that a request carries. A token in Authorization wins: such a request is a program's, whatever cookies
 * ride along.
 */
export const credentialOf = (
  headers: IncomingHttpHeaders,
  cookieName: string,
): { readonly token: string; readonly via: 'cookie' | 'bearer' } | undefined => {
  const authorization = headers.authorization;
  if (authorization !== undefined) {
    const token = /^Bearer ([A-Za-z0-9_.~+/=-]{1,200})$/i.exec(authorization)?.[1];
    return { token: token ?? '', via: 'bearer' };
  }
  const token = cookieNamed(headers.cookie, cookieName);
  return token === undefined || token === '' ? undefined : { token, via: 'cookie' };
};

/** What is stored and sent in place of a random token: its SHA-256, lower-case hex. */
export const credentialHash = (token: string): string => hash('sha256', token);
