import { followAnnouncements } from './announced.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { createUpstreams } from './upstreams.ts';

/**
 * The gateway in front of services in processes of their own: it hands them what their announcements name. It is ready
 * once each service has answered, whatever becomes of them later: what is left of the product is of use.
 */
export const composeGateway = (
  options: Omit<GatewayOptions, 'routes' | 'topics' | 'ready'> & {
    /** By service: where its HTTP listens, `host:port`. */
    readonly upstreams: Readonly<Record<string, string>>;
    /** Signs what the gateway says of a request; the same in every process of the installation. */
    readonly key: string;
    /** Whether the engines answer. */
    readonly readiness?: GatewayOptions['ready'];
  },
): Gateway => {
  const upstreams = createUpstreams(options.upstreams, { tls: options.tls });
  const ready: GatewayOptions['ready'] = async (what) => {
    const engines = (await options.readiness?.(what)) ?? { ready: true };
    return { ...engines, ready: engines.ready && announced.complete() };
  };
  const gateway: Gateway = createGateway({ ...options, routes: [], topics: undefined, ready });
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
