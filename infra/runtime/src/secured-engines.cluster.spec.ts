import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startKafka, startNats, startRedis, startS3, type Guard } from '@tessera/engines/testing';
import { openNatsBus } from '@tessera/live/nats';
import { openKafka } from '@tessera/messaging/cluster';
import { openRedisState } from '@tessera/shared-state/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../rpc/src/testing/certificates.ts';
import { readClusterConfig, type ClusterConfig } from './cluster/config.ts';
import { openS3Files } from './file-store-s3.ts';

const trusted = getCACertificates('default');
const authority = makeAuthority('engines');
const { cert, key } = authority.issue(['DNS:localhost']).paths;
const guard: Guard = { cert, key, user: 'ana-of-tessera', password: 'pass-word/1 @2' };
const token: Guard = { ...guard, user: '' };
const plain: Guard = { ...guard, password: 'pass-word-1' };
const folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'));
const stops: (() => Promise<void>)[] = [];
let engines: {
  readonly nats: string;
  readonly byToken: string;
  readonly redis: string;
  readonly brokers: string;
  readonly s3: string;
};

beforeAll(async () => {
  setDefaultCACertificates([...trusted, readFileSync(authority.ca, 'utf8')]);
  const started = await Promise.all([
    startNats(guard),
    startNats(token),
    startRedis(plain),
    startKafka(plain),
    startS3(plain),
  ]);
  stops.push(...started.map(({ stop }) => stop));
  const [nats, byToken, redis, kafka, s3] = started;
  engines = {
    nats: nats.url,
    byToken: byToken.url,
    redis: redis.url,
    brokers: kafka.brokers.join(','),
    s3: s3.endpoint,
  };
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await Promise.all(stops.map((stop) => stop()));
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

const inUrl = (url: string, who: string): string => url.replace('://', `://${who}@`);
/** As an operator writes them: what is secret in files, the rest in the environment. */
const configOf = (password: string): ClusterConfig => {
  const secrets = {
    TESSERA_NATS_URL: inUrl(
      engines.nats,
      `${guard.user}:${encodeURIComponent(password === plain.password ? guard.password : password)}`,
    ),
    TESSERA_REDIS_URL: inUrl(engines.redis, `${guard.user}:${password}`),
    TESSERA_KAFKA_USERNAME: guard.user,
    TESSERA_KAFKA_PASSWORD: password,
    TESSERA_S3_ACCESS_KEY: guard.user,
    TESSERA_S3_SECRET_KEY: password,
  };
  const files = Object.entries(secrets).map(([name, value]) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  return readClusterConfig({
    TESSERA_MODE: 'cluster',
    TESSERA_MONGO_URL: 'mongodb://localhost',
    TESSERA_KAFKA_BROKERS: engines.brokers,
    TESSERA_KAFKA_TLS: 'on',
    TESSERA_S3_ENDPOINT: engines.s3,
    TESSERA_KEY: 'k'.repeat(32),
    TESSERA_PEERS: 'auth=auth:9090',
    ...Object.fromEntries(files),
  });
};

type Opened = { close(): unknown };
const kinds: readonly (readonly [string, RegExp, (config: ClusterConfig) => Promise<Opened>])[] = [
  ['NATS', /^NATS refuses/, ({ natsUrls }) => openNatsBus({ servers: natsUrls })],
  ['Redis', /^Redis refuses/, ({ redisUrl }) => openRedisState({ url: redisUrl })],
  [
    'Kafka',
    /^Kafka refuses/,
    async ({ kafka }) => {
      const client = openKafka(kafka);
      await client.ensureTopic('a-topic');
      await client.ready();
      return client;
    },
  ],
  ['S3', /S3\) refuses/, ({ s3 }) => openS3Files(s3)],
];

describe.each(kinds)('%s that demands TLS and who asks', (_, refused, open) => {
  it('is opened by its documented settings, the secrets in files', async () => {
    const opened = await open(configOf(plain.password));
    expect(opened).toBeDefined();
    await opened.close();
  });

  it('refuses a wrong password in words that name it and show no secret', async () => {
    const wrong = 'wrong-secret-9';
    const error = await open(configOf(wrong)).then(
      () => new Error('opened'),
      (failure: unknown) => failure as Error,
    );
    expect(error.message).toMatch(refused);
    expect([error.message, (error.cause as Error | undefined)?.message, error.stack].join(' ')).not.toContain(wrong);
  });
});

describe('servers that demand what an address lacks', () => {
  it('NATS takes a token', async () => {
    const bus = await openNatsBus({ servers: [inUrl(engines.byToken, encodeURIComponent(token.password))] });
    expect(bus.ready()).toBe(true);
    await bus.close();
  });

  it('NATS and Redis refuse who does not say who asks', async () => {
    await expect(openNatsBus({ servers: [engines.nats] })).rejects.toThrow(/^NATS refuses/);
    await expect(openRedisState({ url: engines.redis })).rejects.toThrow(/^Redis refuses/);
  });

  it('an authority that is not trusted is named as the reason', async () => {
    setDefaultCACertificates(trusted);
    try {
      const { natsUrls, redisUrl } = configOf(plain.password);
      await expect(openNatsBus({ servers: natsUrls })).rejects.toThrow(/^NATS does not answer: .*certificate/);
      await expect(openRedisState({ url: redisUrl })).rejects.toThrow(/^Redis does not answer: .*certificate/);
    } finally {
      setDefaultCACertificates([...trusted, readFileSync(authority.ca, 'utf8')]);
    }
  });
});
