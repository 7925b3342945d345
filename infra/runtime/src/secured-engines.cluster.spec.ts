import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startKafka, startMongo, startNats, startRedis, startS3, type Guard } from '@tessera/engines/testing';
import { greet, mongoClient } from '@tessera/event-store/mongo';
import { openNatsBus } from '@tessera/live/nats';
import { openKafka } from '@tessera/messaging/cluster';
import { openRedisState } from '@tessera/shared-state/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../rpc/src/testing/certificates.ts';
import { readClusterConfig, type ClusterConfig } from './cluster/config.ts';
import { openS3Files } from './file-store-s3.ts';

const trusted = getCACertificates('default');
const authority = makeAuthority('engines');
const { cert, key, ca } = authority.issue(['DNS:localhost']).paths;
const stranger = makeAuthority('nobody');
const guard: Guard = { cert, key, ca, user: 'ana-of-tessera', password: 'pass-word/1 @2' };
/** Asks for no certificate. */
const token: Guard = { cert, key, user: '', password: guard.password };
const plain: Guard = { ...guard, password: 'pass-word-1' };
const folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'));
/** A key and its certificate in one file, as MongoDB's driver takes them. */
const inOne = (name: string, paths: { readonly cert: string; readonly key: string }): string => {
  writeFileSync(join(folder, name), readFileSync(paths.key, 'utf8') + readFileSync(paths.cert, 'utf8'));
  return join(folder, name);
};
const shown = inOne('client.pem', { cert, key });
const stops: (() => Promise<void>)[] = [];
let engines: {
  readonly nats: string;
  readonly byToken: string;
  readonly redis: string;
  readonly brokers: string;
  readonly s3: string;
  readonly mongo: string;
};

beforeAll(async () => {
  setDefaultCACertificates([...trusted, readFileSync(authority.ca, 'utf8')]);
  const started = await Promise.all([
    startNats(guard),
    startNats(token),
    startRedis(plain),
    startKafka(plain),
    startS3(plain),
    startMongo('set', { ...guard, ca }),
  ]);
  stops.push(...started.map(({ stop }) => stop));
  const [nats, byToken, redis, kafka, s3, mongo] = started;
  engines = {
    nats: nats.url,
    byToken: byToken.url,
    redis: redis.url,
    brokers: kafka.brokers.join(','),
    s3: s3.endpoint,
    mongo: mongo.url,
  };
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await Promise.all(stops.map((stop) => stop()));
  authority.remove();
  stranger.remove();
  rmSync(folder, { recursive: true, force: true });
});

const inUrl = (url: string, who: string): string => url.replace('://', `://${who}@`);
/** As an operator writes them: what is secret in files, the rest in the environment. */
const configOf = (password: string): ClusterConfig => {
  const who = `${guard.user}:${encodeURIComponent(password === plain.password ? guard.password : password)}`;
  const secrets = {
    TESSERA_MONGO_URL: `${inUrl(engines.mongo, who)}&tlsCertificateKeyFile=${encodeURIComponent(shown)}`,
    TESSERA_NATS_URL: inUrl(engines.nats, who),
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
    TESSERA_KAFKA_BROKERS: engines.brokers,
    TESSERA_KAFKA_TLS: 'on',
    TESSERA_ENGINES_CERT: cert,
    TESSERA_ENGINES_KEY: key,
    TESSERA_S3_ENDPOINT: engines.s3,
    TESSERA_KEY: 'k'.repeat(32),
    TESSERA_PEERS: 'auth=auth:9090',
    ...Object.fromEntries(files),
  });
};

