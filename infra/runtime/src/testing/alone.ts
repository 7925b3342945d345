import { createLogger } from '@tessera/telemetry';
import { clientsOf, type GrpcTls, type RpcRegistration } from '@tessera/rpc';
import type { RouteSet } from '@tessera/web';
import { readConfig } from '../config.ts';
import { openInstallation } from '../installation.ts';
import { serveAlone, type Serving } from '../serve.ts';
import type { ServiceDefinition } from '../service.ts';

/** How a test's process of one service finds its neighbours. */
export type AloneOptions = {
  readonly port: number;
  readonly grpcAddress: string;
  readonly key: string;
  /** By service: where its gRPC listens, `host:port`. */
  readonly peers: Readonly<Record<string, string>>;
  readonly tls?: GrpcTls | undefined;
  readonly tlsPort?: number | undefined;
};
export type Alone = Serving & { readonly routes: RouteSet; setupCode(): Promise<string | undefined> };

/**
 * One service as the cluster serves it, over the embedded stores: what happens between processes can be tried without
 * engines.
 */
export const startAlone = async (
  definition: ServiceDefinition,
  options: AloneOptions,
  dataFolder: string,
): Promise<Alone> => {
  const config = readConfig({ TESSERA_DATA: dataFolder, TESSERA_LOG: 'error' });
  const log = createLogger({ level: 'error', service: definition.name });
  let routes: RouteSet = [];
  let setupCode: Alone['setupCode'] = async () => undefined;
  const serving = await serveAlone({
    port: options.port,
    grpcAddress: options.grpcAddress,
    key: options.key,
    tls: options.tls,
    tlsPort: options.tlsPort,
    drainMs: 0,
    baseUrl: 'http://localhost',
    log,
    open: async (closing) => {
      const registrations: RpcRegistration[] = [];
      const rpc = clientsOf(definition.name, () => registrations, options);
      closing(rpc.close);
      const installation = await openInstallation(config, log, { services: [definition], rpc, secret: options.key });
      closing(installation.close);
      const [service] = installation.composed;
      registrations.push(...(service?.rpc ?? []));
      await service?.start?.();
      closing(() => service?.stop?.());
      routes = service?.routes ?? [];
      setupCode = async () => service?.setupCode?.();
      return { routes, topics: service?.topics ?? [], registrations, readiness: async () => ({ ready: true }) };
    },
  });
  return { ...serving, routes, setupCode };
};
