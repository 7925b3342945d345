import { mkdtempSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wait } from 'testcontainers';
import { startEngine, type Engine } from './engine.ts';

export { type Engine, freePort } from './engine.ts';
export { startToxiproxy, type Link } from './toxiproxy.ts';

/** What a server demands of who asks, and the certificate that it shows: PEM files that everybody may read. */
export type Guard = {
  readonly cert: string;
  readonly key: string;
  readonly user: string;
  readonly password: string;
  /** MongoDB, NATS, Redis and Kafka let in only who shows a certificate of this authority. */
  readonly ca?: string;
};

const inside = {
  cert: '/guard/cert.pem',
  key: '/guard/key.pem',
  both: '/guard/both.pem',
  ca: '/guard/ca.pem',
  shared: '/guard/shared',
};

/** The folder of a guard as containers see it, with the key and the certificate also in one file. */
const guardMounts = ({ cert, key, ca }: Guard) => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-guard-'));
  chmodSync(folder, 0o755);
  const [leaf, secret] = [readFileSync(cert, 'utf8'), readFileSync(key, 'utf8')];
  const files = {
    'cert.pem': leaf,
    'key.pem': secret,
    'both.pem': secret + leaf,
    ...(ca !== undefined && { 'ca.pem': readFileSync(ca, 'utf8') }),
    shared: randomBytes(48).toString('base64'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o644 });
  return [{ source: folder, target: '/guard' }];
};

/**
 * MongoDB, a replica set of one, or a server that stands alone. `url` names no database and no user; a guarded one
 * demands TLS, a certificate and the user and password of its guard.
 */
export const startMongo = async (
  as: 'set' | 'alone' = 'set',
  guard?: Guard & { readonly ca: string },
): Promise<Engine & { readonly url: string }> => {
  const initiated = as === 'set' ? 'try { rs.status() } catch (error) { rs.initiate() } ' : '';
  const primary = `${initiated}if (!db.hello().isWritablePrimary) quit(1)`;
  const mongod = ['mongod', ...(as === 'set' ? ['--replSet', 'rs0'] : []), '--bind_ip_all'];
  const asked =
    guard === undefined
      ? ''
      : `--host localhost --tls --tlsCAFile ${inside.ca} --tlsCertificateKeyFile ${inside.both} -u '${guard.user}' -p '${guard.password}'`;
  const engine = await startEngine({
    image: 'MONGO_IMAGE',
    ports: [27_017],
    command:
      guard === undefined
        ? mongod
        : [
            // What members of a set know each other by must be the server's own and nobody else's to read.
            'bash',
            '-c',
            `install -m 400 -o mongodb ${inside.shared} /tmp/shared && exec docker-entrypoint.sh ${mongod.join(' ')} --keyFile /tmp/shared --tlsMode requireTLS --tlsCertificateKeyFile ${inside.both} --tlsCAFile ${inside.ca}`,
          ],
    environment: () => ({
      // Read by the stand-in only.
      MONGO_STANDIN_BIND: '0.0.0.0',
      ...(guard !== undefined && {
        MONGO_INITDB_ROOT_USERNAME: guard.user,
        MONGO_INITDB_ROOT_PASSWORD: guard.password,
      }),
    }),
    ...(guard !== undefined && { mounts: guardMounts(guard) }),
    ready: Wait.forSuccessfulCommand(`mongosh --quiet ${asked} --eval "${primary}"`),
  });
  const host = guard === undefined ? '127.0.0.1' : 'localhost';
  const query = `directConnection=true${guard === undefined ? '' : '&tls=true'}`;
  return { ...engine, url: `mongodb://${host}:${engine.ports[27_017]}/?${query}` };
};

/**
 * One Kafka broker that is its own controller; topics are never made by themselves. A killed one is back in its group
 * after a second.
 */
