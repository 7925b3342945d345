import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isRejection, type Actor, type Rejection } from '@tessera/kernel';
import { topicsByName, type Hearing, type LiveTopic } from '@tessera/live';
import { edgeReader, grpcServer, type Edge, type GrpcTls, type RpcRegistration } from '@tessera/rpc';
import { metricsText, type Logger } from '@tessera/telemetry';
import {
  announce,
  apiInfo,
  createApi,
  errorBody,
  leaving,
  notServing,
  serverLimits,
  type ApiHandler,
  type RouteSet,
} from '@tessera/web';
import type { Readiness, ReadyFor } from './cluster/engines.ts';
import { createClosers } from './installation.ts';
import { forbidden, rejection } from './refusals.ts';

/** A service as its process serves it. */
export type Served = {
  readonly routes: RouteSet;
  readonly topics: readonly LiveTopic[];
  readonly registrations: readonly RpcRegistration[];
  /** Whether what it depends on answers now. */
  readiness(what: ReadyFor): Promise<Readiness>;
  /**
   * While it answers something, every request and call is refused with that at once: what they would wait for has been
   * away too long already.
   */
  refusal?(): Rejection | undefined;
};

export type Serving = {
  readonly port: number;
  /** Where requests are answered by TLS, if there are certificates. */
  readonly tlsPort: number | undefined;
  readonly grpcPort: number;
  stop(): Promise<void>;
};

/** Where the gateway asks who may hear of a topic, which follows. */
export const topicPath = '/topics/';

const starting = rejection('unavailable', 'service.starting');

const encryptedOnly = forbidden('tls.required');

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve((server.address() as AddressInfo).port));
  });

/**
 * The process of one service: HTTP for the gateway, which says who is there in a signed `tessera-edge`, gRPC for other
 * services, and what orchestrators ask (`/healthz`, `/readyz`, `/readyz/requests`, `/metrics`). It listens at once and
 * answers 503 until `open` is done, so that a wait for engines is seen from outside. `stop` drains: it answers for
 * `drainMs` more with connections that end, so that callers look elsewhere, then closes in reverse order. With
 * certificates requests come by TLS alone, from whoever shows one; orchestrators and Prometheus, which have none, are
 * answered in the clear.
 */
