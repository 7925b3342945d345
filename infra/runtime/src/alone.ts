import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { grpcClients, grpcServer, inProcess, verifyEdge, type Edge, type RpcClients, type RpcRegistration } from '@tessera/rpc';
import { createLogger, metricsText, type Logger } from '@tessera/telemetry';
import { announce, apiInfo, createApi, errorBody, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalidConfig, readConfig } from './config.ts';
import { createClosers, openHouse } from './house.ts';
import { runUntilStopped } from './process.ts';
import type { ServiceDefinition } from './service.ts';

/** How a process that runs one service finds its neighbours. */
export type AloneConfig = {
  /** HTTP for the gateway. */
  readonly port: number;
  /** gRPC for other services: `host:port`. */
  readonly grpcAddress: string;
  /** Signs the actors of calls; the same in every process of the installation. */
  readonly key: string;
  /** Ms between the word that this process ends and the last request that it takes: longer than a gateway keeps an idle connection. */
  readonly drainMs: number;
  /** By service: where its gRPC listens, `host:port`. */
  readonly peers: Readonly<Record<string, string>>;
};

const schema = z.strictObject({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  TESSERA_GRPC_ADDRESS: z.string().regex(/^[^\s:]+:\d+$/).default('0.0.0.0:9090'),
  TESSERA_KEY: z.string().min(32),
  TESSERA_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(5000),
  /** `auth=auth:9090,tables=tables:9090` */
  TESSERA_PEERS: z.string().regex(/^([a-z]+=[^\s,=]+:\d+)(,[a-z]+=[^\s,=]+:\d+)*$/).or(z.literal('')).default(''),
});

/** Reads what a process of one service needs beside the common configuration. Throws one error that names every variable that is wrong. */
export const readAloneConfig = (environment: Readonly<Record<string, string | undefined>>): AloneConfig => {
  const own = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
  const result = schema.safeParse(own);
  if (!result.success) throw invalidConfig(result.error);
  const values = result.data;
  const peers = Object.fromEntries(values.TESSERA_PEERS.split(',').filter((one) => one !== '').map((one) => one.split('=') as [string, string]));
  return { port: values.PORT, grpcAddress: values.TESSERA_GRPC_ADDRESS, key: values.TESSERA_KEY, drainMs: values.TESSERA_DRAIN_MS, peers };
};

export type Alone = {
  readonly port: number;
  readonly grpcPort: number;
  readonly routes: RouteSet;
  /** The code for the first run, while nobody is set up and if this service looks after that. */
  setupCode(): Promise<string | undefined>;
  stop(): Promise<void>;
};

/** Calls to itself stay in the process, others go over gRPC to the peer of the service that the contract names (`tessera.<service>.v1...`). */
const clientsFor = (name: string, own: () => readonly RpcRegistration[], config: AloneConfig, log: Logger) => {
  const here = inProcess(own, { onFault: (method, error) => log.error('a call failed', { method, error }) });
  const there = grpcClients({
    key: config.key,
    addressOf: (fullName) => config.peers[fullName.split('.')[1] ?? ''] ?? 'unconfigured.invalid:1',
  });
  const rpc: RpcClients = { client: (definition) => (definition.fullName.split('.')[1] === name ? here : there).client(definition) };
  return { rpc, close: there.close };
};

/**
 * One service in a process of its own: its routes over HTTP for the gateway, which says who is there in a signed `tessera-edge`, its calls over gRPC.
 * Throws as openHouse does.
 */
export const startAlone = async (definition: ServiceDefinition, alone: AloneConfig, environment: Readonly<Record<string, string | undefined>>): Promise<Alone> => {
  const config = readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in schema.shape))));
  const log = createLogger({ level: config.logLevel, service: definition.name });
  const closers = createClosers();
  try {
    const registrations: RpcRegistration[] = [];
    const clients = clientsFor(definition.name, () => registrations, alone, log);
    closers.push(clients.close);
    const house = await openHouse(config, log, { services: [definition], rpc: clients.rpc, secret: alone.key });
    closers.push(house.close);
    registrations.push(...house.composed.flatMap((service) => service.rpc ?? []));
    const routes = house.composed.flatMap((service) => service.routes);
    const edges = new WeakMap<IncomingMessage, Edge>();
    const api = createApi(routes, {
      log, baseUrl: house.settings.baseUrl, rateLimits: false, trustedProxies: 1,
      authenticate: (request) => {
        const edge = edges.get(request);
        return edge?.actor === undefined ? undefined : { actor: edge.actor, via: edge.via };
      },
    });
    const announcement = JSON.stringify(announce(routes, apiInfo));
    for (const service of house.composed) {
      await service.start?.();
      closers.push(() => service.stop?.());
    }
    const grpc = await grpcServer({ registrations, address: alone.grpcAddress, key: alone.key, onFault: (method, error) => log.error('a call failed', { method, error }) });
    closers.push(() => grpc.drain());
    let draining = false;
    const server: Server = createServer((request, response) => {
      if (draining) response.shouldKeepAlive = false;
      const json = (status: number, text: string): void => void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
      if (request.url === '/healthz') return json(200, '{"alive":true}');
      if (request.url === '/readyz') return json(draining ? 503 : 200, JSON.stringify({ ready: !draining }));
      if (request.url === '/metrics') return void response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metricsText());
      try {
        edges.set(request, verifyEdge(String(request.headers['tessera-edge'] ?? ''), alone.key));
      } catch (error) {
        request.resume();
        return json(401, errorBody(error, ''));
      }
      if (request.url === '/routes') return json(200, announcement);
      api(request, response);
    });
    server.keepAliveTimeout = 65_000;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(alone.port, resolve));
    closers.push(async () => {
      // Answers on, with connections that end, until those who send us requests have looked elsewhere.
      draining = true;
      await pause(alone.drainMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 10_000).unref();
      });
    });
    return { port: (server.address() as AddressInfo).port, grpcPort: grpc.port, routes, setupCode: async () => house.composed[0]?.setupCode?.(), stop: closers.closeAll };
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
};

/** The whole of a service's `main.ts`: runs it until a signal, drains it, sets the exit code. */
export const runAlone = (definition: ServiceDefinition, alone: AloneConfig, environment: Readonly<Record<string, string | undefined>>): void => {
  runUntilStopped(createLogger({ service: definition.name }), async () => {
    const running = await startAlone(definition, alone, environment);
    process.stdout.write(`${definition.name} is ready: http ${running.port}, grpc ${running.grpcPort}\n`);
    const code = await running.setupCode();
    if (code !== undefined) process.stdout.write(`First run: enter the code ${code}\n`);
    return running.stop;
  });
};
