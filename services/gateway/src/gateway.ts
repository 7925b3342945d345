import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import express from 'express';
import { systemClock } from '@tessera/kernel';
import { createHub, type Hub, type LiveBus, type LiveTopic } from '@tessera/live';
import type { GrpcTls, RpcClients } from '@tessera/rpc';
import type { Readiness, ReadyFor } from '@tessera/runtime/engines';
import { memoryLimits, type RateLimits } from '@tessera/shared-state';
import { metricsText, type Logger } from '@tessera/telemetry';
import {
  apiHeaders,
  apiInfo,
  createApi,
  codeFrameHeaders,
  frameHeaders,
  isLoopback,
  openApi,
  pageHeaders,
  serverLimits,
  sessionCookie,
  type ApiHandler,
  type RouteSet,
} from '@tessera/web';
import { codePage } from './code-frame.ts';
import { frameOf, framePage, isSaidWithin, isWithin } from './frame.ts';
import { createCards } from './card.ts';
import { createIdentity } from './identity.ts';
import { createLiveChannel } from './live.ts';
import { apiGuide } from './docs/guide.ts';
import { docsPage } from './docs/page.ts';
import { createCallMeter } from './calls.ts';
import { createAdmit, type Admit } from './plan.ts';
import { mcpRoute } from './mcp/mcp.ts';
import { createStatic, sendPage } from './static.ts';
import { rejection } from './refusals.ts';
import { createTopicCheck, type Announced } from './topics.ts';

export type GatewayOptions = {
  readonly routes: RouteSet;
  /** Undefined while services in processes of their own have not announced theirs. */
  readonly topics: readonly LiveTopic[] | undefined;
  readonly rpc: RpcClients;
  readonly bus: LiveBus;
  readonly log: Logger;
  readonly baseUrl: string;
  readonly rateLimits: boolean;
  /** Where rate limits are kept; by default in this process. */
  readonly limits?: RateLimits | undefined;
  /** Organizations have plans, which open routes. */
  readonly billing: boolean;
  readonly trustedProxies: number;
  /** Live sockets of all browsers and programs, above which new ones are refused. */
  readonly liveSockets: number;
  readonly frontends: string;
  /**
   * Whether everything that it depends on answers (`/readyz`), or what it answers requests with (`/readyz/requests`),
   * and what else there is to say of it; 503 otherwise.
   */
  ready(what: ReadyFor): Readiness | Promise<Readiness>;
  /** Lets programs read /metrics from elsewhere than this machine. */
  readonly metricsToken: string | undefined;
  /** The certificate that it shows by TLS, which it then demands for everything but what orchestrators ask. */
  readonly tls?: GrpcTls | undefined;
  /** Where it answers by TLS. */
  readonly tlsPort?: number | undefined;
};

export type Gateway = {
  /** What answers browsers: by TLS where there is a certificate. */
  readonly server: Server;
  readonly hub: Hub;
  /**
   * Answers these routes and topics from now on, described by the text of `describe`. Throws if one may not be served,
   * and goes on with those before.
   */
  serve(routes: RouteSet, describe: () => string, topics: Announced): void;
  /** Listens; answers the port at which browsers, or what stands before it, are answered. */
  listen(port: number, host: string | undefined): Promise<number>;
  /**
   * Says that it is not ready and ends each connection after its answer, so that whoever sends requests looks
   * elsewhere; it answers on.
   */
  leave(): void;
  /** Takes no new connections, answers what is in flight (at most 10 s), ends sockets. */
  drain(): Promise<void>;
};

type Described = {
  readonly info: object;
  readonly paths: object;
  readonly components?: { readonly schemas?: object };
};

