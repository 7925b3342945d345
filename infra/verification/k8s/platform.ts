import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { imageNames } from '../../engines/src/images.ts';
import { programs } from '../../generate/src/descriptions.ts';
import { makeAuthority } from '../../rpc/src/testing/certificates.ts';
import { apply, kubectl, root, run, until } from './kubectl.ts';

export const stateful = ['mongo', 'kafka', 'redis', 's3'] as const;
const engines = {
  mongo: 'MONGO_IMAGE',
  kafka: 'KAFKA_IMAGE',
  redis: 'REDIS_IMAGE',
  nats: 'NATS_IMAGE',
  s3: 'S3_IMAGE',
  collector: 'COLLECTOR_IMAGE',
} as const;
const version = '0.1.0';
/** The gateway is reached at a port of the node by TLS; what stands before it, in the clear, is at one so many below. */
const nodePorts = 100;
/** By namespace: the key that it was given since, so that what is applied again does not bring the first one back. */
const keys = new Map<string, string>();
const defaultKey = 'test-only-test-only-test-only-test-only';

const split = (image: string): { readonly newName: string; readonly newTag: string } => {
  const at = image.lastIndexOf(':');
  return { newName: image.slice(0, at), newTag: image.slice(at + 1) };
};

/**
 * Builds the project's images and brings them and the engines' to the cluster, by the command in TESSERA_K8S_LOAD (such
 * as `k8s-cluster.sh load`).
 */
export const loadImages = async (): Promise<readonly string[]> => {
  const names = imageNames();
  const buildArguments = ['NODE_IMAGE', 'DEBIAN_IMAGE'].flatMap((name) => [
    '--build-arg',
    `${name}=${names[name] ?? ''}`,
  ]);
  for (const stage of ['services', 'frontends']) {
    await run(
      'docker',
      [
        'build',
        '-q',
        '-f',
        'infra/containers/Dockerfile',
        '--target',
        stage,
        ...buildArguments,
        '-t',
        `tessera/${stage}:${version}`,
        '.',
      ],
      { env: { DOCKER_BUILDKIT: '1', PATH: `/usr/bin:${process.env['PATH'] ?? ''}` } },
    );
  }
  const images = [
    `tessera/services:${version}`,
    `tessera/frontends:${version}`,
    ...Object.values(engines).map((name) => names[name] ?? ''),
  ];
  const load = process.env['TESSERA_K8S_LOAD'];
  if (load !== undefined) await run('bash', ['-c', `${load} "$@"`, 'load', ...images], { show: true });
  return images;
};

/** Certificates of an authority of this run's own, as cert-manager would keep them. */
const certificates = (): Readonly<Record<'tls.crt' | 'tls.key' | 'ca.crt', Buffer>> => {
  const authority = makeAuthority('tessera-test');
  try {
    const {
      pems: { cert, key, ca },
    } = authority.issue([...programs, 's3'].map((name) => `DNS:${name}`));
    return { 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca };
  } finally {
    authority.remove();
  }
};
let issued: ReturnType<typeof certificates> | undefined;

/** What the overlay for production needs of engines with one node each, without operators of Prometheus and secrets. */
const singleNode = (port: number) => ({
  TESSERA_BASE_URL: `http://localhost:${port}`,
  TESSERA_KAFKA_BROKERS: 'kafka:9092',
  TESSERA_KAFKA_TLS: 'off',
  // Of the engines, the store of files alone speaks TLS here.
  TESSERA_TLS_REQUIRED: 'off',
  TESSERA_KAFKA_REPLICAS: '1',
  TESSERA_S3_ENDPOINT: 'https://s3:7070',
  TESSERA_S3_REGION: 'us-east-1',
  TESSERA_S3_BUCKET: 'tessera',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  TESSERA_RATE_LIMITS: 'off',
});
const absent = (apiVersion: string, kind: string) => ({
  target: { kind },
  patch: JSON.stringify({ $patch: 'delete', apiVersion, kind, metadata: { name: 'any' } }),
});

