import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageNames } from '../../engines/src/images.ts';
import { makeAuthority } from '../../rpc/src/testing/certificates.ts';
import { apply, kubectl, root, run, until } from './kubectl.ts';

export const services = ['auth', 'tables', 'connectors', 'apps', 'gateway'] as const;
export const stateful = ['mongo', 'kafka', 'redis', 's3'] as const;
const engines = {
  mongo: 'MONGO_IMAGE',
  'apache/kafka': 'KAFKA_IMAGE',
  redis: 'REDIS_IMAGE',
  nats: 'NATS_IMAGE',
  'versity/versitygw': 'S3_IMAGE',
  'otel/opentelemetry-collector-contrib': 'COLLECTOR_IMAGE',
} as const;
const version = '0.1.0';

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
    } = authority.issue(['auth', 'tables', 'connectors', 'apps'].map((name) => `DNS:${name}`));
    return { 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca };
  } finally {
    authority.remove();
  }
};
let issued: ReturnType<typeof certificates> | undefined;

/**
 * The overlay for development with encrypted calls, in a namespace of this run, with this machine's images; answers its
 * folder for `kubectl apply -k`.
 */
export const overlay = (namespace: string, port: number): string => {
  const folder = join(root, '.cache/k8s', namespace);
  mkdirSync(folder, { recursive: true });
  issued ??= certificates();
  for (const [name, pem] of Object.entries(issued)) writeFileSync(join(folder, name), pem, { mode: 0o600 });
  const names = imageNames();
  const images = Object.entries(engines).map(([name, variable]) => ({ name, ...split(names[variable] ?? '') }));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace,
    resources: ['../../../k8s/overlays/dev'],
    components: ['../../../k8s/components/tls'],
    images,
    secretGenerator: [{ name: 'tessera-calls', files: Object.keys(issued), options: { disableNameSuffixHash: true } }],
    patches: [
      {
        target: { kind: 'Namespace' },
        patch: JSON.stringify([{ op: 'replace', path: '/metadata/name', value: namespace }]),
      },
      {
        target: { kind: 'Service', name: 'gateway' },
        patch: JSON.stringify([{ op: 'replace', path: '/spec/ports/0/nodePort', value: port }]),
      },
      {
        target: { kind: 'ConfigMap', name: 'tessera' },
        patch: JSON.stringify([
          { op: 'replace', path: '/data/TESSERA_BASE_URL', value: `http://localhost:${port}` },
          { op: 'add', path: '/data/TESSERA_RATE_LIMITS', value: 'off' },
        ]),
      },
    ],
  };
  writeFileSync(join(folder, 'kustomization.yaml'), `${JSON.stringify(kustomization, undefined, 2)}\n`);
  return folder;
};

export const deploy = async (namespace: string, port: number): Promise<void> =>
  void (await kubectl('apply', '-k', overlay(namespace, port)));

const workloads = async (namespace: string): Promise<readonly string[]> =>
  (await kubectl('-n', namespace, 'get', 'deployments,statefulsets', '-o', 'name'))
    .split('\n')
    .filter((line) => line !== '');

/** Resolves when every Deployment and StatefulSet is as it should be. */
export const ready = async (namespace: string, seconds = 600): Promise<void> => {
  for (const one of await workloads(namespace))
    await kubectl('-n', namespace, 'rollout', 'status', one, `--timeout=${seconds}s`);
};

/**
 * What becomes of a connection from the pod of one service to the calls of another, without a certificate: by TLS, or
 * in plain text.
 */
const unknownCaller = `
const end = (said) => { console.log(said); process.exit(0); };
const socket = process.argv[1] === 'tls'
  ? require('node:tls').connect({ host: 'tables', port: 9090, rejectUnauthorized: false, ALPNProtocols: ['h2'] })
  : require('node:net').connect({ host: 'tables', port: 9090 });
socket.on('error', (error) => end('refused: ' + error.code)).on('close', () => end('refused')).on('data', () => end('answered'));
socket.write('PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\0\\4\\0\\0\\0\\0\\0');
setTimeout(end, 5000, 'no answer');
`;

/** How tables answers a caller of its namespace that shows no certificate of the installation. */
export const askWithoutCertificate = async (namespace: string, way: 'tls' | 'plain'): Promise<string> =>
  (await kubectl('-n', namespace, 'exec', 'deployment/connectors', '--', 'node', '--eval', unknownCaller, way)).trim();

/** What the first run asks for. */
export const setupCode = (namespace: string): Promise<string> =>
  until(
    'the code of the first run',
    60,
    async () =>
      /enter the code (\S+)/.exec(await kubectl('-n', namespace, 'logs', 'deployment/auth', '--tail=-1'))?.[1],
  );

export const scale = async (namespace: string, names: readonly string[], replicas: number): Promise<void> => {
  for (const name of names)
    await kubectl(
      '-n',
      namespace,
      'scale',
      (stateful as readonly string[]).includes(name) ? `statefulset/${name}` : `deployment/${name}`,
      `--replicas=${replicas}`,
    );
  if (replicas > 0) return;
  for (const name of names) {
    await until(`the end of ${name}`, 120, async () =>
      (await kubectl('-n', namespace, 'get', 'pods', '-l', `app.kubernetes.io/name=${name}`, '-o', 'name')).trim() ===
      ''
        ? true
        : undefined,
    );
  }
};

const servicesImage = `tessera/services:${version}`;

/**
 * Runs one of k8s/jobs in the namespace as operators do, to its end; answers what it printed. Throws with that when it
 * fails.
 */
export const runJob = async (
  namespace: string,
  name: 'backup' | 'restore' | 'rebuild',
  seconds = 600,
): Promise<string> => {
  const folder = join(root, '.cache/k8s', namespace, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    `${JSON.stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', namespace, resources: [`../../../../k8s/jobs/${name}`] })}\n`,
  );
  await kubectl('create', '-k', folder);
  const ended = await until(`the job ${name}`, seconds, async () => {
    const { succeeded = 0, failed = 0 } = (
      JSON.parse(await kubectl('-n', namespace, 'get', `job/${name}`, '-o', 'json')) as {
        status: { succeeded?: number; failed?: number };
      }
    ).status;
    return succeeded + failed > 0 ? { fine: succeeded > 0 } : undefined;
  });
  const told = await kubectl('-n', namespace, 'logs', `job/${name}`);
  await kubectl('-n', namespace, 'delete', `job/${name}`, '--wait');
  if (!ended.fine) throw new Error(`the job ${name} failed:\n${told.split('\n').slice(-20).join('\n')}`);
  return told.trim();
};

/** The volume that backups are kept in, claimed as README.md says. */
export const claimBackups = (namespace: string): Promise<string> =>
  kubectl('-n', namespace, 'apply', '-f', join(root, 'k8s/jobs/backups.yaml'));

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
