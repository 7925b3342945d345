import type { Description } from './descriptions.ts';

/** What parts are made of. `all` has the edge last, `behind` has what stands behind it. */
export type Facts = {
  readonly all: readonly Description[];
  readonly behind: readonly Description[];
  readonly frontends: readonly string[];
};

const names = (all: readonly { readonly name: string }[], between = ', '): string =>
  all.map(({ name }) => name).join(between);
const peers = ({ behind }: Facts, port: number): string =>
  behind.map(({ name }) => `${name}=${name}:${port}`).join(',');
const quoted = (all: readonly string[]): string => all.map((one) => `'${one}'`).join(', ');

/** Lines of a part by its name, as the marks in files name it. */
export const parts: Readonly<Record<string, (facts: Facts) => readonly string[]>> = {
  'peers of compose': (facts) => [`TESSERA_PEERS: ${peers(facts, 9090)}`, `TESSERA_HTTP_PEERS: ${peers(facts, 8080)}`],
  'services of compose': ({ behind }) =>
    behind.map(({ name }) => `${name}: { <<: *service, command: [services/${name}/src/main.ts] }`),
  'peers of the base': (facts) => [`TESSERA_PEERS=${peers(facts, 9090)}`, `TESSERA_HTTP_PEERS=${peers(facts, 8080)}`],
  'resources of the base': ({ all }) => all.map(({ name }) => `- services/${name}.yaml`),
  'peers by TLS': (facts) => [`value: ${peers(facts, 8443)}`],
  'targets of TLS': ({ behind }) => [`- target: { kind: Service, name: ${names(behind, '|')} }`],
  'replicas in production': ({ all }) => {
    const asked = new Map<number, string[]>();
    for (const { name, replicas } of all)
      if (replicas.production !== undefined)
        asked.set(replicas.production, [...(asked.get(replicas.production) ?? []), name]);
    return [...asked].flatMap(([least, own]) => [
      `- target: { kind: HorizontalPodAutoscaler, name: "${own.join('|')}" }`,
      '  patch: |',
      '    - op: replace',
      '      path: /spec/minReplicas',
      `      value: ${least}`,
    ]);
  },
  'monitored services': ({ behind }) => [`values: [${names(behind)}]`],
  'scraped services': ({ behind }) => [`- names: [${names(behind)}]`],
  'expression of what is down': ({ all }) => [`expr: up{service=~"${names(all, '|')}"} == 0`],
  'names for the shell': ({ all }) => [`all=(${names(all, ' ')})`],
  'names for Tilt': ({ behind, frontends }) => [
    `services = {${behind.map(({ name, engines }) => `'${name}': [${quoted(engines)}]`).join(', ')}}`,
    `frontends = [${quoted(['shell', ...frontends])}]`,
  ],
};

/** A service in Kubernetes: its account, address, processes, and how many of them there are. */
export const manifestOf = (one: Description): string => {
  const { name, edge, ports, idle, most, replicas } = one;
  const tier = edge ? 'edge' : 'service';
  const address = edge
    ? ''
    : `  # No address of its own: callers look up every replica and spread their work.
  clusterIP: None
  publishNotReadyAddresses: false
`;
  const grpc = ports.includes('grpc')
    ? `    - name: grpc
      port: 9090
      targetPort: grpc
      appProtocol: kubernetes.io/h2c
`
    : '';
  const environment = edge
    ? `          env:
            - name: TESSERA_METRICS_TOKEN
              valueFrom:
                secretKeyRef:
                  name: tessera
                  key: TESSERA_METRICS_TOKEN
`
    : '';
  const calm = edge
    ? { why: 'Every replica that goes makes its browsers connect anew.', window: 600, period: 120 }
    : { why: 'Live channels and caches are dear to move: give load away slowly.', window: 300, period: 60 };
  return `# Made of services/${name}/service.json by npm run generate.
apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${name}
automountServiceAccountToken: false
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/name: ${name}
spec:
${address}  selector:
    app.kubernetes.io/name: ${name}
  ports:
    - name: http
      port: ${edge ? 80 : 8080}
      targetPort: http
${grpc}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/name: ${name}
    tessera.io/tier: ${tier}
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
        tessera.io/tier: ${tier}
    spec:
      serviceAccountName: ${name}
      containers:
        - name: service
          image: tessera/${edge ? 'frontends' : 'services'}
          args: [services/${name}/src/main.ts]
${environment}          resources:
            requests:
              cpu: ${idle.processor}
              memory: ${idle.memory}
              ephemeral-storage: 64Mi
            limits:
              memory: ${most.memory}
              ephemeral-storage: 2560Mi
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      app.kubernetes.io/name: ${name}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: ${replicas.least}
  maxReplicas: ${replicas.most}
  metrics:
    - type: Resource
      resource:
        name: cpu
        # Of one core: a Node process does its work on one thread (README.md, Sizing). Not a share of what is asked for, which says where a pod finds room.
        target:
          type: AverageValue
          averageValue: 600m
  behavior:
    scaleDown:
      # ${calm.why}
      stabilizationWindowSeconds: ${calm.window}
      policies:
        - type: Pods
          value: 1
          periodSeconds: ${calm.period}
`;
};

/** The rules of Prometheus as its operator takes them. */
export const operatorRules = (rules: string): string =>
  `# Made of infra/observability/alerts/rules.yaml by npm run generate.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: tessera
spec:
${rules
  .split('\n')
  .filter((line) => !line.trimStart().startsWith('# generated: '))
  .map((line) => (line === '' ? '' : `  ${line}`))
  .join('\n')}`;

/** What services announce of rights, by the names of their files. */
export const announcedRights = (
  services: readonly string[],
): string => `// Made of the folder services by npm run generate.
${services.map((name) => `import { rights as ${name} } from './services/${name}.ts';`).join('\n')}

/** What each service announces. */
// prettier-ignore
export const announced = { ${services.join(', ')} } as const;
`;

/** What the runtime puts together. */
export const composition = ({ behind }: Facts): string => {
  const byName = behind.map(({ name }) => name).toSorted();
  return `// Made of the folders of services by npm run generate.
${byName.map((name) => `import { ${name} } from '../../../services/${name}/src/index.ts';`).join('\n')}
import type { ServiceDefinition } from './service.ts';

/** What this installation is made of. The gateway is the edge of all of them and is composed apart. */
// prettier-ignore
export const services: readonly ServiceDefinition[] = [${names(behind)}];
`;
};
