import { join } from 'node:path';
import { openSubscriptionState, startSubscriptions } from '@tessera/messaging';
import { watchProcess, type Logger } from '@tessera/telemetry';
import { createGateway } from '../../../services/gateway/src/index.ts';
import type { Config } from './config.ts';
import { createClosers, openHouse } from './house.ts';
import { operatorCommands } from './operator-commands.ts';
import { serveOperator } from './operator.ts';
import type { ServicePorts } from './service.ts';
import { services } from './services.ts';

export type Running = {
  readonly port: number;
  /** What a service was given; for tests. */
  ports(service: string): ServicePorts;
  /** The one-time code for a first run from another machine, while nobody is set up. */
  setupCode(): Promise<string | undefined>;
  /** Drains: no new request, those in flight are answered, commits are closed. */
  stop(): Promise<void>;
};

/**
 * Every service in this process, with its data in one folder. Throws if another process holds the folder, a log is
 * damaged, or a route may not be served; what was opened until then is closed again.
 */
export const startEmbedded = async (config: Config, log: Logger): Promise<Running> => {
  const closers = createClosers();
  try {
    closers.push(watchProcess());
    const house = await openHouse(config, log, { services });
    closers.push(house.close);
    let ready = false;
    const gateway = createGateway({
      routes: house.composed.flatMap((service) => service.routes),
      rpc: house.rpc,
      bus: house.bus,
      log,
      baseUrl: house.settings.baseUrl,
      rateLimits: config.rateLimits,
      trustedProxies: config.trustedProxies,
      liveSockets: config.liveSockets,
      frontends: config.frontends,
      metricsToken: config.metricsToken,
      ready: () => ({ ready }),
    });
    for (const service of house.composed) {
      await service.start?.();
      closers.push(() => service.stop?.());
    }
    const inbox = openSubscriptionState(join(config.dataFolder, 'subscriptions.db'));
    closers.push(() => inbox.close());
    const subscriptions = await startSubscriptions({
      source: house.stores,
      state: inbox,
      reactions: house.composed.flatMap((service) => service.reactions ?? []),
      onFailure: (reaction, eventId, attempts, error) =>
        log.error('a reaction failed', { reaction, eventId, attempts, error }),
    });
    closers.push(() => subscriptions.stop());
    const port = await gateway.listen(config.port, config.host).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
      throw new Error(`Port ${config.port} is taken. Stop what listens there, or choose another with PORT.`, {
        cause: error,
      });
    });
    closers.push(() => gateway.drain());
    closers.push(await serveOperator(config.dataFolder, operatorCommands(house.ports)));
    ready = true;
    return {
      port,
      ports: house.ports,
      setupCode: async () => {
        for (const service of house.composed) {
          const code = await service.setupCode?.();
          if (code !== undefined) return code;
        }
        return undefined;
      },
      stop: async () => {
        ready = false;
        await closers.closeAll();
      },
    };
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
};