/** The store of files by TLS, with a certificate of the run's authority: who talks to it must have been given that. */
const filesByTls = {
  target: { kind: 'StatefulSet', name: 's3' },
  patch: JSON.stringify([
    { op: 'add', path: '/spec/template/spec/containers/0/env/-', value: { name: 'VGW_CERT', value: '/tls/tls.crt' } },
    { op: 'add', path: '/spec/template/spec/containers/0/env/-', value: { name: 'VGW_KEY', value: '/tls/tls.key' } },
    { op: 'add', path: '/spec/template/spec/containers/0/readinessProbe/httpGet/scheme', value: 'HTTPS' },
    {
      op: 'add',
      path: '/spec/template/spec/containers/0/volumeMounts/-',
      value: { name: 'tls', mountPath: '/tls', readOnly: true },
    },
    {
      op: 'add',
      path: '/spec/template/spec/volumes/-',
      value: { name: 'tls', secret: { secretName: 'tessera-calls', defaultMode: 0o440 } },
    },
  ]),
};

const written = (folder: string, kustomization: object): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kustomization.yaml'), `${JSON.stringify(kustomization, undefined, 2)}\n`);
  return folder;
};
const folderOf = (namespace: string): string => join(root, '.cache/k8s', namespace);
const kustomization = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' } as const;

/**
 * The overlay for production over engines of one node each, in a namespace of this run, with this machine's images;
 * answers its folder for `kubectl apply -k`. What needs operators that the cluster may lack is left out.
 */
const overlay = (namespace: string, port: number): string => {
  const folder = folderOf(namespace);
  mkdirSync(folder, { recursive: true });
  issued ??= certificates();
  for (const [name, pem] of Object.entries(issued)) writeFileSync(join(folder, name), pem, { mode: 0o600 });
  const names = imageNames();
  const images = Object.entries(engines).map(([name, variable]) => ({ name, ...split(names[variable] ?? '') }));
  return written(folder, {
    ...kustomization,
    namespace,
    resources: ['../../../k8s/overlays/production', '../../../k8s/overlays/dev/engines'],
    images,
    generatorOptions: { disableNameSuffixHash: true },
    configMapGenerator: [{ name: 'engine-authority', files: ['ca.crt'] }],
    secretGenerator: [
      { name: 'tessera-calls', files: Object.keys(issued) },
      {
        name: 'tessera',
        literals: [
          `TESSERA_KEY=${keys.get(namespace) ?? defaultKey}`,
          `TESSERA_METRICS_TOKEN=${defaultKey}`,
          'TESSERA_MONGO_URL=mongodb://mongo:27017/?directConnection=true',
          'TESSERA_REDIS_URL=redis://redis:6379',
          'TESSERA_NATS_URL=nats://nats:4222',
          'TESSERA_S3_ACCESS_KEY=test-only',
          'TESSERA_S3_SECRET_KEY=test-only-secret',
        ],
      },
    ],
    patches: [
      absent('external-secrets.io/v1', 'ExternalSecret'),
      absent('monitoring.coreos.com/v1', 'ServiceMonitor'),
      absent('monitoring.coreos.com/v1', 'PrometheusRule'),
      absent('networking.k8s.io/v1', 'Ingress'),
      filesByTls,
      {
        target: { kind: 'Namespace' },
        patch: JSON.stringify([{ op: 'replace', path: '/metadata/name', value: namespace }]),
      },
      {
        target: { kind: 'Service', name: 'gateway' },
        patch: JSON.stringify([
          { op: 'add', path: '/spec/type', value: 'NodePort' },
          { op: 'add', path: '/spec/ports/0/nodePort', value: port + nodePorts },
        ]),
      },
      {
        target: { kind: 'ConfigMap', name: 'tessera' },
        patch: JSON.stringify({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'tessera' },
          data: singleNode(port),
        }),
      },
      // A backup is scheduled for each minute; the volume is as large as the node's.
      {
        target: { kind: 'CronJob', name: 'tessera-backup' },
        patch: JSON.stringify([
          { op: 'replace', path: '/spec/schedule', value: '* * * * *' },
          { op: 'add', path: '/spec/suspend', value: true },
          { op: 'replace', path: '/spec/jobTemplate/spec/template/spec/containers/0/args/4', value: '1' },
        ]),
      },
    ],
  });
};

export const deploy = async (namespace: string, port: number): Promise<void> =>
  void (await kubectl('apply', '-k', overlay(namespace, port)));

const workloads = async (namespace: string): Promise<readonly string[]> =>
  (await kubectl('-n', namespace, 'get', 'deployments,statefulsets', '-o', 'name'))
    .split('\n')
    .filter((line) => line !== '');

/**
 * What an ingress is to the gateway: it takes connections of this machine at `port` and brings them there by TLS, where
 * the gateway must show the installation's certificate. Answers what ends it.
 */