export const startKafka = async (guard?: Guard): Promise<Engine & { readonly brokers: readonly string[] }> => {
  const host = guard === undefined ? '127.0.0.1' : 'localhost';
  const engine = await startEngine({
    image: 'KAFKA_IMAGE',
    ports: [19_092],
    environment: (ports) => ({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093,HOST://:19092',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:9092,HOST://${host}:${ports[19_092]}`,
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: `CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,HOST:${guard === undefined ? 'PLAINTEXT' : 'SASL_SSL'}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_INTER_BROKER_LISTENER_NAME: 'PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_BROKER_SESSION_TIMEOUT_MS: '1000',
      KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '100',
      KAFKA_LOG_DIRS: '/var/lib/kafka/data',
      ...(guard?.ca !== undefined && {
        KAFKA_LISTENER_NAME_HOST_SSL_CLIENT_AUTH: 'required',
        KAFKA_SSL_TRUSTSTORE_TYPE: 'PEM',
        KAFKA_SSL_TRUSTSTORE_LOCATION: inside.ca,
      }),
      ...(guard !== undefined && {
        KAFKA_SSL_KEYSTORE_TYPE: 'PEM',
        KAFKA_SSL_KEYSTORE_LOCATION: inside.both,
        KAFKA_SASL_ENABLED_MECHANISMS: 'SCRAM-SHA-512',
        KAFKA_LISTENER_NAME_HOST_SCRAM___SHA___512_SASL_JAAS_CONFIG:
          'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      }),
    }),
    ...(guard !== undefined && { mounts: guardMounts(guard) }),
    ready: Wait.forLogMessage(/Kafka Server started/),
  });
  if (guard !== undefined) {
    const { exitCode, output } = await engine.container.exec([
      '/opt/kafka/bin/kafka-configs.sh',
      '--bootstrap-server',
      'localhost:9092',
      '--alter',
      '--entity-type',
      'users',
      '--entity-name',
      guard.user,
      '--add-config',
      `SCRAM-SHA-512=[password=${guard.password}]`,
    ]);
    if (exitCode !== 0) throw new Error(`Kafka takes no user: ${output}`);
  }
  return { ...engine, brokers: [`${host}:${engine.ports[19_092]}`] };
};

export const startRedis = async (guard?: Guard): Promise<Engine & { readonly url: string }> => {
  const engine = await startEngine({
    image: 'REDIS_IMAGE',
    ports: [6379],
    ...(guard !== undefined && {
      mounts: guardMounts(guard),
      command: [
        'redis-server',
        '--port',
        '0',
        '--tls-port',
        '6379',
        ...(guard.ca === undefined
          ? ['--tls-auth-clients', 'no']
          : ['--tls-auth-clients', 'yes', '--tls-ca-cert-file', inside.ca]),
        '--tls-cert-file',
        inside.cert,
        '--tls-key-file',
        inside.key,
        '--user',
        'default',
        'off',
        '--user',
        guard.user,
        'on',
        `>${guard.password}`,
        '~*',
        '&*',
        '+@all',
      ],
    }),
    ready:
      guard === undefined
        ? Wait.forSuccessfulCommand('redis-cli ping')
        : Wait.forLogMessage(/Ready to accept connections/),
  });
  const port = engine.ports[6379];
  return { ...engine, url: guard === undefined ? `redis://127.0.0.1:${port}` : `rediss://localhost:${port}` };
};

/**
 * NATS; `monitor` tells of its connections. A guarded one demands the user and password, or the password as a token
 * where the user is empty.
 */
export const startNats = async (
  guard?: Guard,
): Promise<Engine & { readonly url: string; readonly monitor: string }> => {
  const asks = guard?.user === '' ? ['--auth', guard.password] : ['--user', guard?.user, '--pass', guard?.password];
  const engine = await startEngine({
    image: 'NATS_IMAGE',
    ports: [4222, 8222],
    command: [
      'nats-server',
      '-m',
      '8222',
      ...(guard === undefined ? [] : ['--tls', '--tlscert', inside.cert, '--tlskey', inside.key, ...asks.map(String)]),
      ...(guard?.ca === undefined ? [] : ['--tlsverify', '--tlscacert', inside.ca]),
    ],
    ...(guard !== undefined && { mounts: guardMounts(guard) }),
    ready: Wait.forHttp('/healthz', 8222),
  });
  const port = engine.ports[4222];
  return {
    ...engine,
    url: guard === undefined ? `nats://127.0.0.1:${port}` : `tls://localhost:${port}`,
    monitor: `http://127.0.0.1:${engine.ports[8222]}`,
  };
};

export type S3Address = {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
};

/** An S3-compatible store without a bucket. */
export const startS3 = async (guard?: Guard): Promise<Engine & S3Address> => {
  const keys = {
    accessKey: guard?.user ?? 'tessera-test',
    secretKey: guard?.password ?? 'tessera-test-secret',
  };
  const engine = await startEngine({
    image: 'S3_IMAGE',
    ports: [7070],
    command: ['posix', '/data'],
    environment: () => ({
      ROOT_ACCESS_KEY: keys.accessKey,
      ROOT_SECRET_KEY: keys.secretKey,
      VGW_PORT: ':7070',
      VGW_HEALTH: '/health',
      ...(guard !== undefined && { VGW_CERT: inside.cert, VGW_KEY: inside.key }),
    }),
    ...(guard !== undefined && { mounts: guardMounts(guard) }),
    ready:
      guard === undefined ? Wait.forHttp('/health', 7070) : Wait.forHttp('/health', 7070).usingTls().allowInsecure(),
  });
  const origin = guard === undefined ? 'http://127.0.0.1' : 'https://localhost';
  return { ...engine, ...keys, endpoint: `${origin}:${engine.ports[7070]}`, region: 'us-east-1' };
};

/** What a span looks like in a collector's file; times are Unix nanoseconds in text. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
};

const pipelines = `
receivers: {otlp: {protocols: {http: {endpoint: 0.0.0.0:4318}, grpc: {endpoint: 0.0.0.0:4317}}}}
processors: {batch: {timeout: 50ms}}
exporters:
  file/traces: {path: /out/traces.jsonl, flush_interval: 50ms}
service:
  telemetry: {metrics: {level: none}}
  pipelines: {traces: {receivers: [otlp], processors: [batch], exporters: [file/traces]}}
`;

type OtlpLine = {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes?: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
};

/**
 * An OpenTelemetry collector that keeps what it receives: OTLP over HTTP at `endpoint`; `spans` are those it has
 * written so far.
 */
export const startCollector = async (): Promise<
  Engine & { readonly endpoint: string; readonly spans: () => readonly Span[] }
> => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-collector-'));
  chmodSync(folder, 0o777);
  writeFileSync(join(folder, 'config.yaml'), pipelines);
  const engine = await startEngine({
    image: 'COLLECTOR_IMAGE',
    ports: [4318],
    command: ['--config', '/out/config.yaml'],
    mounts: [{ source: folder, target: '/out' }],
    ready: Wait.forHttp('/v1/traces', 4318).forStatusCodeMatching(() => true),
  });
  const file = join(folder, 'traces.jsonl');
  const spans = (): readonly Span[] => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    return lines
      .flatMap((line) => (JSON.parse(line) as OtlpLine).resourceSpans)
      .flatMap((resource) => {
        const service =
          resource.resource.attributes?.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        return resource.scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      });
  };
  return { ...engine, endpoint: `http://127.0.0.1:${engine.ports[4318]}`, spans };
};
