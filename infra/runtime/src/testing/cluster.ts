import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  freePort,
  startKafka,
  startMongo,
  startNats,
  startRedis,
  startS3,
  type Engine,
} from '@tessera/engines/testing';
import { openNatsBus } from '@tessera/live/nats';
import { peerClients } from '@tessera/rpc';
import { memoryLimits } from '@tessera/shared-state';
import { createLogger } from '@tessera/telemetry';
import { composeGateway } from '../../../../services/gateway/src/compose.ts';
import { readClusterConfig } from '../cluster/config.ts';
import { startClusterService } from '../cluster/service.ts';
import { services } from '../services.ts';

/** Empty engines of every kind, and the environment of the processes that use them. */
export const startEngines = async () => {
  const [mongo, kafka, redis, nats, s3] = await Promise.all([
    startMongo(),
    startKafka(),
    startRedis(),
    startNats(),
    startS3(),
  ]);
  const environment: Readonly<Record<string, string>> = {
    TESSERA_MODE: 'cluster',
    TESSERA_MONGO_URL: mongo.url,
    TESSERA_KAFKA_BROKERS: kafka.brokers.join(','),
    TESSERA_REDIS_URL: redis.url,
    TESSERA_NATS_URL: nats.url,
    TESSERA_S3_ENDPOINT: s3.endpoint,
    TESSERA_S3_ACCESS_KEY: s3.accessKey,
    TESSERA_S3_SECRET_KEY: s3.secretKey,
    TESSERA_KEY: 'k'.repeat(40),
    TESSERA_PEERS: 'auth=127.0.0.1:1',
    TESSERA_DRAIN_MS: '0',
    TESSERA_RATE_LIMITS: 'off',
  };
  return {
    environment,
    kafka,
    redis,
    stop: async () =>
      void (await Promise.all(([mongo, kafka, redis, nats, s3] as readonly Engine[]).map((engine) => engine.stop()))),
  };
};

/** Every service and the gateway in this process, over engines; `folder` is for their scratch. */
export const startCluster = async (environment: Readonly<Record<string, string>>, folder: string) => {
  const places = await Promise.all(
    services.map(async ({ name }) => ({ name, http: await freePort(), grpc: await freePort() })),
  );
  const peers = {
    TESSERA_PEERS: places.map(({ name, grpc }) => `${name}=127.0.0.1:${grpc}`).join(','),
    TESSERA_HTTP_PEERS: places.map(({ name, http }) => `${name}=127.0.0.1:${http}`).join(','),
  };
  const running = await Promise.all(
    places.map(({ name, http, grpc }) =>
      startClusterService(
        services.find((one) => one.name === name)!,
        readClusterConfig({
          ...environment,
          ...peers,
          PORT: String(http),
          TESSERA_GRPC_ADDRESS: `127.0.0.1:${grpc}`,
          TESSERA_DATA: join(folder, name),
          TESSERA_LOG: 'error',
        }),
      ),
    ),
  );
  const config = readClusterConfig({ ...environment, ...peers });
  const rpc = peerClients(config);
  const bus = await openNatsBus({ servers: config.natsUrls, name: 'gateway' });
  const gateway = composeGateway({
    billing: config.billing,
    upstreams: config.httpPeers,
    key: config.key,
    rpc,
    bus,
    log: createLogger({ level: 'error' }),
    baseUrl: 'http://localhost',
    rateLimits: false,
    limits: memoryLimits(),
    trustedProxies: 0,
    liveSockets: 5000,
    frontends: config.frontends,
    metricsToken: undefined,
  });
  const url = `http://127.0.0.1:${await gateway.listen(await freePort(), '127.0.0.1')}`;
  for (let tries = 0; (await fetch(`${url}/readyz`)).status !== 200; tries++) {
    if (tries > 300) throw new Error('the services are not ready');
    await pause(200);
  }
  return {
    url,
    /** Calls as the gateway makes them, over gRPC. */
    rpc,
    /** The code of the first run. */
    setupCode: () => running[places.findIndex(({ name }) => name === 'auth')]!.setupCode(),
    stop: async () => {
      await gateway.drain();
      rpc.close();
      await bus.close();
      await Promise.all(running.map((one) => one.stop()));
    },
  };
};
