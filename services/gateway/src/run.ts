import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openNatsBus } from '@tessera/live/nats';
import { peerClients } from '@tessera/rpc';
import type { ClusterConfig } from '@tessera/runtime/cluster-config';
import { createReadiness, waitFor } from '@tessera/runtime/engines';
import { runUntilStopped } from '@tessera/runtime/process';
import { openRedisState } from '@tessera/shared-state/redis';
import { createLogger, startTracing, watchProcess } from '@tessera/telemetry';
import { composeGateway } from './compose.ts';

/** The gateway as a process of the cluster: runs it until a signal, drains it, sets the exit code. */
export const runGateway = (read: () => ClusterConfig): void =>
  runUntilStopped(createLogger({ service: 'gateway' }), async () => {
    const config = read();
    const log = createLogger({ level: config.logLevel, service: 'gateway' });
    const stopTracing = await startTracing('tessera-gateway', config.environment);
    const stopWatching = watchProcess();
    // Seen from outside while it waits for its engines.
    const waiting = createServer((request, response) => {
      response
        .writeHead(request.url === '/healthz' ? 200 : 503, {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '1',
        })
        .end(request.url === '/healthz' ? '{"alive":true}' : '{"ready":false,"reason":"starting"}');
    });
    await new Promise<void>((resolve, reject) =>
      waiting.once('error', reject).listen(config.port, config.host, resolve),
    );
    const [shared, bus] = await Promise.all([
      waitFor('redis', log, () => openRedisState({ url: config.redisUrl })),
      waitFor('nats', log, () => openNatsBus({ servers: config.natsUrls, name: 'tessera-gateway' })),
    ]);
    await new Promise<void>((resolve) => {
      waiting.close(() => resolve());
      waiting.closeAllConnections();
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
      rateLimits: config.rateLimits,
      limits: shared.limits,
      trustedProxies: config.trustedProxies,
      liveSockets: config.liveSockets,
      frontends: config.frontends,
      metricsToken: config.metricsToken,
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
