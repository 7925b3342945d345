import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readClusterConfig } from '@tessera/runtime/cluster-config';
import { parseAllDocuments } from 'yaml';
import { imageNames, parseEnv } from '../../engines/src/images.ts';
import { makeReady } from '../../engines/src/ready.ts';
import { programs, services as behind } from '../../generate/src/descriptions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tools = join(
  process.env['TESSERA_TOOLS'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tessera-tools'),
  'bin',
);
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const run = (command: string, args: readonly string[], input?: string) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    input,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: `/usr/bin:${process.env['PATH'] ?? ''}` },
  });
  return { status, stdout, output: `${stdout}${stderr}`.trim() };
};

type Container = {
  readonly image: string;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly args?: readonly string[];
  readonly ports?: readonly object[];
  readonly envFrom?: readonly object[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string } };
  }[];
};
type Pod = {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes?: readonly { readonly name: string; readonly secret?: object; readonly configMap?: object }[];
    readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
  };
};
type Manifest = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template?: Pod;
    readonly replicas?: number;
    readonly minReplicas?: number;
    readonly metrics?: readonly { readonly resource: { readonly name: string; readonly target: object } }[];
    readonly concurrencyPolicy?: string;
    readonly jobTemplate?: { readonly spec: { readonly template: Pod } };
    readonly podSelector?: object;
    readonly scaleTargetRef?: { readonly name: string };
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly type?: string;
    readonly ports?: readonly { readonly name?: string; readonly targetPort?: string; readonly nodePort?: number }[];
    readonly rules?: readonly {
      readonly http: {
        readonly paths: readonly { readonly backend: { readonly service: { readonly port: object } } }[];
      };
    }[];
  };
};

const built = new Map<string, string>();
const build = (folder: string): string => {
  const known = built.get(folder);
  if (known !== undefined) return known;
  const { status, stdout, output } = run(join(tools, 'kustomize'), ['build', `k8s/${folder}`]);
  if (status !== 0) throw new Error(output);
  built.set(folder, stdout);
  return stdout;
};
const manifests = (folder: string): readonly Manifest[] =>
  parseAllDocuments(build(folder)).map((one) => one.toJS() as Manifest);
const of = (folder: string, kind: string): readonly Manifest[] => manifests(folder).filter((one) => one.kind === kind);
const services = programs.toSorted();
const overlays = ['overlays/dev', 'overlays/production'];
const jobs = ['rebuild', 'restore', 'migrate'];
const everything = [...overlays, ...overlays.flatMap((overlay) => jobs.map((job) => `${overlay}/jobs/${job}`))];

beforeAll(() => {
  const { status, output } = run('infra/engines/tools.sh', ['kustomize', 'kubeconform', 'kube-score']);
  if (status !== 0) throw new Error(output);
}, 1_200_000);

const conform = (yaml: string) =>
  run(
    join(tools, 'kubeconform'),
    [
      '-strict',
      '-summary',
      '-schema-location',
      'infra/verification/deployment/schemas/{{.ResourceKind}}{{.KindSuffix}}.json',
    ],
    yaml,
  );

describe.each(everything)('k8s/%s', (folder) => {
  it('is accepted, strictly, by the schemas of Kubernetes 1.36 and of the custom resources', () => {
    const { status, output } = conform(build(folder));
    expect(output).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/);
    expect(status).toBe(0);
  });

  it('has nothing that kube-score calls critical', () => {
    // Tags are fixed, so nothing is pulled anew; a limit on processors would slow what has room beside it; the engines'
    // images say who runs in them; the policies of jobs stand in the overlay that they are run beside.
    const ignored = [
      'container-image-pull-policy',
      'container-security-context-user-group-id',
      ...(folder.includes('/jobs/') ? ['pod-networkpolicy'] : []),
    ];
    const { output } = run(
      join(tools, 'kube-score'),
      [
        'score',
        '--output-format',
        'ci',
        '--ignore-container-cpu-limit',
        ...ignored.flatMap((one) => ['--ignore-test', one]),
        '-',
      ],
      build(folder),
    );
    expect(output.split('\n').filter((line) => line.startsWith('[CRITICAL]'))).toEqual([]);
    expect(output).toContain('[OK]');
  });
});

