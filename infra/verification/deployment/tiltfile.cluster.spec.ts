import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { imageNames } from '../../engines/src/images.ts';
import { programs } from '../../generate/src/descriptions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tools =
  process.env['TESSERA_TOOLS'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tessera-tools');
const python = join(tools, 'starlark-2026.1.3');
const run = (command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  return stdout;
};

type Update = { readonly sync?: string; readonly to?: string; readonly fall_back_on?: readonly string[] };
type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly args?: readonly string[];
          readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
        }[];
      };
    };
  };
};
type Call = {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly kwargs: Readonly<Record<string, unknown>>;
};

/** Tilt itself cannot be had everywhere: its language can, and its builtins say here how they were called. */
describe('the Tiltfile', () => {
  let calls: readonly Call[];
  const of = (name: string): readonly Call[] => calls.filter((one) => one.name === name);
  const pods = (): readonly Manifest[] =>
    of('k8s_yaml')
      .flatMap(({ args }) => args[0] as Manifest[])
      .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

  beforeAll(() => {
    run('infra/engines/tools.sh', 'kustomize');
    if (!existsSync(join(python, 'bin/starlark-ready'))) {
      run('python3', '-m', 'venv', python);
      run(
        join(python, 'bin/pip'),
        'install',
        '-q',
        '--disable-pip-version-check',
        'starlark-pyo3==2026.1.3',
        'pyyaml==6.0.3',
      );
      run('touch', join(python, 'bin/starlark-ready'));
    }
    calls = JSON.parse(
      run(
        join(python, 'bin/python'),
        'infra/verification/deployment/tiltfile.py',
        'Tiltfile',
        join(tools, 'bin/kustomize'),
      ),
    ) as Call[];
  }, 600_000);

  it('makes both images, of a stage that there is, and copies folders that there are', () => {
    expect(of('docker_build').map(({ args }) => args[0])).toEqual(['tessera/services', 'tessera/frontends']);
    for (const { kwargs } of of('docker_build')) {
      expect(kwargs['dockerfile_contents']).toContain(`AS ${String(kwargs['target'])}\n`);
      const updates = kwargs['live_update'] as readonly Update[];
      for (const { sync } of updates)
        if (sync !== undefined && !sync.startsWith('.tilt/')) expect(existsSync(join(root, sync)), sync).toBe(true);
      for (const file of updates.flatMap((one) => one.fall_back_on ?? []))
        expect(existsSync(join(root, file)), file).toBe(true);
      expect(updates.map(({ to }) => to)).toEqual(
        expect.arrayContaining(['/app/services', '/app/infra', '/app/proto']),
      );
    }
  });

  it('runs the overlay for development with the images of this machine, in processes that start again when their code changes', () => {
    const images = pods().map(({ spec }) => spec.template.spec.containers[0]!.image);
    const names = imageNames({});
    expect(images.filter((one) => !one.startsWith('tessera/')).toSorted()).toEqual(
      ['MONGO', 'KAFKA', 'REDIS', 'NATS', 'S3', 'COLLECTOR'].map((one) => names[`${one}_IMAGE`]).toSorted(),
    );
    const ours = pods().filter(({ spec }) => spec.template.spec.containers[0]!.image.startsWith('tessera/'));
    expect(ours.map(({ metadata }) => metadata.name).toSorted()).toEqual(programs.toSorted());
    for (const { metadata, spec } of ours) {
      const [container] = spec.template.spec.containers;
      expect(container?.args).toEqual(
        expect.arrayContaining(['--watch', '--watch-path=/app/services', `services/${metadata.name}/src/main.ts`]),
      );
      expect(container?.securityContext.readOnlyRootFilesystem).toBe(false);
    }
  });

  it('names only resources that there are, and starts services after what they need', () => {
    const known = new Set([
      ...pods().map(({ metadata }) => metadata.name),
      ...of('local_resource').map(({ args }) => args[0] as string),
    ]);
    for (const { args, kwargs } of of('k8s_resource'))
      expect(
        [args[0], ...((kwargs['resource_deps'] as string[] | undefined) ?? [])].filter(
          (name) => !known.has(name as string),
        ),
      ).toEqual([]);
    for (const { kwargs } of of('local_resource'))
      for (const folder of kwargs['deps'] as string[]) expect(existsSync(join(root, folder)), folder).toBe(true);
  });
});
