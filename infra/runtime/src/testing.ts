import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tessera/telemetry';
import { readConfig } from './config.ts';
import { startEmbedded } from './embedded.ts';
import type { ServicePorts } from './service.ts';

/** The product in this process, for tests: every service, real stores in a folder of its own, a real port. */
export type TestProduct = {
  /** `http://localhost:<port>`; the API is below `/api`. */
  readonly url: string;
  readonly dataFolder: string;
  /** What was logged, one JSON object a line. */
  readonly log: readonly string[];
  /** What a service was given, to arrange what no route can. */
  ports(service: string): ServicePorts;
  setupCode(): Promise<string | undefined>;
  stop(): Promise<void>;
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer();
    probe.once('error', () => freePort().then(resolve, reject));
    probe.listen(port, () => probe.close(() => resolve(port)));
  });

/**
 * Starts the product on a fresh data folder (or a given one, which then stays). `environment` as a process would have
 * it; rate limits are off unless asked for.
 */
export const startTestProduct = async (
  options: { readonly environment?: Readonly<Record<string, string>>; readonly dataFolder?: string } = {},
): Promise<TestProduct> => {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'tessera-test-'));
  const port = await freePort();
  const log: string[] = [];
  const config = readConfig({
    PORT: String(port),
    TESSERA_DATA: dataFolder,
    TESSERA_RATE_LIMITS: 'off',
    TESSERA_LOG: 'error',
    ...options.environment,
  });
  const running = await startEmbedded(config, createLogger({ pretty: false, write: (line) => log.push(line) }));
  return {
    url: `http://localhost:${running.port}`,
    dataFolder,
    log,
    ports: running.ports,
    setupCode: running.setupCode,
    stop: async () => {
      await running.stop();
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

/** A caller with a token, or without one. */
export type TestCaller = {
  readonly token: string;
  /** Answers status, parsed body and headers; never throws for a refusal. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ readonly status: number; readonly body: never; readonly headers: Headers }>;
};

export const caller = (url: string, token = ''): TestCaller => ({
  token,
  call: async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as never,
      headers: response.headers,
    };
  },
});

export const owner = {
  organization: 'Marlow Supply',
  name: 'Maren Okafor',
  email: 'maren@marlow.example',
  password: 'seven-oaks-42',
} as const;

/** Does the first run; answers the administrator. */
export const firstRun = async (product: Pick<TestProduct, 'url'>): Promise<TestCaller> => {
  const { status, body } = await caller(product.url).call('POST', '/setup', owner);
  if (status !== 201) throw new Error(`the first run failed: ${status} ${JSON.stringify(body)}`);
  return caller(product.url, (body as { token: string }).token);
};

/** Invites and joins somebody; answers them. Roles: '1' Admin, '2' Builder, '3' Member. */
export const colleague = async (
  product: Pick<TestProduct, 'url'>,
  by: TestCaller,
  person: {
    readonly email: string;
    readonly seat: 'builder' | 'member' | 'viewer';
    readonly role: string;
    readonly name?: string;
  },
): Promise<TestCaller> => {
  const invitation = await by.call('POST', '/v3/invitations', {
    email: person.email,
    seat: person.seat,
    role: person.role,
  });
  const { link } = invitation.body as { link: string };
  const joined = await caller(product.url).call('POST', `/invitations/${link.split('/').at(-1)}/accept`, {
    name: person.name ?? 'Colleague',
    email: person.email,
    password: 'seven-oaks-43',
  });
  if (joined.status !== 201) throw new Error(`joining failed: ${joined.status} ${JSON.stringify(joined.body)}`);
  return caller(product.url, (joined.body as { token: string }).token);
};

/** Another organization with its administrator: no route makes a second one, so it is arranged below them. */
export const foreignAdmin = async (product: TestProduct): Promise<TestCaller> => {
  const { makeOrganization } = await import('../../../services/auth/src/testing.ts');
  return caller(
    product.url,
    await makeOrganization(product.ports('auth'), {
      organization: 'Elsewhere',
      name: 'Eve',
      email: `eve-${Math.random().toString(36).slice(2)}@elsewhere.example`,
    }),
  );
};
