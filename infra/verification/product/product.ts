import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A product that runs as its users run it: `npm start`'s bootstrap in a process of its own, with its data in a folder
 * that goes with it, or with `TESSERA_E2E=cluster` the platform of docker-compose.yml, where the story is the same and
 * what concerns the process is not to be had.
 */
export type Product = {
  readonly url: string;
  /** What the first run asks for where the server is another machine than the browser's. */
  readonly code?: string;
  readonly data: string;
  /** Of the platform: where its command line runs. */
  readonly container?: string;
  readonly process: ChildProcess;
  /** Milliseconds from the start to the ready line. */
  readonly startedIn: number;
  /** Resident memory of the server process in bytes: now and the highest so far. */
  memory(): { readonly now: number; readonly peak: number };
  /** Seconds of processor time that the server process has taken so far. */
  processor(): number;
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** kill -9 of the server itself: no drain, no last word. */
  kill(): Promise<void>;
};

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Starts the product; `keepData` leaves the folder when it stops (for a second start on the same data). */
export const startProduct = async (
  options: { readonly data?: string; readonly keepData?: boolean; readonly env?: Record<string, string> } = {},
): Promise<Product> => {
  if (process.env['TESSERA_E2E'] === 'cluster') return startComposed();
  if (process.env['TESSERA_E2E_URL'] !== undefined)
    return elsewhere(process.env['TESSERA_E2E_URL'], process.env['TESSERA_E2E_CODE'] ?? '');
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'tessera-'));
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['infra/runtime/bootstrap.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      TESSERA_DATA: data,
      TESSERA_RATE_LIMITS: 'off',
      // A route that refuses with a code that it does not name fails.
      STRICT_CODES: 'on',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Tessera is ready')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) =>
      reject(new Error(`the product stopped with ${code} before it was ready:\n${output.slice(-4000)}`)),
    );
  });
  const startedIn = performance.now() - started;
  const exited = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1)));
  let ends = false;
  // One that ends by itself fails every test that comes after: what it said last tells why.
  child.once('exit', (code, by) => {
    if (!ends) console.log(`the product ended by itself, with ${code ?? by}; it said last:\n${output.slice(-4000)}`);
  });
  return {
    url: `http://localhost:${port}`,
    data,
    process: child,
    startedIn,
    memory: () => memoryOf(serverOf(child.pid ?? 0)),
    processor: () => processorOf(serverOf(child.pid ?? 0)),
    stop: async (signal = 'SIGTERM') => {
      ends = true;
      if (child.exitCode === null) child.kill(signal);
      const code = await exited;
      if (!options.keepData && !options.data) rmSync(data, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      ends = true;
      process.kill(serverOf(child.pid ?? 0), 'SIGKILL');
      await exited;
    },
  };
};

/** By address: the code of a first run that is still to be done. */
const codes = new Map<string, string>();

const nothing = (): never => {
  throw new Error('the cluster has no one process');
};

/** A product that somebody else started, such as the one of test:k8s; it stays when the story is over. */
const elsewhere = (url: string, code: string): Product => {
  codes.set(url, code);
  return {
    url,
    code,
    data: '',
    startedIn: 0,
    memory: nothing,
    processor: nothing,
    kill: nothing,
    get process() {
      return nothing();
    },
    stop: async () => 0,
  };
};

const startComposed = async (): Promise<Product> => {
  const { startPlatform } = await import('@tessera/engines/platform');
  const started = performance.now();
  const platform = await startPlatform({ environment: { TESSERA_RATE_LIMITS: 'off' } });
  const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1] ?? '';
  codes.set(platform.url, code);
  return {
    url: platform.url,
    code,
    data: '',
    container: (await platform.compose('ps', '--quiet', 'auth')).trim(),
    startedIn: performance.now() - started,
    memory: nothing,
    processor: nothing,
    kill: nothing,
    get process() {
      return nothing();
    },
    stop: async () => {
      await platform.stop();
      return 0;
    },
  };
};

/** The bootstrap's own child is the server; the bootstrap itself where it has none. */
const serverOf = (pid: number): number => {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return child ? serverOf(Number(child)) : pid;
};

/** Seconds of processor time that a process and its threads have taken; Linux counts hundredths. */
const processorOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const memoryOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
  return { now: kib('VmRSS'), peak: kib('VmHWM') };
};

/** A program's client: bearer token, JSON in and out, an error with the API's code where it is refused. */
export type Client = {
  readonly url: string;
  readonly token: string;
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>;
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
};

export const client = (url: string, token: string): Client => {
  const raw = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  return {
    url,
    token,
    raw,
    call: async (method, path, body, headers) => {
      const response = await raw(method, path, body, headers);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
      return (text ? JSON.parse(text) : {}) as never;
    },
  };
};

export type Owner = {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
};
export const owner = {
  organization: 'Marlow Supply',
  name: 'Maren Okafor',
  email: 'maren@marlow.example',
  password: 'seven-oaks-42',
} as const satisfies Owner;

/** Signs somebody in; answers their client. */
export const login = async (url: string, { email, password }: Pick<Owner, 'email' | 'password'>): Promise<Client> => {
  const { token } = await client(url, '').call<{ token: string }>('POST', 'auth/loginV2', { email, password });
  return client(url, token);
};

/** Sets the product up and answers the owner's client. */
export const setUp = async (url: string): Promise<Client> => {
  const code = codes.get(url);
  const { token } = await client(url, '').call<{ token: string }>('POST', 'setup', {
    ...owner,
    ...(code !== undefined && { code }),
  });
  return client(url, token);
};

/** A colleague who came by an invitation link: their client. */
export const invite = async (
  from: Client,
  who: { readonly name: string; readonly email: string; readonly password?: string },
  role = 'Member',
  seat = role === 'Member' ? 'member' : 'builder',
): Promise<Client> => {
  const { profiles } = await from.call<{ profiles: { id_profile: string; name: string }[] }>(
    'POST',
    'profile/list',
    {},
  );
  const found = profiles.find((one) => one.name === role)?.id_profile;
  const { link } = await from.call<{ link: string }>('POST', 'v3/invitations', {
    seat,
    role: found,
  });
  const { token } = await client(from.url, '').call<{ token: string }>(
    'POST',
    `invitations/${link.split('/').at(-1)}/accept`,
    { name: who.name, email: who.email, password: who.password ?? 'grey-kettle-19' },
  );
  return client(from.url, token);
};

/** Runs the command line of the product on a data folder; answers what it prints. Throws when it fails. */
export const commandLine = (data: string, ...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['infra/runtime/bootstrap.mjs', 'cli', ...args],
      { cwd: root, env: { ...process.env, TESSERA_DATA: data } },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`tessera ${args.join(' ')}: ${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
  });
