import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { everyVariant } from '@tessera/kernel/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../engines/src/compose.ts';
import { imageNames, parseEnv } from '../engines/src/images.ts';
import { makeReady } from '../engines/src/ready.ts';
import { programs as ours } from '../generate/src/descriptions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const secrets = {
  TESSERA_KEY: 'k'.repeat(64),
  TESSERA_METRICS_TOKEN: 'm'.repeat(64),
  TESSERA_S3_SECRET_KEY: 's'.repeat(64),
};

type Service = {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly container_name?: string;
  readonly ports?: readonly { readonly target: number; readonly published?: string }[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly healthcheck?: object;
  readonly volumes?: readonly { readonly type: string; readonly source?: string; readonly target: string }[];
  readonly environment?: Readonly<Record<string, string>>;
};

const resolved = async (...args: readonly string[]): Promise<Readonly<Record<string, Service>>> => {
  const { status, stdout, stderr } = await compose([...args, 'config', '--format', 'json'], secrets);
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { services: Record<string, Service> }).services;
};

describe('docker compose', () => {
  it('accepts the file, and with the profile for observing adds Jaeger and Grafana', async () => {
    const plain = Object.keys(await resolved());
    expect(plain).toEqual(
      expect.arrayContaining([...ours, 'mongo', 'kafka', 'redis', 'nats', 's3', 'collector', 'prometheus']),
    );
    expect(
      Object.keys(await resolved('--profile', 'observe'))
        .filter((name) => !plain.includes(name))
        .sort(),
    ).toEqual(['grafana', 'jaeger']);
  });

  it.each(Object.keys(secrets))('does not start anything without %s, and says what makes one', async (name) => {
    const { status, stderr } = await compose(['config', '--quiet'], { ...secrets, [name]: '' });
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${name} is missing a value: run infra/containers/secrets.sh once`);
  });

  it('can run each service several times: none has a name or a port of its own, but the gateway is published', async () => {
    const services = await resolved();
    for (const name of ours) {
      expect(services[name]?.container_name, name).toBeUndefined();
      expect(services[name]?.ports?.map(({ target }) => target) ?? [], name).toEqual(name === 'gateway' ? [8080] : []);
    }
  });

  it('runs services on a file system that they cannot write to, without capabilities', async () => {
    const services = await resolved();
    for (const name of ours) {
      expect(services[name], name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(services[name]?.volumes, name).toEqual([expect.objectContaining({ type: 'volume', target: '/data' })]);
    }
  });

  it('gives every service the same environment, and every engine that keeps data a volume and a health check', async () => {
    const services = await resolved();
    for (const name of ours) expect(services[name]?.environment, name).toEqual(services['auth']?.environment);
    expect(services['auth']?.environment?.['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe('http://collector:4318');
    for (const name of ['mongo', 'kafka', 'redis', 's3']) {
      expect(
        services[name]?.volumes?.filter(({ type, source }) => type === 'volume' && source !== undefined),
        name,
      ).toHaveLength(1);
      expect(services[name]?.healthcheck, name).toBeDefined();
    }
  });

  it('names the images that infra/engines/images.env names, each with a version', () => {
    const listed = parseEnv(text('infra/engines/images.env'));
    const used = [
      ...`${text('docker-compose.yml')}\n${text('infra/containers/Dockerfile').replaceAll(/^ARG (\w+)=(.+)$/gm, '${$1:-$2}')}`.matchAll(
        /\$\{(\w+_IMAGE):-([^}]+)\}/g,
      ),
    ];
    expect(new Set(used.map(([, name]) => name))).toEqual(
      new Set(Object.keys(listed).filter((name) => name !== 'TOXIPROXY_IMAGE')),
    );
    for (const [, name = '', image] of used) expect(image, name).toBe(listed[name]);
    for (const image of Object.values(listed)) expect(image).toMatch(/:v?\d+\.\d+/);
  });
});

const run = (command: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `/usr/bin:${process.env['PATH'] ?? ''}` },
  });
  return { status, output: `${stdout}${stderr}`.trim() };
};
const configured = (image: string, entry: readonly string[], ...args: readonly string[]) =>
  run(
    'docker',
    'run',
    '--rm',
    '--volume',
    `${root}infra/observability:/etc/tessera:ro`,
    ...entry,
    imageNames()[image] ?? '',
    ...args,
  );
const inside = (image: string, script: string) =>
  run('docker', 'run', '--rm', '--read-only', '--entrypoint', 'sh', image, '-c', script);

describe.runIf(everyVariant)('configuration of what observes', () => {
  beforeAll(() => {
    makeReady('otelcol');
    makeReady('prometheus');
  }, 600_000);

  it.each(['quiet', 'observe'])('the collector accepts its own, %s', (name) => {
    expect(
      configured(
        'COLLECTOR_IMAGE',
        [],
        'validate',
        '--config',
        '/etc/tessera/collector.yaml',
        '--config',
        `/etc/tessera/collector-${name}.yaml`,
      ),
    ).toMatchObject({ status: 0 });
  });

  it('Prometheus accepts its own', () => {
    expect(
      configured(
        'PROMETHEUS_IMAGE',
        ['--entrypoint', 'promtool'],
        'check',
        'config',
        '--syntax-only',
        '/etc/tessera/prometheus.yml',
      ),
    ).toMatchObject({ status: 0 });
  });
});

describe.runIf(everyVariant)('images', () => {
  beforeAll(async () => {
    const { status, stderr } = await compose(['--project-name', 'tessera-test-images', 'build', 'auth', 'gateway'], {
      ...secrets,
      TESSERA_VERSION: 'test',
    });
    if (status !== 0) throw new Error(stderr.split('\n').slice(-40).join('\n'));
  }, 900_000);

  it('the linter of Dockerfiles finds nothing', () => {
    expect(run('infra/containers/lint.sh')).toEqual({ status: 0, output: '' });
  });

  it.each(['tessera/services:test', 'tessera/frontends:test'])(
    '%s runs as a user without rights and holds no tool to build or fetch with',
    (image) => {
      expect(inside(image, 'id -u').output).toBe('10001');
      expect(
        inside(
          image,
          'for tool in npm npx yarn corepack gcc cc make python3 git curl wget buf tsc rspack vitest; do command -v $tool; done; ls /app/node_modules/.bin | grep -E "^(node|tsc|rspack|vitest|buf)$"; true',
        ).output,
      ).toBe('');
      expect(
        inside(
          image,
          'find /app -perm -o+w -not -type l | head; find /app -name "*.spec.ts" | grep -v node_modules | head -3',
        ).output,
      ).toBe('');
      expect(inside(image, 'touch /app/x 2>&1').output).toContain('Read-only file system');
    },
  );

  it('only the image of the gateway has the front ends', () => {
    const page =
      'ls /app/frontends/shell/dist/index.html /app/frontends/building/dist/remoteEntry.js 2>/dev/null | wc -l; find /app -name "*.map" -path "*/dist/assets/*" | grep -v node_modules | wc -l';
    expect(inside('tessera/frontends:test', page).output.split(/\s+/)).toEqual(['2', '0']);
    expect(inside('tessera/services:test', page).output.split(/\s+/)).toEqual(['0', '0']);
  });

  it.each(['tessera/services:test', 'tessera/frontends:test'])('%s stays below 300 MB', (image) => {
    const megabytes = Math.round(
      Number(run('docker', 'image', 'inspect', '--format', '{{.Size}}', image).output) / 1e6,
    );
    process.stdout.write(`${image}: ${megabytes} MB\n`);
    expect(megabytes).toBeLessThan(300);
  });
});
