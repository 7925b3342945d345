import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { startPlatform, type Platform } from '@tessera/engines/platform';
import { makeDeals, type DealsTable } from '../load/api-figures.ts';
import { client, owner, type Client } from '../product/product.ts';
import { openLinks, type Links } from './links.ts';
import { followLog, type Log } from './log.ts';
import { writeOverlay, type Overlay } from './overlay.ts';

/** Programs of the platform, by their name in docker-compose.yml. */
export const programs = ['auth', 'tables', 'connectors', 'apps', 'gateway'] as const;

/** Runs docker; answers what it printed. Throws with what it said when it fails. */
export const docker = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('docker', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      error += chunk.toString();
    });
    child
      .once('error', reject)
      .once('close', (code) =>
        code === 0 ? resolve(out.trim()) : reject(new Error(`docker ${args.join(' ')}: ${error}`)),
      );
  });

/** What the engine knows of a container, by its socket: a program for each question would cost more than the answer. */
const inspect = (
  container: string,
): Promise<{
  readonly State: { readonly Health?: { readonly Status: string } };
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> };
}> =>
  new Promise((resolve, reject) => {
    get({ socketPath: '/var/run/docker.sock', path: `/containers/${container}/json` }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text) as Awaited<ReturnType<typeof inspect>>);
        else reject(new Error(`no container ${container}: ${text}`));
      });
    }).once('error', reject);
  });

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** The composed platform, set up, with a table to write to; faults are made on its containers. */
export type Stand = {
  readonly platform: Platform;
  readonly api: Client;
  readonly deals: DealsTable;
  /** Where browsers and programs would be let in: the gateways that say that they are ready. */
  readonly doors: () => Promise<readonly string[]>;
  /** Ids of the containers of a service, its replicas in their order. */
  readonly containers: (service: string) => Promise<readonly string[]>;
  readonly network: string;
  /** What every service wrote, by service. */
  readonly logs: Readonly<Record<'tables' | 'connectors', Log>>;
  readonly links: Links;
  readonly overlay: Overlay;
  /** Where a container is reached from this machine. */
  readonly address: (container: string) => Promise<string>;
  /** Resolves when the container's own check of /readyz/requests (or of the engine) passes. Throws after `seconds`. */
  readonly healthy: (container: string, seconds?: number) => Promise<void>;
  /** What `/readyz` of a replica says, asked from the outside; another path asks another question. */
  readonly ready: (container: string, path?: string) => Promise<{ readonly status: number; readonly text: string }>;
  /** How often the engine had to start programs again that had ended by themselves. */
  readonly restarts: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Waits until the check holds; throws with the last answer after `seconds`. */
export const until = async <T>(
  what: string,
  seconds: number,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
): Promise<T> => {
  const deadline = performance.now() + seconds * 1000;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const answer = await ask();
      if (holds(answer)) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(
    `${what}: not within ${seconds} s; at last ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
};

/**
 * Starts the platform with these replicas, toxiproxy in between, and sets it up. Rate limits are off: the load comes
 * from one address.
 */
export const openStand = async (
  options: { readonly scale?: Readonly<Record<string, number>> } = {},
): Promise<Stand> => {
  const overlay = writeOverlay();
  const platform = await startPlatform({
    scale: options.scale ?? {},
    file: overlay.file,
    environment: { TESSERA_RATE_LIMITS: 'off', ...overlay.environment },
  });
  try {
    const containers = async (service: string): Promise<readonly string[]> =>
      lines(await platform.compose('ps', '--all', '--quiet', service));
    const [first = ''] = await containers('gateway');
    const project = await docker('inspect', '--format', '{{index .Config.Labels "com.docker.compose.project"}}', first);
    const network = `${project}_engines`;
    const address = async (container: string): Promise<string> =>
      (await inspect(container)).NetworkSettings.Networks[network]?.IPAddress ?? '';
    const gateways = await containers('gateway');
    const doors = async (): Promise<readonly string[]> =>
      (await Promise.all(gateways.map(address))).filter((ip) => ip !== '').map((ip) => `http://${ip}:8080`);

    const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1];
    const [door = ''] = await doors();
    const { token } = await client(door, '').call<{ token: string }>('POST', 'setup', { ...owner, code });
    const api = client(door, token);
    const logOf = (service: 'tables' | 'connectors'): Log =>
      followLog(
        service,
        platform.secrets.key,
        async () => `${await address((await containers(service))[0] ?? '')}:9090`,
      );
    return {
      platform,
      api,
      deals: await makeDeals(api, 'Deals'),
      doors,
      containers,
      network,
      address,
      overlay,
      logs: { tables: logOf('tables'), connectors: logOf('connectors') },
      links: openLinks(async () => `http://${await address((await containers('toxiproxy'))[0] ?? '')}:8474`),
      healthy: async (container, seconds = 90) => {
        await until(
          `health of ${container}`,
          seconds,
          async () => (await inspect(container)).State.Health?.Status,
          (status) => status === 'healthy',
        );
      },
      ready: async (container, path = '/readyz') => {
        const response = await fetch(`http://${await address(container)}:8080${path}`, {
          signal: AbortSignal.timeout(5000),
        });
        return { status: response.status, text: await response.text() };
      },
      restarts: async () => {
        const all = (await Promise.all(programs.map(containers))).flat();
        return lines(await docker('inspect', '--format', '{{.RestartCount}}', ...all)).reduce(
          (sum, count) => sum + Number(count),
          0,
        );
      },
      stop: async () => {
        await platform.stop();
        overlay.remove();
      },
    };
  } catch (error) {
    await platform.stop();
    overlay.remove();
    throw error;
  }
};
