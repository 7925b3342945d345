import { lookup } from 'node:dns/promises';
import { Agent, request as sendPlain, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as TlsAgent, request as sendEncrypted } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Rejection } from '@tessera/kernel';
import type { GrpcTls } from '@tessera/rpc';
import { leaving, notServing, whenAborted } from '@tessera/web';
import { rejection } from './refusals.ts';

/** A replica of a service. */
type Replica = { readonly host: string; inFlight: number; avoidUntil: number; leavingUntil: number };
type Pool = {
  readonly name: string;
  readonly port: number;
  readonly replicas: Map<string, Replica>;
  resolvedAt: number;
  resolving: Promise<void> | undefined;
};

const resolveMs = 1000;
const avoidMs = 1000;
/**
 * A replica that said that it leaves is asked last for longer than a drain and what it still works on: a request that
 * it gets as it closes breaks off.
 */
const leavingMs = 15_000;
/** A connection within a cluster takes a millisecond or comes too late: what was stopped answers nothing at all. */
const connectMs = 500;
/**
 * How long a request waits for a replica that takes connections: longer than a lone replica needs to come back from a
 * restart.
 */
const patienceMs = 8000;
const silenceMs = 60_000;
/** Free connections end before the other side would end them, so that none is written to while it closes. */
const freeMs = 3000;