export const startIngress = (port: number): Promise<() => void> =>
  new Promise((resolve, reject) => {
    issued ??= certificates();
    const { 'ca.crt': ca } = issued;
    const server = createServer((socket) => {
      const gateway = connect({ host: '127.0.0.1', port: port + nodePorts, ca, servername: 'gateway' });
      const end = (): void => {
        socket.destroy();
        gateway.destroy();
      };
      for (const one of [socket, gateway]) one.once('error', end).once('close', end);
      socket.pipe(gateway).pipe(socket);
    });
    server.once('error', reject).listen(port, '127.0.0.1', () =>
      resolve(() => {
        server.close();
      }),
    );
  });

/** Replicas that each service is meant to have, by name. */
export const replicas = async (namespace: string): Promise<Readonly<Record<string, number>>> => {
  const { items } = JSON.parse(
    await kubectl('-n', namespace, 'get', 'deployments', '-l', 'tessera.io/tier in (service,edge)', '-o', 'json'),
  ) as { items: readonly { metadata: { name: string }; spec: { replicas: number } }[] };
  return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.replicas]));
};

/**
 * Lets the autoscaler of a service act when its replicas use `averageValue` of a core each, up to `most`, and give away one replica every
 * 15 s once they use less; until the overlay is applied again.
 */
export const autoscaleAt = async (
  namespace: string,
  name: string,
  { averageValue, most }: { readonly averageValue: string; readonly most: number },
): Promise<void> =>
  void (await kubectl(
    '-n',
    namespace,
    'patch',
    `hpa/${name}`,
    '--type=json',
    '-p',
    JSON.stringify([
      { op: 'replace', path: '/spec/metrics/0/resource/target/averageValue', value: averageValue },
      { op: 'replace', path: '/spec/behavior/scaleDown/stabilizationWindowSeconds', value: 15 },
      { op: 'replace', path: '/spec/behavior/scaleDown/policies/0/periodSeconds', value: 15 },
      { op: 'replace', path: '/spec/maxReplicas', value: most },
    ]),
  ));

/** Resolves when every Deployment and StatefulSet is as it should be, with no fewer replicas than its autoscaler's least. */
export const ready = async (namespace: string, seconds = 600): Promise<void> => {
  const { items } = JSON.parse(await kubectl('-n', namespace, 'get', 'hpa', '-o', 'json')) as {
    items: readonly { metadata: { name: string }; spec: { minReplicas: number } }[];
  };
  await until('the least replicas', 120, async () => {
    const now = await replicas(namespace);
    return items.every(({ metadata, spec }) => (now[metadata.name] ?? 0) >= spec.minReplicas) ? true : undefined;
  });
  for (const one of await workloads(namespace))
    await kubectl('-n', namespace, 'rollout', 'status', one, `--timeout=${seconds}s`);
};

/** `k8s/services.sh`, as operators run it; answers what it printed. */
export const operate = (namespace: string, action: 'stop' | 'start', ...names: readonly string[]): Promise<string> =>
  run('k8s/services.sh', [action, '-n', namespace, ...names]);

/**
 * What becomes of a connection from the pod of one service to another's calls or requests, without a certificate: by
 * TLS, or in plain text.
 */
const unknownCaller = `
const [way, port] = process.argv.slice(1);
const end = (said) => { console.log(said); process.exit(0); };
const socket = way === 'tls'
  ? require('node:tls').connect({ host: 'auth', port, rejectUnauthorized: false, ALPNProtocols: port === '9090' ? ['h2'] : undefined })
  : require('node:net').connect({ host: 'auth', port });
socket.on('error', (error) => end('refused: ' + error.code)).on('close', () => end('refused')).on('data', (data) => {
  const status = /^HTTP.1.1 (\\d+)/.exec(String(data));
  end(status === null ? 'answered' : status[1] === '400' || status[1] === '403' ? 'refused: ' + status[1] : 'answered: ' + status[1]);
});
socket.write(port === '9090'
  ? 'PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\0\\4\\0\\0\\0\\0\\0'
  : 'POST /auth/loginV2 HTTP/1.1\\r\\nhost: auth\\r\\ncontent-length: 0\\r\\n\\r\\n');
setTimeout(end, 5000, 'no answer');
`;

