import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import {
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
  type WaitStrategy,
} from 'testcontainers';
import { imageNames } from './images.ts';
import { makeReady } from './ready.ts';

// Containers are removed by their label (src/setup.ts), so that no further image is needed to watch over them.
process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';

/** A running server in a container. Its host ports stay the same over kill and start. */
export type Engine = {
  readonly container: StartedTestContainer;
  /** `host:port` of a port of the container, as other containers of the machine reach it. */
  readonly inside: (port: number) => string;
  /** SIGKILL, and gone when it resolves; the data stays. */
  readonly kill: () => Promise<void>;
  /** After kill; does not wait until the server answers. */
  readonly start: () => Promise<void>;
  /** Freezes every process of it: connections stay open, nothing answers. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Removes the container with its data. */
  readonly stop: () => Promise<void>;
};

const free = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });

/** A port that nothing listens on, below the range that the system hands out to outgoing connections. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  return (await free(port)) ? port : freePort();
};

/** Outer ports by inner port. */
export type Ports = Readonly<Record<number, number>>;

export type EngineSpec = {
  /** A name of images.env. */
  readonly image: string;
  readonly ports: readonly number[];
  readonly command?: readonly string[];
  readonly environment?: (ports: Ports) => Readonly<Record<string, string>>;
  readonly mounts?: readonly { readonly source: string; readonly target: string }[];
  readonly ready: WaitStrategy;
};

const portTaken = (error: unknown): boolean => /port is already allocated|address already in use/.test(String(error));

/**
 * Starts a container and resolves when it is ready. Throws when its image is missing and cannot be pulled, or when it
 * is not ready in two minutes.
 */
export const startEngine = async (spec: EngineSpec, tries = 5): Promise<Engine & { readonly ports: Ports }> => {
  const ports: Ports = Object.fromEntries(
    await Promise.all(spec.ports.map(async (port) => [port, await freePort()] as const)),
  );
  const image = imageNames()[spec.image];
  if (image === undefined) throw new Error(`infra/engines/images.env names no ${spec.image}.`);
  const [, standIn] = /^local\/([a-z]+)/.exec(image) ?? [];
  if (standIn !== undefined) makeReady(standIn);
  const definition = new GenericContainer(image)
    .withExposedPorts(...Object.entries(ports).map(([container, host]) => ({ container: Number(container), host })))
    .withLabels({ 'tessera-test': process.env['TESSERA_TEST_RUN'] ?? String(process.pid) })
    .withEnvironment({ ...spec.environment?.(ports) })
    .withBindMounts([...(spec.mounts ?? [])])
    .withWaitStrategy(spec.ready)
    .withStartupTimeout(120_000);
  if (spec.command !== undefined) definition.withCommand([...spec.command]);
  const container = await definition.start().catch((error: unknown) => {
    if (tries > 1 && portTaken(error)) return undefined;
    throw error;
  });
  if (container === undefined) return startEngine(spec, tries - 1);
  const raw = (await getContainerRuntimeClient()).container.getById(container.getId());
  return {
    container,
    ports,
    inside: (port) => `${container.getIpAddress('bridge')}:${port}`,
    kill: async () => {
      const gone = raw.wait();
      await raw.kill({ signal: 'SIGKILL' });
      await gone;
    },
    start: () => raw.start(),
    pause: () => raw.pause(),
    resume: () => raw.unpause(),
    stop: () => raw.remove({ force: true, v: true }),
  };
};