export const serveAlone = async (options: {
  readonly port: number;
  readonly grpcAddress: string;
  readonly key: string;
  /**
   * Requests and calls between processes are encrypted, and both sides show a certificate of the installation's
   * authority.
   */
  readonly tls?: GrpcTls | undefined;
  /** Where requests are answered by TLS. */
  readonly tlsPort?: number | undefined;
  readonly drainMs: number;
  readonly baseUrl: string;
  readonly log: Logger;
  /** Opens the service; what it gives to `closing` ends after the last request. */
  open(closing: (close: () => Promise<void> | void) => void): Promise<Served>;
}): Promise<Serving> => {
  const { log, key } = options;
  const closers = createClosers();
  const edges = new WeakMap<IncomingMessage, Edge>();
  const edgeOf = edgeReader(key);
  let api: ApiHandler | undefined;
  let announcement = '';
  let readiness: Served['readiness'] | undefined;
  let refusal: Served['refusal'];
  let topicOf: ReturnType<typeof topicsByName<LiveTopic>>;
  let draining = false;

  /** What the topic's own question answers; rejects where nobody can tell now. */
  const mayHear = async (actor: Actor | undefined, text: string): Promise<Hearing> => {
    const found = topicOf(text);
    if (actor === undefined || found === undefined) return false;
    try {
      return await found.topic.mayHear(actor, found.id);
    } catch (error) {
      if (isRejection(error) && error.kind !== 'unavailable') return false;
      if (!isRejection(error)) log.error('a live topic could not be judged', { topic: text, error });
      throw error;
    }
  };

  const answer = (request: IncomingMessage, response: ServerResponse, trusted: boolean): void => {
    if (draining) {
      response.shouldKeepAlive = false;
      response.setHeader(leaving, 'soon');
    }
    const json = (status: number, text: string): void =>
      void response
        .writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          ...(status === 503 && { 'retry-after': '1' }),
        })
        .end(text);
    if (request.url === '/healthz') return json(200, '{"alive":true}');
    if (request.url === '/readyz' || request.url === '/readyz/requests') {
      if (readiness === undefined || draining)
        return json(503, JSON.stringify({ ready: false, reason: draining ? 'draining' : 'starting' }));
      readiness(request.url === '/readyz' ? 'everything' : 'requests').then(
        (state) => json(state.ready ? 200 : 503, JSON.stringify(state)),
        (error: unknown) => json(503, JSON.stringify({ ready: false, reason: String(error) })),
      );
      return;
    }
    if (request.url === '/metrics')
      return void response
        .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        .end(metricsText());
    if (!trusted) {
      request.resume();
      return json(403, errorBody(encryptedOnly, ''));
    }
    try {
      edges.set(request, edgeOf(String(request.headers['tessera-edge'] ?? '')));
    } catch (error) {
      request.resume();
      return json(401, errorBody(error, ''));
    }
    if (api === undefined) {
      request.resume();
      response.setHeader(notServing, 'starting');
      return json(503, errorBody(starting, ''));
    }
    if (request.url === '/routes') return json(200, announcement);
    const refused = refusal?.();
    if (refused !== undefined) {
      request.resume();
      return json(503, errorBody(refused, ''));
    }
    if (request.url?.startsWith(topicPath)) {
      mayHear(edges.get(request)?.actor, decodeURIComponent(request.url.slice(topicPath.length))).then(
        (hearing) => json(200, JSON.stringify({ hearing })),
        (error: unknown) => json(503, errorBody(error, '')),
      );
      return;
    }
    api(request, response);
  };
  const { tls } = options;
  const plain: Server = createServer(serverLimits, (request, response) => answer(request, response, tls === undefined));
  // A connection without a certificate of the authority ends before anything is read of it.
  const encrypted =
    tls &&
    createTlsServer({ ...serverLimits, ...tls, requestCert: true, rejectUnauthorized: true }, (request, response) =>
      answer(request, response, true),
    );
  const servers = encrypted === undefined ? [plain] : [plain, encrypted];

  try {
    const port = await listening(plain, options.port);
    const tlsPort = encrypted && (await listening(encrypted, options.tlsPort ?? 0));
    closers.push(async () => {
      for (const server of servers)
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
    });
    const served = await options.open(closers.push);
    const grpc = await grpcServer({
      registrations: served.registrations,
      address: options.grpcAddress,
      key,
      tls: options.tls,
      refusal: served.refusal,
      onFault: (method, error) => log.error('a call failed', { method, error }),
    });
    closers.push(() => grpc.drain());
    announcement = JSON.stringify(announce(served.routes, apiInfo, served.topics));
    topicOf = topicsByName(served.topics);
    readiness = served.readiness;
    refusal = served.refusal;
    api = createApi(served.routes, {
      log,
      baseUrl: options.baseUrl,
      rateLimits: false,
      trustedProxies: 1,
      authenticate: (request) => {
        const edge = edges.get(request);
        return edge?.actor === undefined ? undefined : { actor: edge.actor, via: edge.via };
      },
    });
    return {
      port,
      tlsPort,
      grpcPort: grpc.port,
      stop: async () => {
        draining = true;
        await pause(options.drainMs);
        // Nothing new comes any more; what is in flight has ten seconds.
        const idle = Promise.all(
          servers.map(
            (server) =>
              new Promise<void>((resolve) => {
                server.close(() => resolve());
                server.closeIdleConnections();
              }),
          ),
        );
        await Promise.race([idle, pause(10_000, undefined, { ref: false })]);
        await closers.closeAll();
      },
    };
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
};
