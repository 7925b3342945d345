import type { LiveBus } from '@tessera/live';
import type { RpcClients } from '@tessera/rpc';
import type { Logger } from '@tessera/telemetry';
import { followAnnouncements } from './announced.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { createUpstreams } from './upstreams.ts';

/**
 * The gateway in front of services in processes of their own: it hands them what their announcements name. `ready` is asked besides: it is not ready
 * before each service has answered once.
 */
export const createGatewayApart = (options: {
  /** By service: where its HTTP listens, `host:port`. */
  readonly upstreams: Readonly<Record<string, string>>;
  /** Signs what the gateway says of a request; the same in every process of the installation. */
  readonly key: string;
  readonly rpc: RpcClients;
  readonly bus: LiveBus;
  readonly log: Logger;
  readonly baseUrl: string;
  readonly rateLimits: boolean;
  readonly trustedProxies: number;
  readonly frontends: string;
  readonly metricsToken: string | undefined;
  ready(): boolean;
}): Gateway => {
  const upstreams = createUpstreams(options.upstreams);
  const gateway: Gateway = createGateway({ ...options, routes: [], ready: () => options.ready() && announced.complete() });
  const announced = followAnnouncements({ upstreams, key: options.key, log: options.log, onRoutes: gateway.serve });
  return {
    ...gateway,
    drain: async () => {
      await gateway.drain();
      await announced.stop();
      upstreams.close();
    },
  };
};
