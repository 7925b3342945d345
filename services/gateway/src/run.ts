import { setTimeout as pause } from 'node:timers/promises';
import { natsBus } from '@tessera/live/nats';
import { peerClients } from '@tessera/rpc';
import type { ClusterConfig } from '@tessera/runtime/cluster-config';
import { createReadiness, ofTroubleThatLasts } from '@tessera/runtime/engines';
import { runUntilStopped } from '@tessera/runtime/process';
import { redisState } from '@tessera/shared-state/redis';
import { createLogger, startTracing, watchProcess } from '@tessera/telemetry';
import { composeGateway } from './compose.ts';

/** The gateway as a process of the cluster: runs it until a signal, drains it, sets the exit code. */
export const runGateway = (read: () => ClusterConfig): void =>
  runUntilStopped(createLogger({ service: 'gateway' }), async () => {
    const config = read();
    const log = createLogger({ level: config.logLevel, service: 'gateway' });
    const stopTracing = await startTracing('tessera-gateway', config.environment);
    const stopWatching = watchProcess();
    // Neither is needed (decision 16), so neither is waited for.
    const fail = ofTroubleThatLasts((what, error) => log.warn(what, { error }));
    const shared = redisState({
      url: config.redisUrl,
      certificate: config.certificate,
      onFailure: (error) => fail('redis is away', error),
    });
    const bus = natsBus({
      servers: config.natsUrls,
      certificate: config.certificate,
      name: 'tessera-gateway',
      onFailure: (error) => fail('nats is away', error),
    });
    const rpc = peerClients(config);
    const readiness = createReadiness(
      [
        { name: 'redis', needed: false, check: () => shared.ready() },
        { name: 'nats', needed: false, check: () => bus.ready() },
      ],
      log,
    );
    const gateway = composeGateway({
      upstreams: config.httpPeers,
      key: config.key,
      rpc,
      bus,
      log,
      baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
      billing: config.billing,
      rateLimits: config.rateLimits,
      limits: shared.limits,
      trustedProxies: config.trustedProxies,
      liveSockets: config.liveSockets,
      frontends: config.frontends,
      metricsToken: config.metricsToken,
      tls: config.tls,
      tlsPort: config.tlsPort,
      readiness,
    });
    const port = await gateway.listen(config.port, config.host);
    process.stdout.write(`gateway is ready: http ${port}\n`);
    return async () => {
      gateway.leave();
      await pause(config.drainMs);
      await gateway.drain();
      rpc.close();
      await bus.close();
      await shared.close();
      stopWatching();
      await stopTracing();
    };
  });