export type Forwarding = {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Sent as it is, again where that is harmless; a stream is sent once. */
  readonly body: Uint8Array | IncomingMessage | undefined;
  /** Whether the same request sent twice does no more than once. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal;
};

const gone = (service: string, last?: unknown): Rejection =>
  Object.assign(rejection('unavailable', 'service.unavailable'), {
    cause: last instanceof Error ? `${service}: ${last.message}` : service,
  });
const unknownFate = (service: string): Rejection =>
  Object.assign(
    rejection(
      'unavailable',
      'service.interrupted',
      'Part of Tessera stopped while it worked on this. It may have been done: look before you try again.',
    ),
    { cause: service },
  );

/** There was no connection yet, encrypted where it must be, so that the other side read nothing of the request. */
class Unsent extends Error {}

/**
 * The services behind the gateway, each at `host:port`: every address of the name is a replica, looked up anew each
 * second, and the one with the least work gets the next request. A request that reached nobody waits and goes to
 * another one; one that broke off is sent again only if that is harmless.
 */
export const createUpstreams = (
  addresses: Readonly<Record<string, string>>,
  options: {
    readonly patienceMs?: number;
    readonly addressesOf?: (name: string) => Promise<readonly string[]>;
    /** Requests are encrypted; both sides show a certificate, and a replica's must have the name in its address. */
    readonly tls?: GrpcTls | undefined;
  } = {},
) => {
  const addressesOf =
    options.addressesOf ?? (async (name: string) => (await lookup(name, { all: true })).map((one) => one.address));
  const { tls } = options;
  const pooled = {
    keepAlive: true,
    maxSockets: 256,
    maxFreeSockets: 64,
    timeout: freeMs,
    scheduling: 'lifo',
  } as const;
  const agent = tls === undefined ? new Agent(pooled) : new TlsAgent({ ...pooled, ...tls });
  const send = tls === undefined ? sendPlain : sendEncrypted;
  const connected = tls === undefined ? 'connect' : 'secureConnect';
  /** Connections that came up: each serves many requests. */
  const opened = new WeakSet<Socket>();
  const pools = new Map<string, Pool>(
    Object.entries(addresses).map(([name, address]) => {
      const colon = address.lastIndexOf(':');
      const pool: Pool = {
        name: address.slice(0, colon),
        port: Number(address.slice(colon + 1)),
        replicas: new Map(),
        resolvedAt: Number.NEGATIVE_INFINITY,
        resolving: undefined,
      };
      return [name, pool];
    }),
  );

  const resolve = async (pool: Pool): Promise<void> => {
    const found = isIP(pool.name) > 0 ? [pool.name] : await addressesOf(pool.name).catch(() => undefined);
    pool.resolvedAt = performance.now();
    // While names cannot be looked up the replicas known before are still tried.
    if (found === undefined) return;
    for (const host of found)
      if (!pool.replicas.has(host)) pool.replicas.set(host, { host, inFlight: 0, avoidUntil: 0, leavingUntil: 0 });
    for (const host of pool.replicas.keys()) if (!found.includes(host)) pool.replicas.delete(host);
  };
  const refresh = async (pool: Pool, now: boolean): Promise<void> => {
    if (!now && performance.now() - pool.resolvedAt < resolveMs) return;
    pool.resolving ??= resolve(pool).finally(() => {
      pool.resolving = undefined;
    });
    if (pool.replicas.size === 0 || now) await pool.resolving;
  };
  /** Those that stay before those that leave; of these the one that said so first, which is the first to be back. */
  const choose = (pool: Pool): Replica | undefined => {
    const at = performance.now();
    const left = (one: Replica): number => (one.leavingUntil > at ? one.leavingUntil : 0);
    let best: Replica | undefined;
    let ties = 0;
    for (const one of pool.replicas.values()) {
      if (one.avoidUntil > at) continue;
      const order = best === undefined ? -1 : left(one) - left(best) || one.inFlight - best.inFlight;
      if (order < 0) [best, ties] = [one, 1];
      else if (order === 0 && Math.random() < 1 / ++ties) best = one;
    }
    return best;
  };

  const once = (pool: Pool, replica: Replica, forwarding: Forwarding): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      const { body, signal } = forwarding;
      replica.inFlight++;
      let counted = true;
      const release = (): void => {
        if (counted) replica.inFlight--;
        counted = false;
      };
      const outgoing = send({
        agent,
        host: replica.host,
        port: pool.port,
        ...(tls !== undefined && { servername: pool.name }),
        method: forwarding.method,
        path: forwarding.path,
        headers: forwarding.headers,
        signal,
      });
      outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('silent')));
      let open = false;
      outgoing.once('socket', (socket) => {
        open = opened.has(socket);
        if (open) return;
        const timer = setTimeout(() => outgoing.destroy(new Unsent('no connection in time')), connectMs);
        socket.once(connected, () => {
          opened.add(socket);
          open = true;
          clearTimeout(timer);
        });
        outgoing.once('close', () => clearTimeout(timer));
      });
      outgoing.once('response', (answer) => {
        answer.once('close', release);
        done(answer);
      });
      outgoing.on('error', (error) => {
        release();
        fail(open || error instanceof Unsent ? error : new Unsent(error.message, { cause: error }));
      });
      if (body === undefined) outgoing.end();
      else if (body instanceof Uint8Array) outgoing.end(body);
      else {
        whenAborted(body, (reason) => outgoing.destroy(reason));
        // Read only once somebody is there to take it: then it can go elsewhere instead.
        outgoing.once('socket', (socket) => {
          if (opened.has(socket)) body.pipe(outgoing);
          else socket.once(connected, () => body.pipe(outgoing));
        });
      }
    });

  return {
    /** The answer of one replica. Throws `service.unavailable`, `service.interrupted` or the client's own abort. */
    forward: async (service: string, forwarding: Forwarding): Promise<IncomingMessage> => {
      const pool = pools.get(service);
      if (pool === undefined) throw gone(service);
      const until = performance.now() + (options.patienceMs ?? patienceMs);
      let last: unknown;
      const streamed = forwarding.body !== undefined && !(forwarding.body instanceof Uint8Array);
      for (;;) {
        await refresh(pool, false);
        const replica = choose(pool);
        if (replica !== undefined) {
          try {
            const answer = await once(pool, replica, forwarding);
            // It answers, but is about to go: whoever stays is asked before it.
            if (answer.headers[leaving] !== undefined) replica.leavingUntil = performance.now() + leavingMs;
            if (answer.headers[notServing] === undefined || streamed) return answer;
            // It has looked at nothing of the request: another one may have it.
            answer.resume();
            replica.avoidUntil = performance.now() + avoidMs;
          } catch (error) {
            if (forwarding.signal.aborted) throw error;
            last = error;
            if (error instanceof Unsent) replica.avoidUntil = performance.now() + avoidMs;
            else if (streamed || !forwarding.repeatable) throw unknownFate(service);
          }
        }
        if (performance.now() > until) throw gone(service, last);
        if (choose(pool) === undefined) {
          await new Promise((resume) => {
            setTimeout(resume, 100);
          });
          await refresh(pool, true);
          for (const one of pool.replicas.values()) one.avoidUntil = 0;
        }
      }
    },
    names: [...pools.keys()],
    close: (): void => agent.destroy(),
  };
};
export type Upstreams = ReturnType<typeof createUpstreams>;
