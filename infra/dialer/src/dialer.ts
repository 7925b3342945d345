import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import { createAddresses } from './addresses.ts';
import { throughProxy, type Proxy } from './proxy.ts';
import { refusals } from './refusals.ts';
import { requestOver, type WebAnswer, type WebRequest } from './web.ts';

/** A host by its name or address, and a port. */
export type Place = { readonly host: string; readonly port: number };

export type DialerOptions = {
  /** Networks beside the public internet that may be dialled, `10.1.0.0/16` or `::1`; for what the operator runs. */
  readonly open?: readonly string[];
  /** `http://user:password@host:port`: what all connections but those to `open` networks go through, by CONNECT. */
  readonly proxy?: string | undefined;
  /** Every address of a name; the system's by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
};

export type Dialer = {
  /**
   * A connection to a place that a person or an operator named. The name is looked up once, each of its addresses is
   * checked, and one of those is dialled. `timeoutMs` covers the lookup, the proxy and all addresses. Throws a
   * Rejection: `dial.host`, `dial.unknown_host`, `dial.address`, `dial.proxy`, `dial.unreachable`, `dial.timeout`.
   */
  connect(place: Place, options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal }): Promise<Socket>;
  /**
   * One HTTP request with its redirects, each to an address that was checked as that of `connect`. `timeoutMs` covers
   * everything up to the last byte. Throws a Rejection, as `connect`, and `dial.url`, `dial.certificate`, `dial.answer`,
   * `dial.too_large`, `dial.redirect`, `dial.redirects`. What the answer's status means is the caller's to judge.
   */
  request(request: WebRequest): Promise<WebAnswer>;
};

const usualMs = 10_000;
/** More addresses than this of one name are not tried. */
const mostAddresses = 8;
const longestHost = 253;

const systemAddresses = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The host as it is looked up: without brackets and in ASCII; undefined where it is none. */
const hostOf = (given: string): string | undefined => {
  const bare = given.startsWith('[') && given.endsWith(']') ? given.slice(1, -1) : given;
  if (isIP(bare) > 0) return bare;
  // Of what is no host it would take the part that is one.
  if (bare.length > longestHost || /[\u0000-\u002c\u002f:-@[-^`{-\u007f]/.test(bare)) return undefined;
  const ascii = domainToASCII(bare);
  return ascii === '' || ascii.length > longestHost ? undefined : ascii;
};

/** Ends a wait when the time is over or the signal comes; what the work still brings is thrown away by `late`. */
export const within = <T>(work: Promise<T>, signal: AbortSignal, late?: (value: T) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(refusals.timeout());
      void work.then(late, () => undefined);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** A connection to one address. */
const dial = (address: string, port: number): { readonly socket: Socket; readonly up: Promise<Socket> } => {
  const socket = connect({ host: address, port, noDelay: true });
  const up = new Promise<Socket>((resolve, reject) => {
    socket.once('error', () => reject(refusals.unreachable()));
    socket.once('connect', () => resolve(socket));
  });
  return { socket, up };
};

const proxyOf = (text: string): Proxy => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 'http:' || url.hostname === '')
    throw new Error('The proxy for outgoing connections must be http://host:port.');
  const { username, password } = url;
  return {
    host: hostOf(url.hostname) ?? url.hostname,
    port: url.port === '' ? 80 : Number(url.port),
    credentials: username === '' ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
  };
};

/**
 * The one way out of the server to a host that somebody chose. It reaches the public internet and what the operator
 * opens. It is the only code that dials, but for what connects the installation's own parts.
 */
export const createDialer = ({ open = [], proxy, resolve = systemAddresses }: DialerOptions = {}): Dialer => {
  const addresses = createAddresses(open);
  const via = proxy === undefined ? undefined : proxyOf(proxy);

  /** The addresses of a host, each of them checked. */
  const checked = async (given: string, signal: AbortSignal): Promise<readonly string[]> => {
    const host = hostOf(given);
    if (host === undefined) throw refusals.host();
    const found =
      isIP(host) > 0
        ? [host]
        : await within(
            resolve(host).catch(() => []),
            signal,
          );
    if (found.length === 0) throw refusals.unknownHost();
    // A name with one closed address among others is a trap, or a mistake that would work now and then.
    if (!found.every(addresses.mayDial)) throw refusals.address();
    return found.slice(0, mostAddresses);
  };

  const reach = async (address: string, port: number, signal: AbortSignal): Promise<Socket> => {
    const direct = via === undefined || addresses.isOpened(address);
    const { socket, up } = dial(direct ? address : via.host, direct ? port : via.port);
    try {
      await within(up, signal);
      return direct ? socket : await within(throughProxy(socket, via, { address, port }), signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };

  const dialPlace = async ({ host, port }: Place, signal: AbortSignal): Promise<Socket> => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw refusals.host();
    let last: unknown = refusals.unreachable();
    for (const address of await checked(host, signal))
      try {
        return await reach(address, port, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        last = error;
      }
    throw last;
  };

  const limited = (timeoutMs: number, signal: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);

  return {
    connect: (place, { timeoutMs = usualMs, signal } = {}) => dialPlace(place, limited(timeoutMs, signal)),
    request: (request) => requestOver(dialPlace, request, limited(request.timeoutMs ?? usualMs, request.signal)),
  };
};