type Opened = { close(): unknown };
/** A client that has written something and read it back. */
const openMongo = async (url: string): Promise<Opened> => {
  const client = mongoClient(url, { operationMs: 1_500 });
  try {
    await greet(client, 'tessera_auth_state');
    const rows = client.db('tessera_auth_state').collection('rows');
    const { insertedId } = await rows.insertOne({ text: 'kept' });
    expect(await rows.findOne({ _id: insertedId })).toMatchObject({ text: 'kept' });
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
};
const kinds: readonly (readonly [string, RegExp, (config: ClusterConfig) => Promise<Opened>])[] = [
  ['NATS', /^NATS refuses/, ({ natsUrls, certificate }) => openNatsBus({ servers: natsUrls, certificate })],
  ['Redis', /^Redis refuses/, ({ redisUrl, certificate }) => openRedisState({ url: redisUrl, certificate })],
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
  ['MongoDB', /^MongoDB refuses/, ({ mongoUrl }) => openMongo(mongoUrl)],
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
    const { certificate } = configOf(plain.password);
    // Each is asked again for five seconds before it counts as refused.
    await Promise.all([
      expect(openNatsBus({ servers: [engines.nats], certificate })).rejects.toThrow(/^NATS refuses/),
      expect(openRedisState({ url: engines.redis, certificate })).rejects.toThrow(/^Redis refuses/),
    ]);
  });

  it.each(['none', 'one of another authority'])(
    'NATS, Redis and Kafka, which ask for a certificate, take nobody who shows %s',
    async (shows) => {
      const { natsUrls, redisUrl, kafka } = configOf(plain.password);
      const strange = stranger.issue(['DNS:localhost']).paths;
      const certificate =
        shows === 'none'
          ? undefined
          : { cert: readFileSync(strange.cert, 'utf8'), key: readFileSync(strange.key, 'utf8') };
      const client = openKafka({ ...kafka, ssl: certificate ?? true });
      await Promise.all([
        expect(openNatsBus({ servers: natsUrls, certificate })).rejects.toThrow(/^NATS does not answer/),
        expect(openRedisState({ url: redisUrl, certificate })).rejects.toThrow(/^Redis does not answer/),
        expect(client.ensureTopic('a-topic')).rejects.toThrow(),
      ]);
      await client.close();
    },
  );

  it('an authority that is not trusted is named as the reason', async () => {
    setDefaultCACertificates(trusted);
    try {
      const { natsUrls, redisUrl, certificate } = configOf(plain.password);
      await Promise.all([
        expect(openNatsBus({ servers: natsUrls, certificate })).rejects.toThrow(/^NATS does not answer: .*certificate/),
        expect(openRedisState({ url: redisUrl, certificate })).rejects.toThrow(/^Redis does not answer: .*certificate/),
      ]);
    } finally {
      setDefaultCACertificates([...trusted, readFileSync(authority.ca, 'utf8')]);
    }
  });

  it('MongoDB takes the authority from its address where Node does not trust it', async () => {
    setDefaultCACertificates(trusted);
    try {
      const { mongoUrl } = configOf(plain.password);
      const opened = await openMongo(`${mongoUrl}&tlsCAFile=${encodeURIComponent(ca)}`);
      await opened.close();
      await expect(openMongo(mongoUrl)).rejects.toThrow(/^MongoDB does not answer: .*certificate/);
      const other = stranger.issue(['DNS:localhost']).paths.ca;
      await expect(openMongo(`${mongoUrl}&tlsCAFile=${encodeURIComponent(other)}`)).rejects.toThrow(
        /^MongoDB does not answer: .*certificate/,
      );
    } finally {
      setDefaultCACertificates([...trusted, readFileSync(authority.ca, 'utf8')]);
    }
  });

  it('MongoDB refuses who shows no certificate, or one of another authority, or says no user', async () => {
    const { mongoUrl } = configOf(plain.password);
    const withOut = mongoUrl.replace(/&tlsCertificateKeyFile=.*$/, '');
    await expect(openMongo(withOut)).rejects.toThrow(/^MongoDB does not answer/);
    const strange = inOne('stranger.pem', stranger.issue(['DNS:localhost']).paths);
    await expect(openMongo(`${withOut}&tlsCertificateKeyFile=${encodeURIComponent(strange)}`)).rejects.toThrow(
      /^MongoDB does not answer/,
    );
    await expect(openMongo(mongoUrl.replace(/\/\/.*@/, '//'))).rejects.toThrow(/^MongoDB demands a user/);
  });

  it('a MongoDB server whose certificate names another host is not spoken to', async () => {
    const { mongoUrl } = configOf(plain.password);
    await expect(openMongo(mongoUrl.replace('@localhost:', '@127.0.0.1:'))).rejects.toThrow(
      /^MongoDB does not answer: .*(does not match|altnames)/,
    );
  });

  it('a service opens its store over MongoDB by TLS, with a certificate and a user, and says what it waits for without', async () => {
    const serve = async (url: string): Promise<string> => {
      writeFileSync(join(folder, 'mongo'), `${url}\n`);
      let said = '';
      const child = spawn(process.execPath, ['services/apps/src/main.ts'], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          NODE_EXTRA_CA_CERTS: ca,
          PORT: '0',
          TESSERA_MODE: 'cluster',
          TESSERA_MONGO_URL_FILE: join(folder, 'mongo'),
          TESSERA_REDIS_URL: 'redis://127.0.0.1:1',
          TESSERA_NATS_URL: 'nats://127.0.0.1:1',
          TESSERA_KAFKA_BROKERS: '127.0.0.1:1',
          TESSERA_S3_ENDPOINT: 'http://127.0.0.1:1',
          TESSERA_S3_ACCESS_KEY: 'a',
          TESSERA_S3_SECRET_KEY: 'b',
          TESSERA_KEY: 'k'.repeat(40),
          TESSERA_GRPC_ADDRESS: '127.0.0.1:0',
          TESSERA_PEERS: 'auth=127.0.0.1:1',
          TESSERA_DRAIN_MS: '0',
        },
      });
      try {
        await new Promise<void>((resolve, reject) => {
          for (const stream of [child.stdout, child.stderr])
            stream.on('data', (chunk) => {
              said += String(chunk);
              if (/is ready|waiting for an engine/.test(said)) resolve();
            });
          child.once('exit', () => reject(new Error(said)));
        });
      } finally {
        child.removeAllListeners('exit');
        if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      }
      return said;
    };
    const { mongoUrl } = configOf(plain.password);
    expect(await serve(mongoUrl)).toMatch(/apps is ready/);
    const said = await serve(mongoUrl.replace(/:[^:@/]*@/, ':wrong-secret-9@'));
    expect(said).toContain('MongoDB refuses the user or password of its address');
    expect(said).not.toContain('wrong-secret-9');
  });
});
