import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { startPlatform, type Platform } from '@tessera/engines/platform';
import { programs } from '../../generate/src/descriptions.ts';
import { makeDeals, type DealsTable } from '../load/api-figures.ts';
import { client, owner, type Client } from '../product/product.ts';
import { openLinks, type Links } from './links.ts';
import { followLog, type Log } from './log.ts';
import { writeOverlay, type Overlay } from './overlay.ts';

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

/** Asks the container engine by its socket: a program for each question would cost more than the answer. */
const askEngine = <T>(path: string): Promise<T> =>
  new Promise((resolve, reject) => {
    get({ socketPath: '/var/run/docker.sock', path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', reject).once('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text) as T);
        else reject(new Error(`${path}: ${text}`));
      });
    }).once('error', reject);
  });

type Networks = { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> };
type Listed = {
  readonly Id: string;
  /** `running`, `paused`, `exited` and others. */
  readonly State: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly NetworkSettings: Networks;
};
const label = 'com.docker.compose.';
const serviceOf = ({ Labels }: Listed): string => Labels[`${label}service`] ?? '';

/** The containers of a compose project, whatever their state, in the order of their numbers. */
const containersOf = async (project: string): Promise<readonly Listed[]> => {
  const filters = JSON.stringify({ label: [`${label}project=${project}`] });
  const listed = await askEngine<Listed[]>(`/containers/json?all=1&filters=${encodeURIComponent(filters)}`);
  const number = ({ Labels }: Listed): number => Number(Labels[`${label}container-number`]);
  return listed.toSorted((a, b) => number(a) - number(b));
};
const inspect = (container: string): Promise<{ readonly RestartCount: number; readonly NetworkSettings: Networks }> =>
  askEngine(`/containers/${container}/json`);

const engines = ['mongo', 'kafka', 'redis', 'nats', 's3', 'toxiproxy'];

/** The composed platform, set up, with a table to write to; faults are made on its containers. */
export type Testbed = {
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
  /** Resolves when a container of a service answers requests. Throws after `seconds`. */
  readonly serving: (container: string, seconds?: number) => Promise<void>;
  /** What `/readyz` of a replica says, asked from the outside; another path asks another question. */
  readonly ready: (container: string, path?: string) => Promise<{ readonly status: number; readonly text: string }>;
  /**
   * Takes back whatever a fault that failed left: links, networks, what stands still. Resolves when every replica says
   * that all of its engines answer.
   */
  readonly heal: () => Promise<void>;
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
export const openTestbed = async (
  options: { readonly scale?: Readonly<Record<string, number>> } = {},
): Promise<Testbed> => {
  const overlay = writeOverlay();
  const platform = await startPlatform({
    scale: options.scale ?? {},
    file: overlay.file,
    environment: { TESSERA_RATE_LIMITS: 'off', ...overlay.environment },
  });
  try {
    const [first = ''] = (await platform.compose('ps', '--all', '--quiet', 'gateway')).split('\n');
    const project = await docker('inspect', '--format', '{{index .Config.Labels "com.docker.compose.project"}}', first);
    const containers = async (service: string): Promise<readonly string[]> =>
      (await containersOf(project)).filter((one) => serviceOf(one) === service).map(({ Id }) => Id);
    const network = `${project}_engines`;
    const address = async (container: string): Promise<string> =>
      (await inspect(container)).NetworkSettings.Networks[network]?.IPAddress ?? '';
    const ready: Testbed['ready'] = async (container, path = '/readyz') => {
      const response = await fetch(`http://${await address(container)}:8080${path}`, {
        signal: AbortSignal.timeout(5000),
      });
      return { status: response.status, text: await response.text() };
    };
    const links = openLinks(async () => `http://${await address((await containers('toxiproxy'))[0] ?? '')}:8474`);
    const heal = async (): Promise<void> => {
      for (const one of await containersOf(project)) {
        const service = serviceOf(one);
        // A version beside the others ends with its fault.
        if (![...programs, ...engines].includes(service)) continue;
        if (one.State === 'paused') await docker('unpause', one.Id);
        else if (one.State !== 'running') await docker('start', one.Id);
        if (one.NetworkSettings.Networks[network] === undefined)
          await docker('network', 'connect', '--alias', service, network, one.Id);
      }
      await links.slow('mongo', 0);
      await links.heal('connectorsToTables');
      for (const container of (await Promise.all(programs.map(containers))).flat())
        await until(
          `readiness of ${container}`,
          180,
          () => ready(container),
          ({ status }) => status === 200,
        );
    };
    await heal();
    const gateways = await containers('gateway');
    const doors = async (): Promise<readonly string[]> =>
      (await Promise.all(gateways.map(address))).filter((ip) => ip !== '').map((ip) => `http://${ip}:8080`);

    const code = await until(
      'the code of the first run',
      60,
      async () => /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1],
      (found) => found !== undefined,
    );
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
      links,
      serving: async (container, seconds = 180) => {
        await until(
          `${container} answers requests`,
          seconds,
          () => ready(container, '/readyz/requests'),
          ({ status }) => status === 200,
        );
      },
      ready,
      heal,
      restarts: async () => {
        const all = (await Promise.all(programs.map(containers))).flat();
        const counts = await Promise.all(all.map(async (one) => (await inspect(one)).RestartCount));
        return counts.reduce((sum, count) => sum + count, 0);
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