it('a field that no schema knows is refused', () => {
  expect(conform(build('overlays/dev').replace('revisionHistoryLimit:', 'revisionHistoryLimits:'))).toMatchObject({
    status: 1,
  });
});

describe.each(overlays)('what runs by k8s/%s', (folder) => {
  it('is every service and the gateway, in a namespace that takes restricted pods only', () => {
    expect(
      of(folder, 'Deployment')
        .filter((one) => ['service', 'edge'].includes(one.metadata.labels?.['tessera.io/tier'] ?? ''))
        .map((one) => one.metadata.name)
        .sort(),
    ).toEqual(services);
    const [namespace] = of(folder, 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const one of manifests(folder))
      if (one.kind !== 'Namespace') expect(one.metadata.namespace, one.metadata.name).toBe('tessera');
  });

  it('is reached by nobody, and reaches nobody, but as a rule says; each pod has a rule of its own', () => {
    const policies = of(folder, 'NetworkPolicy');
    expect(policies.find((one) => one.metadata.name === 'default-deny')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const tiers = manifests(folder).flatMap((one) =>
      one.spec?.template?.spec === undefined ? [] : [one.spec.template.metadata.labels['tessera.io/tier']],
    );
    expect(tiers).not.toContain(undefined);
  });

  it('is configured by variables that its processes take, all that they need and none that they do not know', () => {
    const common = of(folder, 'ConfigMap').find((one) => one.metadata.name === 'tessera')?.data ?? {};
    // What production keeps elsewhere, and the files that it mounts.
    const scratch = mkdtempSync(join(tmpdir(), 'tessera-k8s-'));
    onTestFinished(() => rmSync(scratch, { recursive: true }));
    const pem = join(scratch, 'pem');
    writeFileSync(pem, '-----BEGIN CERTIFICATE-----');
    const secrets: Readonly<Record<string, string>> = {
      TESSERA_MONGO_URL: 'mongodb://mongo/?tls=true',
      TESSERA_REDIS_URL: 'rediss://redis',
      TESSERA_NATS_URL: 'tls://nats:4222',
    };
    const ours = of(folder, 'Deployment').filter((one) => services.includes(one.metadata.name));
    for (const one of ours) {
      const own = (one.spec.template?.spec.containers[0]?.env ?? []).map(
        ({ name, value }) =>
          [
            name,
            name.startsWith('TESSERA_TLS_') && value?.startsWith('/') === true
              ? pem
              : (value ?? secrets[name] ?? 'x'.repeat(32)),
          ] as const,
      );
      const config = readClusterConfig({ ...common, ...Object.fromEntries(own) });
      expect(config.dataFolder, one.metadata.name).toBe('/data');
      expect(Object.keys(config.peers), one.metadata.name).toEqual(behind);
    }
    expect(ours).toHaveLength(services.length);
  });

  it('may be interrupted one at a time', () => {
    expect(
      of(folder, 'PodDisruptionBudget')
        .map((one) => one.metadata.name)
        .sort(),
    ).toEqual(services);
  });

  it('has two of each at least, on nodes apart where there are several, so that one that ends refuses no write', () => {
    for (const name of services) {
      const { spec } = of(folder, 'Deployment').find((one) => one.metadata.name === name)!;
      const scaled = of(folder, 'HorizontalPodAutoscaler').find((one) => one.spec.scaleTargetRef?.name === name);
      expect(scaled?.spec.minReplicas ?? spec.replicas, name).toBeGreaterThanOrEqual(2);
      // Who scales it decides how many there are: what is applied again leaves that alone.
      if (scaled !== undefined) expect(spec.replicas, name).toBeUndefined();
      expect(spec.template?.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toContain(
        'kubernetes.io/hostname',
      );
    }
  });
});

describe.each(overlays)('the jobs of k8s/%s', (overlay) => {
  const service = (): Pod => of(overlay, 'Deployment').find((one) => one.metadata.name === 'tables')!.spec.template!;
  /** What a pod is given of its installation: its image, certificates and authority, by name. */
  const given = (pod: Pod) => {
    const [container] = pod.spec.containers;
    const ours = ['calls', 'authority', 'engine-certificates'];
    return {
      image: container?.image,
      tls: container?.env?.filter(({ name }) => name.startsWith('TESSERA_TLS_')),
      mounts: container?.volumeMounts?.filter(({ name }) => ours.includes(name)),
      volumes: pod.spec.volumes?.filter(({ name }) => ours.includes(name)),
    };
  };
  const pods = (): readonly (readonly [string, Pod])[] => [
    ...jobs.map((job) => [job, of(`${overlay}/jobs/${job}`, 'Job')[0]!.spec.template!] as const),
    ...of(overlay, 'CronJob').map((one) => [one.metadata.name, one.spec.jobTemplate!.spec.template] as const),
  ];

  it("have the services' registry, version, certificates and engines' authority, and their configuration", () => {
    expect(pods()).toHaveLength(jobs.length + 1);
    for (const [name, pod] of pods()) {
      expect(given(pod), name).toEqual(given(service()));
      expect(pod.spec.containers[0]?.envFrom, name).toEqual([
        { configMapRef: { name: 'tessera' } },
        { secretRef: { name: 'tessera' } },
      ]);
      // Policies know them by it.
      expect(pod.metadata.labels['tessera.io/tier'], name).toBe('job');
    }
    for (const job of jobs) expect(of(`${overlay}/jobs/${job}`, 'Job')[0]?.metadata.namespace).toBe('tessera');
  });

  it('follow when the installation names another registry and version', () => {
    const copy = mkdtempSync(join(tmpdir(), 'tessera-k8s-'));
    try {
      for (const path of ['k8s', 'infra/observability'])
        cpSync(join(root, path), join(copy, path), { recursive: true });
      const file = join(copy, 'k8s', overlay, 'installation/kustomization.yaml');
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(
          /name: (tessera\/\w+), newTag: 0\.1\.0/g,
          'name: $1, newName: registry.example/$1, newTag: 0.2.0',
        ),
      );
      for (const folder of ['', ...jobs.map((job) => `/jobs/${job}`)]) {
        const { stdout } = run(join(tools, 'kustomize'), ['build', join(copy, `k8s/${overlay}${folder}`)]);
        const images = [...stdout.matchAll(/image: (\S*tessera\/\S+)/g)].map(([, image]) => image);
        expect(images.length).toBeGreaterThan(0);
        for (const image of images) expect(image).toMatch(/^registry\.example\/tessera\/\w+:0\.2\.0$/);
      }
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe('k8s/overlays/production', () => {
  it('holds no secret: pods name the Secret, and its keeper is the only one who knows it', () => {
    expect(of('overlays/production', 'Secret')).toEqual([]);
    for (const one of of('overlays/production', 'Deployment')) {
      for (const { name, value, valueFrom } of one.spec.template?.spec.containers[0]?.env ?? []) {
        if (/KEY|TOKEN|PASSWORD|_URL/.test(name) && !name.startsWith('TESSERA_TLS_'))
          expect({ name, value, secret: valueFrom?.secretKeyRef?.name }).toEqual({
            name,
            value: undefined,
            secret: 'tessera',
          });
      }
    }
  });

  it('scales each service by its load', () => {
    expect(
      of('overlays/production', 'HorizontalPodAutoscaler')
        .map((one) => one.spec.scaleTargetRef?.name)
        .sort(),
    ).toEqual(services);
  });

  it('adds a replica before the one thread that a process works on is full, whatever it asks for', () => {
    for (const one of of('overlays/production', 'HorizontalPodAutoscaler'))
      expect(one.spec.metrics, one.metadata.name).toEqual([
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } } },
      ]);
  });

  it('makes a backup each night, one at a time, and keeps a number of them', () => {
    const [backup, ...others] = of('overlays/production', 'CronJob');
    expect(others).toEqual([]);
    expect(backup?.spec).toMatchObject({ schedule: '17 2 * * *', concurrencyPolicy: 'Forbid' });
    const [container] = backup!.spec.jobTemplate!.spec.template.spec.containers;
    expect(container?.args?.slice(1)).toEqual(['backup', '/backups', '--keep', '14']);
    expect(container?.volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    expect(of('overlays/production', 'PersistentVolumeClaim').map((one) => one.metadata.name)).toEqual(['backups']);
    // The alert knows it by its name.
    expect(text('infra/observability/alerts/rules.yaml')).toContain(`cronjob="${backup!.metadata.name}"`);
  });

  it('gives the gateway to the ingress, with time for the live channel and no limit of its own on uploads', () => {
    expect(of('overlays/production', 'Ingress')[0]?.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    });
  });
});

describe('k8s/components/tls', () => {
  it('gives each process its certificate by a Secret, by the variables that processes read, at names that certificates can name', () => {
    const pods = of('overlays/production', 'Deployment')
      .filter((one) => services.includes(one.metadata.name))
      .map((one) => one.spec.template!.spec);
    expect(pods).toHaveLength(services.length);
    for (const {
      containers: [container],
      volumes,
    } of pods) {
      const place = container?.volumeMounts?.find(({ name }) => name === 'calls')?.mountPath ?? '';
      expect(volumes?.find(({ name }) => name === 'calls')?.secret).toEqual({
        secretName: 'tessera-calls',
        defaultMode: 0o440,
      });
      expect(
        container?.env?.filter(({ name }) => name.startsWith('TESSERA_TLS_')).map(({ name, value }) => [name, value]),
      ).toEqual(
        [
          ['CERT', 'tls.crt'],
          ['KEY', 'tls.key'],
          ['CA', 'ca.crt'],
        ].map(([name, file]) => [`TESSERA_TLS_${name}`, `${place}/${file}`]),
      );
    }
    // Passwords: from the ingress to the gateway, and from there to services, by TLS alone.
    const ports = (name: string) =>
      of('overlays/production', 'Service').find((one) => one.metadata.name === name)?.spec.ports ?? [];
    for (const name of services) {
      expect(ports(name), name).toContainEqual(expect.objectContaining({ name: 'https', targetPort: 'https' }));
      const [container] = of('overlays/production', 'Deployment').find((one) => one.metadata.name === name)!.spec
        .template!.spec.containers;
      expect(container?.ports, name).toContainEqual({ name: 'https', containerPort: 8443 });
      const peers = container?.env?.find((one) => one.name === 'TESSERA_HTTP_PEERS')?.value ?? '';
      // Each but the gateway, which nobody calls.
      expect(peers.split(',').toSorted()).toEqual(
        services
          .filter((one) => one !== 'gateway')
          .map((one) => `${one}=${one}:8443`)
          .toSorted(),
      );
    }
    const ingress = of('overlays/production', 'Ingress')[0];
    expect(ingress?.spec.rules?.[0]?.http.paths[0]?.backend.service.port).toEqual({ name: 'https' });
    expect(ingress?.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/backend-protocol': 'HTTPS',
      'nginx.ingress.kubernetes.io/proxy-ssl-verify': 'on',
    });
    // Nothing on the way is told that calls are in the clear.
    expect(build('overlays/production')).not.toContain('kubernetes.io/h2c');
    expect(build('overlays/dev')).toContain('kubernetes.io/h2c');
  });
});

describe('k8s/overlays/dev', () => {
  it('runs the engines of infra/engines/images.env, and is reached on port 30080', () => {
    const named = parseEnv(text('infra/engines/images.env'));
    const images = manifests('overlays/dev')
      .flatMap((one) => one.spec?.template?.spec?.containers.map(({ image }) => image) ?? [])
      .filter((image) => !image.startsWith('tessera/'));
    expect(images.toSorted()).toEqual(
      ['MONGO', 'KAFKA', 'REDIS', 'NATS', 'S3', 'COLLECTOR'].map((name) => named[`${name}_IMAGE`]).toSorted(),
    );
    expect(of('overlays/dev', 'Service').find((one) => one.metadata.name === 'gateway')?.spec).toMatchObject({
      type: 'NodePort',
      ports: [{ nodePort: 30_080 }],
    });
  });
});

describe('alerts', () => {
  const promtool = (...args: readonly string[]) =>
    run('docker', [
      'run',
      '--rm',
      '--volume',
      `${root}infra/observability:/etc/tessera:ro`,
      '--entrypoint',
      'promtool',
      imageNames()['PROMETHEUS_IMAGE'] ?? '',
      ...args,
    ]);
  const rules = text('infra/observability/alerts/rules.yaml');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  beforeAll(() => makeReady('prometheus'), 600_000);

  it('are rules that Prometheus accepts', () => {
    expect(promtool('check', 'rules', '/etc/tessera/alerts/rules.yaml')).toMatchObject({ status: 0 });
  });

  it('fire where they should and not in the calm before', () => {
    expect(promtool('test', 'rules', '/etc/tessera/alerts/rules.test.yaml')).toMatchObject({ status: 0 });
  });

  it.each(names)('%s is tried, has words for people, and a place in the page for operators', (name) => {
    const one = rules.split('- alert: ').find((part) => part.startsWith(`${name}\n`)) ?? '';
    expect(one).toMatch(/severity: (critical|warning)/);
    expect(one).toContain(`runbook_url: k8s/README.md#${name.toLowerCase()}`);
    expect(text('k8s/README.md')).toContain(`### ${name}\n`);
    expect(text('infra/observability/alerts/rules.test.yaml')).toMatch(
      new RegExp(`alertname: ${name}\\n\\s+eval_time: .*\\n\\s+exp_alerts:`),
    );
  });

  it('and dashboards ask for figures that the code makes', () => {
    const asked = new Set(
      [
        ...`${rules}${text('infra/observability/grafana/dashboards/tessera.json')}`.matchAll(
          /\b(tessera_[a-z0-9_]+?|process_[a-z_]+?)(?:_bucket|_count|_sum)?(?=[{[)\\ ])/g,
        ),
      ].map(([, name = '']) => name),
    );
    const code = run('grep', [
      '-rhoE',
      '--include=*.ts',
      '--exclude-dir=node_modules',
      "'(tessera|process)_[a-z0-9_]+'",
      'infra',
      'services',
    ]).stdout;
    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});

describe('the dashboard', () => {
  const json = text('infra/observability/grafana/dashboards/tessera.json');
  /** Grafana's own types, checked as a literal: what Grafana does not know is an error at any depth. */
  const typed = (dashboard: string) => {
    const folder = mkdtempSync(join(root, 'node_modules/.dashboard-'));
    try {
      writeFileSync(
        join(folder, 'dashboard.ts'),
        `import type { Dashboard } from '@grafana/schema';\nexport const dashboard = (${dashboard}) satisfies Dashboard;\n`,
      );
      return run(join(root, 'node_modules/.bin/tsc'), [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--ignoreConfig',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        join(folder, 'dashboard.ts'),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('is one by the schema of Grafana, which refuses a key that it does not have', () => {
    expect(typed(json)).toMatchObject({ status: 0, output: '' });
    expect(typed(json.replace('"gridPos"', '"gridPosition"')).output).toContain('gridPosition');
  });

  it('asks in words that Prometheus can read', () => {
    const expressions = [...json.matchAll(/"expr": (".*")/g)].map(([, expr = '']) =>
      (JSON.parse(expr) as string).replaceAll('$service', '.*').replaceAll('$__rate_interval', '1m'),
    );
    expect(expressions.length).toBeGreaterThan(12);
    const rules = (all: readonly string[]): string =>
      JSON.stringify({
        groups: [{ name: 'dashboard', rules: all.map((expr, i) => ({ record: `panel_${i}`, expr })) }],
      });
    const check = (all: readonly string[]) =>
      run(
        'docker',
        [
          'run',
          '--rm',
          '--interactive',
          '--entrypoint',
          'sh',
          imageNames()['PROMETHEUS_IMAGE'] ?? '',
          '-c',
          'cat > /tmp/rules.yaml && promtool check rules /tmp/rules.yaml',
        ],
        rules(all),
      );
    expect(check(expressions)).toMatchObject({ status: 0 });
    expect(check(['sum by (service) (rate(x[1m])'])).toMatchObject({ status: 1 });
  });
});
