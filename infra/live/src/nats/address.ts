import { isIP } from 'node:net';

/** Where NATS is, how it is spoken to, and who asks. */
export type NatsAddress = {
  /** `host:port` each. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
};

const schemes = new Set(['nats:', 'tls:', 'nats+tls:']);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new Error('the user, password or token has a % that encodes nothing: write %25', { cause: error });
  }
};

/**
 * Reads addresses of servers of one cluster: `nats://host:port`, or `tls://` and `nats+tls://` for TLS, each with
 * `user:password@` or `token@` before the host where the server demands it, percent-encoded. What one address says of
 * TLS and of who asks holds for all, since the client has one of each for the cluster. Throws what is wrong, without
 * the address: it may hold a secret.
 */
export const natsAddress = (urls: readonly string[]): NatsAddress => {
  const read = urls.map((text) => {
    // The URL of an error would show the password.
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (
      url === undefined ||
      !schemes.has(url.protocol) ||
      url.hostname === '' ||
      !/^\/?$/.test(url.pathname + url.search + url.hash)
    )
      throw new Error(
        'must be nats://host:port, tls://host:port or nats+tls://host:port, with user:password@ or token@ before the host; special characters are percent-encoded (%40 for @)',
      );
    return {
      server: `${url.hostname}:${url.port === '' ? 4222 : url.port}`,
      host: url.hostname,
      tls: url.protocol !== 'nats:',
      asks: url.username === '' ? undefined : { name: decoded(url.username), password: decoded(url.password) },
      passwordAlone: url.username === '' && url.password !== '',
    };
  });
  if (read.some(({ passwordAlone }) => passwordAlone))
    throw new Error('a password needs a user before it; a token stands alone, without a colon');
  const asking = read.flatMap(({ asks }) => asks ?? []);
  const [first] = asking;
  if (asking.some(({ name, password }) => name !== first?.name || password !== first.password))
    throw new Error('all addresses must have the same user, password or token');
  const tls = read.some((one) => one.tls);
  if (tls && read.some(({ host }) => isIP(host.replaceAll(/[[\]]/g, '')) !== 0))
    throw new Error('with TLS a host must be a name: that is what its certificate is compared with');
  return {
    servers: read.map(({ server }) => server),
    tls,
    ...(first !== undefined &&
      (first.password === '' ? { token: first.name } : { user: first.name, password: first.password })),
  };
};
