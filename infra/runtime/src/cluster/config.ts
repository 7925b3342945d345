import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { natsAddress } from '@tessera/live/nats-address';
import type { GrpcTls } from '@tessera/rpc';
import { z } from 'zod';
import { flag, invalidConfig, readConfig, type Config } from '../config.ts';

const place = /^[^\s:,=]+:\d+$/;
const places = z
  .string()
  .regex(/^([a-z]+=[^\s:,=]+:\d+)(,[a-z]+=[^\s:,=]+:\d+)*$/, 'name=host:port, separated by commas');
const list = (one: RegExp) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(one)).min(1));
const byName = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(',').map((one) => one.split('=') as [string, string]));

/** What may be kept in a file instead of the environment: the path is in the variable of the same name with `_FILE`. */
const secrets = [
  'TESSERA_MONGO_URL',
  'TESSERA_REDIS_URL',
  'TESSERA_NATS_URL',
  'TESSERA_KAFKA_USERNAME',
  'TESSERA_KAFKA_PASSWORD',
  'TESSERA_S3_ACCESS_KEY',
  'TESSERA_S3_SECRET_KEY',
  'TESSERA_KEY',
  'TESSERA_METRICS_TOKEN',
] as const;

const natsUrls = list(/./).superRefine((urls, context) => {
  try {
    natsAddress(urls);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});
const redisUrl = z
  .string()
  .regex(/^rediss?:\/\//, 'must be redis:// or rediss://')
  .refine(URL.canParse, 'is no address; special characters of a password are percent-encoded (%40 for @)');

// With a bare @ in a password the driver would take what follows it for the host, and say it aloud.
const mongoUrl = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\//, 'must be mongodb:// or mongodb+srv://')
  .regex(/^[^@]*(@[^@]*)?$/, 'is no address; special characters of a password are percent-encoded (%40 for @)');

const schema = z.strictObject({
  TESSERA_MODE: z.literal('cluster'),
  TESSERA_MONGO_URL: mongoUrl,
  TESSERA_KAFKA_BROKERS: list(place),
  TESSERA_KAFKA_TLS: flag.default(false),
  TESSERA_KAFKA_USERNAME: z.string().min(1).optional(),
  TESSERA_KAFKA_PASSWORD: z.string().min(1).optional(),
  TESSERA_KAFKA_REPLICAS: z.coerce.number().int().min(1).max(9).default(1),
  TESSERA_REDIS_URL: redisUrl,
  TESSERA_NATS_URL: natsUrls,
  TESSERA_S3_ENDPOINT: z.url(),
  TESSERA_S3_REGION: z.string().min(1).default('us-east-1'),
  TESSERA_S3_BUCKET: z.string().min(3).default('tessera'),
  TESSERA_S3_ACCESS_KEY: z.string().min(1),
  TESSERA_S3_SECRET_KEY: z.string().min(1),
  TESSERA_KEY: z
    .string()
    .regex(/^[^,]{32,}(,[^,]{32,}){0,2}$/, 'must be 32 characters at least; with a comma between, three keys at most'),
  TESSERA_GRPC_ADDRESS: z.string().regex(place).default('0.0.0.0:9090'),
  TESSERA_TLS_CERT: z.string().min(1).optional(),
  TESSERA_TLS_KEY: z.string().min(1).optional(),
  TESSERA_TLS_CA: z.string().min(1).optional(),
  TESSERA_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(8443),
  TESSERA_TLS_REQUIRED: flag.default(false),
  TESSERA_ENGINES_CERT: z.string().min(1).optional(),
  TESSERA_ENGINES_KEY: z.string().min(1).optional(),
  TESSERA_PEERS: places.transform(byName),
  TESSERA_HTTP_PEERS: places.transform(byName).optional(),
  TESSERA_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(5000),
});

/** What a process of the cluster needs beside the common configuration. */
export type ClusterConfig = Config & {
  readonly mongoUrl: string;
  readonly kafka: {
    readonly brokers: readonly string[];
    readonly ssl: boolean | { readonly cert: string; readonly key: string };
    /** Copies that the broker keeps of each topic that is made. */
    readonly replicas: number;
    readonly sasl?: { readonly mechanism: 'scram-sha-512'; readonly username: string; readonly password: string };
  };
  /** What NATS, Redis and Kafka are shown by TLS, where they ask who connects; PEM. */
  readonly certificate: { readonly cert: string; readonly key: string } | undefined;
  readonly redisUrl: string;
  readonly natsUrls: readonly string[];
  readonly s3: {
    readonly endpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly accessKey: string;
    readonly secretKey: string;
  };
  /**
   * Signs who is there between processes; the same in every one of the installation. While keys are changed there are
   * several, with commas between: the first signs, each is accepted.
   */
  readonly key: string;
  /** Where gRPC listens, `host:port`. */
  readonly grpcAddress: string;
  /** What requests and calls between processes are encrypted with; in the clear when undefined. */
  readonly tls: GrpcTls | undefined;
  /** Where requests are answered by TLS; the other port then answers probes alone. */
  readonly tlsPort: number;
  /** By service: where its gRPC listens; a name may lead to several replicas. */
  readonly peers: Readonly<Record<string, string>>;
  /** By service: where its HTTP listens, for the gateway. */
  readonly httpPeers: Readonly<Record<string, string>>;
  /** Ms between the word that this process ends and the last request that it takes. */
  readonly drainMs: number;
};

const contents = (variable: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(
      `The configuration is not valid:\n  ${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      { cause: error },
    );
  }
};

const pem = (variable: string, path: string): Buffer => {
  const text = contents(variable, path);
  if (!text.includes('-----BEGIN '))
    throw new Error(`The configuration is not valid:\n  ${variable}: ${path} is not PEM`);
  return text;
};

/** The PEM files that an address of MongoDB names must be there: the driver would only look for them when it connects. */
const checkNamedFiles = (url: string): void => {
  for (const option of ['tlsCAFile', 'tlsCertificateKeyFile', 'tlsCRLFile']) {
    const path = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(option);
    if (path !== null) pem(`TESSERA_MONGO_URL, ${option}`, path);
  }
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with what its secret files hold, read once, without the blank or newline at their end. */
const withSecretFiles = (environment: Environment): Environment => {
  const found = { ...environment };
  for (const name of secrets) {
    const path = environment[`${name}_FILE`];
    delete found[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    if (environment[name] !== undefined && environment[name] !== '')
      throw new Error(`The configuration is not valid:\n  ${name}, ${name}_FILE: one of them, not both`);
    const value = contents(`${name}_FILE`, path).toString('utf8').trimEnd();
    if (value === '') throw new Error(`The configuration is not valid:\n  ${name}_FILE: ${path} is empty`);
    found[name] = value;
  }
  return found;
};

/** The three files, read once: a new certificate is taken with the next start of the process. */
const tlsOf = (
  values: { readonly [name in 'TESSERA_TLS_CERT' | 'TESSERA_TLS_KEY' | 'TESSERA_TLS_CA']?: string | undefined } & {
    readonly TESSERA_PEERS: Readonly<Record<string, string>>;
    readonly TESSERA_HTTP_PEERS?: Readonly<Record<string, string>> | undefined;
  },
): GrpcTls | undefined => {
  const { TESSERA_TLS_CERT: cert, TESSERA_TLS_KEY: key, TESSERA_TLS_CA: ca } = values;
  if (cert === undefined && key === undefined && ca === undefined) return undefined;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new Error(
      'The configuration is not valid:\n  TESSERA_TLS_CERT, TESSERA_TLS_KEY, TESSERA_TLS_CA: each needs the others',
    );
  // What a certificate is compared with is a name; Node takes no number for it.
  for (const variable of ['TESSERA_PEERS', 'TESSERA_HTTP_PEERS'] as const) {
    const numbered = Object.values(values[variable] ?? {}).find(
      (address) => isIP(address.slice(0, address.lastIndexOf(':'))) !== 0,
    );
    if (numbered !== undefined)
      throw new Error(
        `The configuration is not valid:\n  ${variable}: ${numbered} must be a name where there are certificates`,
      );
  }
  return { cert: pem('TESSERA_TLS_CERT', cert), key: pem('TESSERA_TLS_KEY', key), ca: pem('TESSERA_TLS_CA', ca) };
};

/** What is shown to NATS, Redis and Kafka by TLS, where they ask; MongoDB's stands in its address. */
const certificateOf = (
  values: z.output<typeof schema>,
): { readonly cert: string; readonly key: string } | undefined => {
  const { TESSERA_ENGINES_CERT: cert, TESSERA_ENGINES_KEY: key } = values;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new Error(
      'The configuration is not valid:\n  TESSERA_ENGINES_CERT, TESSERA_ENGINES_KEY: one needs the other',
    );
  return {
    cert: pem('TESSERA_ENGINES_CERT', cert).toString(),
    key: pem('TESSERA_ENGINES_KEY', key).toString(),
  };
};

/** Whether an address of MongoDB asks for TLS, and for a server whose certificate is looked at. */
const byTls = (url: string): boolean =>
  /^mongodb\+srv:|[?&](tls|ssl)=true(&|$)/.test(url) &&
  !/[?&](tls|ssl)=false|[?&]tls(Insecure|AllowInvalidCertificates|AllowInvalidHostnames)=true/i.test(url);

/** What would travel in the clear, where nothing may: passwords of people, and those that open the engines. */
const inTheClear = (values: z.output<typeof schema>): readonly string[] =>
  Object.entries({
    TESSERA_TLS_CERT: values.TESSERA_TLS_CERT !== undefined,
    TESSERA_MONGO_URL: byTls(values.TESSERA_MONGO_URL),
    TESSERA_REDIS_URL: values.TESSERA_REDIS_URL.startsWith('rediss:'),
    TESSERA_NATS_URL: values.TESSERA_NATS_URL.every((url) => /^(nats\+)?tls:/.test(url)),
    TESSERA_KAFKA_TLS: values.TESSERA_KAFKA_TLS,
    TESSERA_S3_ENDPOINT: values.TESSERA_S3_ENDPOINT.startsWith('https:'),
  }).flatMap(([name, encrypted]) => (encrypted ? [] : [name]));

/**
 * Reads and checks the environment of a process of the cluster, and the files that it names for secrets. Throws one
 * error that names every variable that is wrong or unknown, and shows no value.
 */
export const readClusterConfig = (given: Environment): ClusterConfig => {
  const environment = withSecretFiles(given);
  const names = new Set(Object.keys(schema.shape));
  const common = readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name))));
  const own = Object.fromEntries(
    [...names].flatMap((name) =>
      environment[name] === undefined || environment[name] === '' ? [] : [[name, environment[name]]],
    ),
  );
  const result = schema.safeParse(own);
  if (!result.success) throw invalidConfig(result.error);
  const values = result.data;
  const clear = values.TESSERA_TLS_REQUIRED ? inTheClear(values) : [];
  if (clear.length > 0)
    throw new Error(
      `The configuration is not valid:\n  ${clear.join(', ')}: must be by TLS, since TESSERA_TLS_REQUIRED is on`,
    );
  checkNamedFiles(values.TESSERA_MONGO_URL);
  const { TESSERA_KAFKA_USERNAME: username, TESSERA_KAFKA_PASSWORD: password } = values;
  if ((username === undefined) !== (password === undefined))
    throw new Error(
      'The configuration is not valid:\n  TESSERA_KAFKA_USERNAME, TESSERA_KAFKA_PASSWORD: one needs the other',
    );
  const certificate = certificateOf(values);
  return {
    ...common,
    environment: given,
    certificate,
    mongoUrl: values.TESSERA_MONGO_URL,
    redisUrl: values.TESSERA_REDIS_URL,
    natsUrls: values.TESSERA_NATS_URL,
    kafka: {
      brokers: values.TESSERA_KAFKA_BROKERS,
      ssl: values.TESSERA_KAFKA_TLS && (certificate ?? true),
      replicas: values.TESSERA_KAFKA_REPLICAS,
      ...(username !== undefined &&
        password !== undefined && { sasl: { mechanism: 'scram-sha-512', username, password } }),
    },
    s3: {
      endpoint: values.TESSERA_S3_ENDPOINT,
      region: values.TESSERA_S3_REGION,
      bucket: values.TESSERA_S3_BUCKET,
      accessKey: values.TESSERA_S3_ACCESS_KEY,
      secretKey: values.TESSERA_S3_SECRET_KEY,
    },
    key: values.TESSERA_KEY,
    grpcAddress: values.TESSERA_GRPC_ADDRESS,
    tls: tlsOf(values),
    tlsPort: values.TESSERA_TLS_PORT,
    peers: values.TESSERA_PEERS,
    httpPeers: values.TESSERA_HTTP_PEERS ?? {},
    drainMs: values.TESSERA_DRAIN_MS,
  };
};