/** How auth answers a caller of its namespace that shows no certificate of the installation, at each of its ports. */
export const askWithoutCertificate = async (namespace: string): Promise<readonly string[]> => {
  const answers: string[] = [];
  for (const [what, way, port] of [
    ['calls by TLS', 'tls', '9090'],
    ['calls in plain text', 'plain', '9090'],
    ['requests by TLS', 'tls', '8443'],
    ['requests in plain text at the port for TLS', 'plain', '8443'],
    ['requests in plain text', 'plain', '8080'],
  ] as const)
    answers.push(
      `${what}: ${(await kubectl('-n', namespace, 'exec', 'deployment/connectors', '--', 'node', '--eval', unknownCaller, way, port)).trim()}`,
    );
  return answers;
};

/** `k8s/rotate-key.sh`, as operators run it; answers what it printed. */
export const rotateKey = async (namespace: string): Promise<string> => {
  const told = await run('k8s/rotate-key.sh', ['-n', namespace]);
  const kept = await kubectl('-n', namespace, 'get', 'secret', 'tessera', '-o', 'jsonpath={.data.TESSERA_KEY}');
  keys.set(namespace, Buffer.from(kept, 'base64').toString());
  return told;
};

/** What the first run asks for. */
export const setupCode = (namespace: string): Promise<string> =>
  until(
    'the code of the first run',
    60,
    async () =>
      /enter the code (\S+)/.exec(await kubectl('-n', namespace, 'logs', 'deployment/auth', '--tail=-1'))?.[1],
  );

const servicesImage = `tessera/services:${version}`;

/** Waits for the end of a job; answers what it printed. Throws with that when it failed. */
const ended = async (namespace: string, name: string, seconds: number): Promise<string> => {
  const { fine } = await until(`the job ${name}`, seconds, async () => {
    const { succeeded = 0, failed = 0 } = (
      JSON.parse(await kubectl('-n', namespace, 'get', `job/${name}`, '-o', 'json')) as {
        status: { succeeded?: number; failed?: number };
      }
    ).status;
    return succeeded + failed > 0 ? { fine: succeeded > 0 } : undefined;
  });
  const told = (await kubectl('-n', namespace, 'logs', `job/${name}`)).trim();
  if (!fine) throw new Error(`the job ${name} failed:\n${told.split('\n').slice(-20).join('\n')}`);
  return told;
};

/** Runs one of the overlay's jobs in the namespace as operators do, to its end; answers what it printed. */
export const runJob = async (namespace: string, name: 'restore' | 'rebuild', seconds = 600): Promise<string> => {
  const folder = written(join(folderOf(namespace), name), {
    ...kustomization,
    namespace,
    resources: [`../../../../k8s/overlays/production/jobs/${name}`],
  });
  await kubectl('create', '-k', folder);
  const told = await ended(namespace, name, seconds);
  await kubectl('-n', namespace, 'delete', `job/${name}`, '--wait');
  return told;
};

/** A backup beside the schedule, as README.md has it. */
export const backUpNow = async (namespace: string): Promise<string> => {
  await kubectl('-n', namespace, 'create', 'job', '--from=cronjob/tessera-backup', 'backup-by-hand');
  return ended(namespace, 'backup-by-hand', 600);
};

/** Lets the schedule make one backup; answers what that printed. */
export const scheduledBackup = async (namespace: string): Promise<string> => {
  const suspend = (value: boolean) =>
    kubectl('-n', namespace, 'patch', 'cronjob/tessera-backup', '-p', JSON.stringify({ spec: { suspend: value } }));
  await suspend(false);
  const job = await until('the schedule', 150, async () => {
    const names = (await kubectl('-n', namespace, 'get', 'jobs', '-o', 'name')).split('\n');
    return names.find((one) => one.startsWith('job.batch/tessera-backup-'))?.slice('job.batch/'.length);
  });
  await suspend(true);
  return ended(namespace, job, 600);
};

/**
 * A pod that holds the backups' volume, so that what is in it can be brought out or in; made of the services' image
 * because that is there.
 */
export const backupsPod = async (namespace: string): Promise<string> => {
  const name = 'backups';
  await apply(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace, labels: { 'tessera.io/tier': 'job' } },
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 0,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          fsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name: 'holder',
            image: servicesImage,
            imagePullPolicy: 'IfNotPresent',
            command: ['sleep', '3600'],
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            volumeMounts: [{ name: 'backups', mountPath: '/backups' }],
          },
        ],
        volumes: [{ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } }],
      },
    }),
  );
  await kubectl('-n', namespace, 'wait', '--for=condition=Ready', `pod/${name}`, '--timeout=120s');
  return name;
};
