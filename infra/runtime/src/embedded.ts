import { lackSeenBy } from '@tessera/event-store';
import { reactionsAhead, startSubscriptions } from '@tessera/messaging';
import { watchProcess, type Logger } from '@tessera/telemetry';
import { createGateway } from '../../../services/gateway/src/index.ts';
import type { Config } from './config.ts';
import { createClosers, openInstallation } from './installation.ts';
import { operatorCommands } from './operator-commands.ts';
import { serveOperator } from './operator.ts';
import type { ServicePorts } from './service.ts';
import { services } from './services.ts';
import { openSubscriptions } from './vault.ts';

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
    const installation = await openInstallation(config, log, { services });
    closers.push(installation.close);
    let ready = false;
    const gateway = createGateway({
      routes: installation.composed.flatMap((service) => service.routes),
      topics: installation.composed.flatMap((service) => service.topics ?? []),
      rpc: installation.rpc,
      bus: installation.bus,
      log,
      baseUrl: installation.settings.baseUrl,
      billing: config.billing,
      rateLimits: config.rateLimits,
      trustedProxies: config.trustedProxies,
      liveSockets: config.liveSockets,
      frontends: config.frontends,
      metricsToken: config.metricsToken,
      ready: () => ({ ready }),
    });
    const inbox = openSubscriptions(config.dataFolder, log);
    closers.push(() => inbox.close());
    const reactions = installation.composed.flatMap((service) => service.reactions ?? []);
    const followed = { source: installation.stores, state: inbox, reactions };
    for (const { reaction, epoch, seq } of await reactionsAhead(followed)) {
      await closers.closeAll();
      const seen = { by: `the reaction ${reaction.name}`, epoch, seq };
      throw lackSeenBy(config.dataFolder, reaction.source, seen) ?? new Error(`${seen.by} is ahead of its log`);
    }
    for (const service of installation.composed) {
      await service.start?.();
      closers.push(() => service.stop?.());
    }
    const subscriptions = await startSubscriptions({
      ...followed,
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
    closers.push(await serveOperator(config.dataFolder, operatorCommands(installation.ports)));
    ready = true;
    return {
      port,
      ports: installation.ports,
      setupCode: async () => {
        for (const service of installation.composed) {
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
