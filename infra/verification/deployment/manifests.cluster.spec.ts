import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readClusterConfig } from '@tessera/runtime/cluster-config';
import { parseAllDocuments } from 'yaml';
import { imageNames, parseEnv } from '../../engines/src/images.ts';
import { makeReady } from '../../engines/src/ready.ts';

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
    readonly volumes?: readonly { readonly name: string; readonly secret?: object }[];
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
    readonly podSelector?: object;
    readonly scaleTargetRef?: { readonly name: string };
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly type?: string;
    readonly ports?: readonly { readonly nodePort?: number }[];
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
const services = ['apps', 'auth', 'connectors', 'gateway', 'tables'];
/** Production with the component that encrypts calls. */
const encrypted = '../infra/verification/deployment/overlays/tls';
const everything = [
  'overlays/dev',
  'overlays/production',
  encrypted,
  'jobs/rebuild',
  'jobs/migrate',
  'jobs/backup',
  'jobs/restore',
];

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
      ...(folder.startsWith('jobs/') ? ['pod-networkpolicy'] : []),
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

describe.each(['overlays/dev', 'overlays/production'])('what runs by k8s/%s', (folder) => {
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
    // What production keeps elsewhere.
    const secrets: Readonly<Record<string, string>> = {
      TESSERA_MONGO_URL: 'mongodb://mongo',
      TESSERA_REDIS_URL: 'rediss://redis',
      TESSERA_NATS_URL: 'tls://nats:4222',
    };
    const ours = of(folder, 'Deployment').filter((one) => services.includes(one.metadata.name));
    for (const one of ours) {
      const own = (one.spec.template?.spec.containers[0]?.env ?? []).map(
        ({ name, value }) => [name, value ?? secrets[name] ?? 'x'.repeat(32)] as const,
      );
      const config = readClusterConfig({ ...common, ...Object.fromEntries(own) });
      expect(config.dataFolder, one.metadata.name).toBe('/data');
      expect(Object.keys(config.peers), one.metadata.name).toEqual(['auth', 'tables', 'connectors', 'apps']);
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
});

describe('k8s/overlays/production', () => {
  it('holds no secret: pods name the Secret, and its keeper is the only one who knows it', () => {
    expect(of('overlays/production', 'Secret')).toEqual([]);
    for (const one of of('overlays/production', 'Deployment')) {
      for (const { name, value, valueFrom } of one.spec.template?.spec.containers[0]?.env ?? []) {
        if (/KEY|TOKEN|PASSWORD|_URL/.test(name))
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

  it('gives the gateway to the ingress, with time for the live channel and no limit of its own on uploads', () => {
    expect(of('overlays/production', 'Ingress')[0]?.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '0',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    });
  });

  it('shows Prometheus the rules of infra/observability, unchanged', async () => {
    const rules = text('infra/observability/alerts/rules.yaml').split('\n');
    const indented = rules.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
    const head = 'apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata:\n  name: tessera\nspec:\n';
    await expect(
      `# Made of infra/observability/alerts/rules.yaml by this comparison with -u.\n${head}${indented}`,
    ).toMatchFileSnapshot('../../../k8s/components/monitoring/rules.yaml');
  });
});

describe('k8s/components/tls', () => {
  it('gives each process its certificate by a Secret, by the variables that processes read, at names that certificates can name', () => {
    const pods = of(encrypted, 'Deployment')
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
    // Nothing on the way is told that calls are in the clear.
    expect(build(encrypted)).not.toContain('kubernetes.io/h2c');
    expect(build('overlays/production')).toContain('kubernetes.io/h2c');
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
