import { randomBytes } from 'node:crypto';
import { compose, type ComposeResult } from './compose.ts';
import { freePort } from './engine.ts';

/** Every service, the gateway and the engines, as docker-compose.yml composes them, in a project of their own. */
export type Platform = {
  /** Of the gateway, without a slash at the end. */
  readonly url: string;
  /** The key that signs actors and the token that opens /metrics. */
  readonly secrets: { readonly key: string; readonly metricsToken: string };
  /** docker compose on this project, such as `kill -s KILL tables`. Throws with what it said when it fails. */
  readonly compose: (...args: readonly string[]) => Promise<string>;
  /** Removes containers, networks and volumes. */
  readonly stop: () => Promise<void>;
};

const secret = (): string => randomBytes(32).toString('hex');
let started = 0;

const told = (args: readonly string[], { status, stdout, stderr }: ComposeResult): string => {
  if (status !== 0)
    throw new Error(
      `docker compose ${args.join(' ')} ended with ${status}:\n${stderr.split('\n').slice(-40).join('\n')}`,
    );
  return stdout;
};

/**
 * Builds the project's images, starts the platform and resolves when every health check passes. `environment` sets
 * variables of docker-compose.yml, `scale` the replicas of services, `file` a compose file that is laid over it. Throws
 * with the last lines of what the services said when it does not become healthy; nothing is left then.
 */
export const startPlatform = async (
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly scale?: Readonly<Record<string, number>>;
    readonly file?: string;
  } = {},
): Promise<Platform> => {
  const project = `tessera-test-${process.env['TESSERA_TEST_RUN'] ?? process.pid}-${started++}`;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Each further gateway is published at the next port; `url` stays the first.
  const gateways = options.scale?.['gateway'] ?? 1;
  const ports = gateways === 1 ? String(port) : `${port}-${port + gateways - 1}`;
  const secrets = { key: secret(), metricsToken: secret() };
  const environment = {
    TESSERA_PORT: ports,
    PROMETHEUS_PORT: String(await freePort()),
    TESSERA_BASE_URL: url,
    TESSERA_VERSION: 'test',
    TESSERA_KEY: secrets.key,
    TESSERA_METRICS_TOKEN: secrets.metricsToken,
    TESSERA_S3_SECRET_KEY: secret(),
    ...options.environment,
  };
  const files = options.file === undefined ? [] : ['--file', 'docker-compose.yml', '--file', options.file];
  const run = async (...args: readonly string[]): Promise<string> =>
    told(args, await compose(['--project-name', project, ...files, ...args], environment));
  const stop = async (): Promise<void> =>
    void (await run('--profile', '*', 'down', '--volumes', '--timeout', '10', '--remove-orphans'));
  const scale = Object.entries(options.scale ?? {}).flatMap(([name, count]) => ['--scale', `${name}=${count}`]);
  try {
    // Packages are fetched in it, and registries hiccup.
    await run('build', 'auth', 'gateway').catch(() => run('build', 'auth', 'gateway'));
    const up = (): Promise<string> => run('up', '--detach', '--wait', '--wait-timeout', '180', '--no-build', ...scale);
    // It gives up at the first check that fails, which on a busy machine only means that a start took long.
    await up().catch(up);
  } catch (error) {
    const logs = await run(
      'logs',
      '--no-color',
      '--tail',
      '15',
      'auth',
      'tables',
      'connectors',
      'apps',
      'gateway',
    ).catch(String);
    await stop();
    throw new Error(`${String(error)}\n${logs}`, { cause: error });
  }
  return { url, secrets, compose: run, stop };
};
