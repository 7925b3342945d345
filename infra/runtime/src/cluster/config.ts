import { z } from 'zod';
import { flag, invalidConfig, readConfig, type Config } from '../config.ts';

const place = /^[^\s:,=]+:\d+$/;
const places = z.string().regex(/^([a-z]+=[^\s:,=]+:\d+)(,[a-z]+=[^\s:,=]+:\d+)*$/, 'name=host:port, separated by commas');
const list = (one: RegExp) => z.string().transform((text) => text.split(',').map((part) => part.trim())).pipe(z.array(z.string().regex(one)).min(1));
const byName = (text: string): Readonly<Record<string, string>> => Object.fromEntries(text.split(',').map((one) => one.split('=') as [string, string]));

const schema = z.strictObject({
  TESSERA_MODE: z.literal('cluster'),
  TESSERA_MONGO_URL: z.string().regex(/^mongodb(\+srv)?:\/\//),
  TESSERA_KAFKA_BROKERS: list(place),
  TESSERA_KAFKA_TLS: flag.default(false),
  TESSERA_KAFKA_USERNAME: z.string().min(1).optional(),
  TESSERA_KAFKA_PASSWORD: z.string().min(1).optional(),
  TESSERA_KAFKA_REPLICAS: z.coerce.number().int().min(1).max(9).default(1),
  TESSERA_REDIS_URL: z.string().regex(/^rediss?:\/\//),
  TESSERA_NATS_URL: list(/^(nats|tls):\/\//),
  TESSERA_S3_ENDPOINT: z.url(),
  TESSERA_S3_REGION: z.string().min(1).default('us-east-1'),
  TESSERA_S3_BUCKET: z.string().min(3).default('tessera'),
  TESSERA_S3_ACCESS_KEY: z.string().min(1),
  TESSERA_S3_SECRET_KEY: z.string().min(1),
  TESSERA_KEY: z.string().min(32),
  TESSERA_GRPC_ADDRESS: z.string().regex(place).default('0.0.0.0:9090'),
  TESSERA_PEERS: places.transform(byName),
  TESSERA_HTTP_PEERS: places.transform(byName).optional(),
  TESSERA_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(5000),
});

/** What a process of the cluster needs beside the common configuration. */
export type ClusterConfig = Config & {
  readonly mongoUrl: string;
  readonly kafka: {
    readonly brokers: readonly string[];
    readonly ssl: boolean;
    /** Copies that the broker keeps of each topic that is made. */
    readonly replicas: number;
    readonly sasl?: { readonly mechanism: 'scram-sha-512'; readonly username: string; readonly password: string };
  };
  readonly redisUrl: string;
  readonly natsUrls: readonly string[];
  readonly s3: { readonly endpoint: string; readonly region: string; readonly bucket: string; readonly accessKey: string; readonly secretKey: string };
  /** Signs who is there between processes; the same in every one of the installation. */
  readonly key: string;
  /** Where gRPC listens, `host:port`. */
  readonly grpcAddress: string;
  /** By service: where its gRPC listens; a name may lead to several replicas. */
  readonly peers: Readonly<Record<string, string>>;
  /** By service: where its HTTP listens, for the gateway. */
  readonly httpPeers: Readonly<Record<string, string>>;
  /** Ms between the word that this process ends and the last request that it takes. */
  readonly drainMs: number;
};

/** Reads and checks the environment of a process of the cluster. Throws one error that names every variable that is wrong or unknown. */
export const readClusterConfig = (environment: Readonly<Record<string, string | undefined>>): ClusterConfig => {
  const names = new Set(Object.keys(schema.shape));
  const common = readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name))));
  const own = Object.fromEntries([...names].flatMap((name) => (environment[name] === undefined || environment[name] === '' ? [] : [[name, environment[name]]])));
  const result = schema.safeParse(own);
  if (!result.success) throw invalidConfig(result.error);
  const values = result.data;
  const { TESSERA_KAFKA_USERNAME: username, TESSERA_KAFKA_PASSWORD: password } = values;
  if ((username === undefined) !== (password === undefined)) throw new Error('The configuration is not valid:\n  TESSERA_KAFKA_USERNAME, TESSERA_KAFKA_PASSWORD: one needs the other');
  return {
    ...common, environment,
    mongoUrl: values.TESSERA_MONGO_URL, redisUrl: values.TESSERA_REDIS_URL, natsUrls: values.TESSERA_NATS_URL,
    kafka: {
      brokers: values.TESSERA_KAFKA_BROKERS, ssl: values.TESSERA_KAFKA_TLS, replicas: values.TESSERA_KAFKA_REPLICAS,
      ...(username !== undefined && password !== undefined && { sasl: { mechanism: 'scram-sha-512', username, password } }),
    },
    s3: { endpoint: values.TESSERA_S3_ENDPOINT, region: values.TESSERA_S3_REGION, bucket: values.TESSERA_S3_BUCKET, accessKey: values.TESSERA_S3_ACCESS_KEY, secretKey: values.TESSERA_S3_SECRET_KEY },
    key: values.TESSERA_KEY, grpcAddress: values.TESSERA_GRPC_ADDRESS, peers: values.TESSERA_PEERS, httpPeers: values.TESSERA_HTTP_PEERS ?? {}, drainMs: values.TESSERA_DRAIN_MS,
  };
};
