import { join, resolve } from 'node:path';
import { z } from 'zod';

const root = new URL('../../../', import.meta.url).pathname;
export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((text) => ['on', 'true', '1'].includes(text));
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const schema = z.strictObject({
  PORT: whole(0, 65_535).default(8080),
  TESSERA_HOST: z.string().min(1).optional(),
  TESSERA_DATA: z.string().min(1).default('./data'),
  TESSERA_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TESSERA_RATE_LIMITS: flag.default(true),
  TESSERA_TRUSTED_PROXIES: whole(0, 10).default(0),
  TESSERA_LIVE_SOCKETS: whole(1, 1_000_000).default(5000),
  TESSERA_METRICS_TOKEN: z.string().min(16).optional(),
  TESSERA_LOG: z.enum(['info', 'warn', 'error']).default('info'),
  TESSERA_DEVELOPMENT: flag.default(false),
  TESSERA_DIAL_OPEN: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  TESSERA_DIAL_PROXY: z.string().min(1).optional(),
  // Read by services' own configurations; named here so that a mistyped variable is told.
  TESSERA_UPLOAD_MB: whole(1, 100_000).optional(),
  TESSERA_UPLOADS_MB: whole(1, 100_000_000).optional(),
  TESSERA_IMPORT_ROWS: whole(1, 100_000_000).optional(),
  TESSERA_FILE_MB: whole(1, 100_000).optional(),
  TESSERA_FILES_MB: whole(1, 100_000_000).optional(),
  TESSERA_BILLING: flag.default(false),
  TESSERA_OPEN_ORGANIZATIONS: flag.default(false),
  TESSERA_ERASE_AFTER_DAYS: whole(0, 90).default(7),
  TESSERA_PLANS: z.string().min(1).optional(),
  TESSERA_HELP: z.string().min(1).optional(),
  TESSERA_AI_URL: z.string().optional(),
  TESSERA_AI_KEY: z.string().optional(),
  TESSERA_AI_KEY_FILE: z.string().optional(),
  TESSERA_AI_MODEL: z.string().optional(),
  TESSERA_SMTP_URL: z.string().optional(),
  TESSERA_SMTP_URL_FILE: z.string().optional(),
  TESSERA_MAIL_FROM: z.string().optional(),
});

/** One error that names every variable that is wrong or unknown. */
export const invalidConfig = (error: z.ZodError): Error => {
  const lines = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: unknown`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  return new Error(`The configuration is not valid:\n  ${lines.join('\n  ')}`);
};

/** The whole configuration of a process, read once. */
export type Config = {
  readonly port: number;
  /** Address to listen on; all when undefined. */
  readonly host: string | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  /** Without a slash at the end; undefined means http://localhost:<port>. */
  readonly baseUrl: string | undefined;
  readonly rateLimits: boolean;
  readonly trustedProxies: number;
  /** Live sockets of all browsers and programs in one process; those above it are refused. */
  readonly liveSockets: number;
  readonly metricsToken: string | undefined;
  readonly logLevel: 'info' | 'warn' | 'error';
  readonly development: boolean;
  /** Organizations have plans; without it each has everything. */
  readonly billing: boolean;
  readonly openOrganizations: boolean;
  /** Days from when an organization is to be erased until it is. */
  readonly eraseAfterDays: number;
  /** Networks beside the public internet that the server may connect to, and the proxy for all others. */
  readonly dialing: { readonly open: readonly string[]; readonly proxy: string | undefined };
  /** Where the front ends are. */
  readonly frontends: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Reads and checks the environment. Throws one error that names every variable that is wrong or unknown. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const own = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => (name === 'PORT' || name.startsWith('TESSERA_')) && value !== undefined && value !== '',
    ),
  );
  const result = schema.safeParse(own);
  if (!result.success) throw invalidConfig(result.error);
  const values = result.data;
  return {
    port: values.PORT,
    host: values.TESSERA_HOST,
    dataFolder: resolve(root, values.TESSERA_DATA),
    baseUrl: values.TESSERA_BASE_URL?.replace(/\/+$/, ''),
    rateLimits: values.TESSERA_RATE_LIMITS,
    trustedProxies: values.TESSERA_TRUSTED_PROXIES,
    liveSockets: values.TESSERA_LIVE_SOCKETS,
    metricsToken: values.TESSERA_METRICS_TOKEN,
    logLevel: values.TESSERA_LOG,
    development: values.TESSERA_DEVELOPMENT,
    billing: values.TESSERA_BILLING,
    openOrganizations: values.TESSERA_OPEN_ORGANIZATIONS,
    eraseAfterDays: values.TESSERA_ERASE_AFTER_DAYS,
    dialing: { open: values.TESSERA_DIAL_OPEN, proxy: values.TESSERA_DIAL_PROXY },
    frontends: join(root, 'frontends'),
    environment,
  };
};