/** The description with the pages that stand before its operations, and with the gateway's own. */
const described = (text: string, own: RouteSet): string => {
  const document = JSON.parse(text) as Described;
  const mine = JSON.parse(JSON.stringify(openApi(own, apiInfo))) as Described;
  return JSON.stringify({
    ...document,
    info: { ...document.info, description: apiGuide() },
    paths: { ...document.paths, ...mine.paths },
    components: {
      ...document.components,
      schemas: { ...mine.components?.schemas, ...document.components?.schemas },
    },
  });
};

/** The edge: one HTTP server for the API, the live channel and the front ends. Throws if a route may not be served. */
export const createGateway = (options: GatewayOptions): Gateway => {
  const cookieName = sessionCookie(options.baseUrl).name;
  const tls = options.baseUrl.startsWith('https:');
  const identity = createIdentity({ rpc: options.rpc, cookieName });
  const topics = createTopicCheck({ topics: options.topics ?? [], complete: options.topics !== undefined });
  const hub = createHub({ bus: options.bus, mayRead: topics.mayRead, onRights: identity.forget });
  // One for all sets of routes: what was spent stays spent when a service announces itself anew.
  const limits = options.limits ?? memoryLimits();
  const live = createLiveChannel({
    hub,
    identity,
    cookieName,
    baseUrl: options.baseUrl,
    rateLimits: options.rateLimits,
    limits,
    trustedProxies: options.trustedProxies,
    mostSockets: options.liveSockets,
  });
  const cardOf = createCards(options.rpc, options.log);
  const files = createStatic({ frontends: options.frontends, tls, describe: cardOf });

  const calls = createCallMeter(options.rpc);
  const judged = options.billing ? createAdmit({ rpc: options.rpc, clock: systemClock }) : undefined;
  const admit: Admit = async (actor, one) => {
    calls.count(actor);
    return (await judged?.(actor, one)) ?? { says: 'open', actor };
  };
  const ownRoutes: RouteSet = [mcpRoute(() => api)];
  const apiFor = (routes: RouteSet): ApiHandler =>
    createApi([...routes, ...ownRoutes], {
      authenticate: identity.authenticate,
      admit,
      log: options.log,
      baseUrl: options.baseUrl,
      rateLimits: options.rateLimits,
      limits,
      trustedProxies: options.trustedProxies,
      unknown: () => (topics.complete() ? undefined : rejection('unavailable', 'service.starting')),
    });

  let draining = false;
  let api = apiFor(options.routes);
  let describe = (): string => JSON.stringify(openApi(options.routes, apiInfo));
  let description: string | undefined;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const json = (response: ServerResponse, status: number, text: string, cache = 'no-store'): void => {
    response
      .writeHead(status, [
        ...apiHeaders,
        'content-type',
        'application/json; charset=utf-8',
        'cache-control',
        cache,
        'content-length',
        String(Buffer.byteLength(text)),
      ])
      .end(text);
  };
  app.get('/healthz', (_request, response) => json(response, 200, '{"alive":true}'));
  const ready =
    (what: ReadyFor) =>
    async (_request: unknown, response: ServerResponse): Promise<void> => {
      const state = draining ? { ready: false, reason: 'draining' } : await options.ready(what);
      json(response, state.ready ? 200 : 503, JSON.stringify(state));
    };
  app.get('/readyz', ready('everything'));
  app.get('/readyz/requests', ready('requests'));
  app.get('/metrics', (request, response) => {
    const token = options.metricsToken;
    if (
      !isLoopback(request, options.baseUrl) &&
      (token === undefined || request.headers.authorization !== `Bearer ${token}`)
    ) {
      json(
        response,
        403,
        '{"error":{"id":"","code":"forbidden","message":"Metrics are for this machine, or for the configured token."}}',
      );
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .end(metricsText());
  });
  app.get('/remotes.json', (_request, response) => json(response, 200, files.remotes(), 'no-cache'));
  app.get('/api/openapi.json', (_request, response) => {
    description ??= described(describe(), ownRoutes);
    json(response, 200, description, 'no-cache');
  });
  app.get('/api/docs', (request, response) => {
    const nonce = randomBytes(16).toString('base64');
    return sendPage(request, response, 200, docsPage(nonce, files.docs()), pageHeaders(nonce, { tls }));
  });
  app.get('/frame', (request, response) => {
    const nonce = randomBytes(16).toString('base64');
    const { searchParams } = new URL(request.url, options.baseUrl);
    if (searchParams.has('code')) {
      const within = isSaidWithin(request);
      const page = within ? codePage() : framePage(nonce, undefined);
      return sendPage(request, response, within ? 200 : 404, page, codeFrameHeaders({ tls }));
    }
    const frame = isWithin(request, tls) ? frameOf(searchParams, new URL(options.baseUrl).host) : undefined;
    const headers = frameHeaders(nonce, frame?.shows, { tls });
    return sendPage(request, response, frame === undefined ? 404 : 200, framePage(nonce, frame), headers);
  });
  app.use('/api', (request, response) => api(request, response));
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 awaits its handlers and passes their failures on
  app.use(async (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') await files.serve(request, response, request.path);
    else response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end();
  });
  app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    options.log.error('a page could not be served', { error });
    if (!response.headersSent) response.writeHead(500, { 'content-length': 0 }).end();
  });

  const own = new Set(['/api/openapi.json', '/api/docs']);
  const probes = new Set(['/healthz', '/readyz', '/readyz/requests']);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '/';
    // A client told so opens its next connection, elsewhere, instead of writing into one that is about to close.
    if (draining) response.shouldKeepAlive = false;
    // The API's own router needs nothing of Express, whose layers would cost a third of a point read.
    if (url.startsWith('/api/') && !own.has(url)) api(request, response);
    else app(request, response);
  };
  const { tls: certificate } = options;
  const server: Server =
    certificate === undefined
      ? createServer(serverLimits, answer)
      : createTlsServer({ ...serverLimits, cert: certificate.cert, key: certificate.key }, answer);
  // Passwords come by TLS or not at all; orchestrators trust no authority of ours.
  const plain =
    certificate &&
    createServer(serverLimits, (request, response) => {
      if (probes.has(request.url ?? '/')) return answer(request, response);
      request.resume();
      return json(
        response,
        403,
        '{"error":{"id":"","code":"tls.required","message":"This port answers probes alone; requests come by TLS."}}',
      );
    });
  const listening = (one: Server, port: number, host: string | undefined): Promise<number> =>
    new Promise((resolve, reject) => {
      one.once('error', reject);
      one.listen(port, host, () => {
        one.off('error', reject);
        const address = one.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  // Requests have connections of their own beside the sockets that stay.
  server.maxConnections = options.liveSockets + 5_000;
  server.on('upgrade', (request, socket, head) => {
    if ((request.url ?? '').split('?')[0] === '/api/live') void live.upgrade(request, socket, head);
    else socket.destroy();
  });

  return {
    server,
    hub,
    serve: (routes, described, announced) => {
      api = apiFor(routes);
      topics.replace(announced);
      describe = described;
      description = undefined;
    },
    listen: async (port, host) => {
      if (plain !== undefined) await listening(plain, port, host);
      const at = await listening(server, plain === undefined ? port : (options.tlsPort ?? 0), host);
      files.warm().catch((error: unknown) => options.log.warn('the front ends could not be prepared', { error }));
      return at;
    },
    leave: () => {
      draining = true;
    },
    drain: async () => {
      draining = true;
      await calls.stop();
      hub.stop();
      live.stop();
      const servers = plain === undefined ? [server] : [server, plain];
      const closed = Promise.all(servers.map((one) => new Promise<void>((resolve) => void one.close(() => resolve()))));
      const idle = setInterval(() => servers.forEach((one) => one.closeIdleConnections()), 50);
      const last = setTimeout(() => servers.forEach((one) => one.closeAllConnections()), 10_000);
      await closed;
      clearInterval(idle);
      clearTimeout(last);
    },
  };
};
