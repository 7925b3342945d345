import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { programs } from '../../generate/src/descriptions.ts';
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

/** What a platform may take to start on a machine that does other work beside it. */
const startMs = 300_000;

/**
 * Resolves when a gateway is ready, which it is when all engines answer and each service has told it what it does.
 * Containers are not asked for their health: the engine looks every ten seconds only.
 */
const ready = async (url: string): Promise<void> => {
  let said = 'nothing';
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await pause(250)) {
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
      if (response.status === 200) return;
      said = await response.text();
    } catch (error) {
      said = String(error);
    }
  }
  throw new Error(`the platform is not ready after ${startMs / 1000} s: ${said}`);
};

/**
 * Builds the project's images, starts the platform and resolves when its gateway and a replica of each service are
 * ready. `environment` sets variables of docker-compose.yml, `scale` the replicas of services, `file` a compose file
 * that is laid over it. Throws with the last lines of what the services said when it does not become ready; nothing is
 * left then.
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
    await run('up', '--detach', '--no-build', ...scale);
    await ready(url);
  } catch (error) {
    const logs = await run('logs', '--no-color', '--tail', '15', ...programs).catch(String);
    await stop();
    throw new Error(`${String(error)}\n${logs}`, { cause: error });
  }
  return { url, secrets, compose: run, stop };
};
