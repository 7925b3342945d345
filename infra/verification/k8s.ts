// `npm run test:k8s`: the overlay for development on the cluster of KUBECONFIG, with calls encrypted, and what
// operators do to it. Ends with one line of counts.
//   TESSERA_K8S_LOAD a command that brings images to the cluster, such as `k8s-cluster.sh load`; without it the cluster
//   has or pulls them
//   TESSERA_K8S_KEEP   leaves the namespaces when it is over
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { kubectl, pause, pipe, root, run, until } from './k8s/kubectl.ts';
import { lost, readAll, startLoad, type Outcome } from './k8s/load.ts';
import {
  askWithoutCertificate,
  backupsPod,
  claimBackups,
  deploy,
  loadImages,
  ready,
  runJob,
  scale,
  services,
  setupCode,
  stateful,
} from './k8s/platform.ts';
import { client, owner, type Client } from './product/product.ts';

if ((process.env['KUBECONFIG'] ?? '') === '')
  throw new Error('KUBECONFIG names the cluster to try; k8s-cluster.sh of the shared tools makes one.');
const id = randomBytes(3).toString('hex');
const first = { namespace: `tessera-test-${id}`, port: 30_080 };
const second = { namespace: `tessera-restored-${id}`, port: 30_081 };
const url = (port: number): string => `http://localhost:${port}`;
const perSecond = Number(process.env['TESSERA_K8S_RATE'] ?? 50);

const counts = { passed: 0, failed: 0 };
/** One part with its time; the parts after a failed one are tried all the same, where they can be. */
const part = async (name: string, work: () => Promise<string>): Promise<boolean> => {
  const begun = performance.now();
  const told = await work().then(
    (text) => ({ ok: true, text }),
    (error: unknown) => ({ ok: false, text: error instanceof Error ? error.message : String(error) }),
  );
  counts[told.ok ? 'passed' : 'failed'] += 1;
  console.log(
    `${told.ok ? 'passed' : 'FAILED'}  ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)${told.text === '' ? '' : `: ${told.text}`}`,
  );
  return told.ok;
};
const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

const signIn = async (port: number): Promise<Client> => {
  const { token } = await until('a session', 60, () =>
    client(url(port), '').call<{ token: string }>('POST', 'auth/loginV2', {
      email: owner.email,
      password: owner.password,
    }),
  );
  return client(url(port), token);
};

type Load = { readonly id: string; readonly field: string };
const acknowledged = new Map<string, number>();
const judge = async (api: Client, table: Load, outcome: Outcome): Promise<string> => {
  for (const [record, value] of outcome.acknowledged) acknowledged.set(record, value);
  const { values, twice } = await readAll(api, table);
  const missing = lost(acknowledged, values);
  must(
    outcome.acknowledged.size > 0 && missing === 0 && twice === 0,
    `acknowledged ${acknowledged.size}, lost ${missing}, twice ${twice}`,
  );
  return `acknowledged ${outcome.acknowledged.size}, lost 0, effects twice 0, p99 ${outcome.p99} ms`;
};

const story = async (): Promise<string> => {
  const code = await setupCode(first.namespace);
  // The first run makes the organization in which the others work.
  for (const name of ['first-run', 'together'])
    await run(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', `infra/verification/e2e/${name}`],
      { show: true, env: { TESSERA_E2E_URL: url(first.port), TESSERA_E2E_CODE: code } },
    );
  return '';
};

const rolling = (api: Client, table: Load, name: string): Promise<boolean> =>
  part(`rolling restart of ${name} at ${perSecond} writes/s`, async () => {
    const load = startLoad(api, table, { perSecond });
    await pause(2000);
    await kubectl('-n', first.namespace, 'rollout', 'restart', `deployment/${name}`);
    await kubectl('-n', first.namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=300s').finally(() =>
      pause(2000),
    );
    const outcome = await load.stop();
    must(
      outcome.failed.length === 0,
      `${outcome.failed.length} of ${outcome.acknowledged.size + outcome.failed.length} requests failed; first: ${outcome.failed[0] ?? ''}`,
    );
    return `no failed request; ${await judge(api, table, outcome)}`;
  });

const kills = async (api: Client, table: Load): Promise<void> => {
  for (const name of [...services, ...stateful, 'nats']) {
    await part(`a pod of ${name} killed at ${perSecond} writes/s`, async () => {
      const load = startLoad(api, table, { perSecond, stubborn: true });
      await pause(2000);
      const [pod = ''] = (
        await kubectl('-n', first.namespace, 'get', 'pods', '-l', `app.kubernetes.io/name=${name}`, '-o', 'name')
      ).split('\n');
      const begun = performance.now();
      await kubectl('-n', first.namespace, 'delete', pod, '--grace-period=0', '--force');
      await ready(first.namespace, 300);
      const recovered = ((performance.now() - begun) / 1000).toFixed(1);
      await pause(3000);
      const outcome = await load.stop();
      return `${await judge(api, table, outcome)}, refused ${outcome.failed.length} (each taken later), recovered in ${recovered} s`;
    });
  }
};

/**
 * By the jobs of k8s/jobs, as README.md has it: a backup while everything runs, brought into a namespace that never had
 * any data.
 */
const restore = async (api: Client, table: Load): Promise<string> => {
  const { values: before } = await readAll(api, table);
  await claimBackups(first.namespace);
  const clock = performance.now();
  const since = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const told = await runJob(first.namespace, 'backup');
  const backup = since(clock);

  await kubectl('create', 'namespace', second.namespace);
  const begun = performance.now();
  await deploy(second.namespace, second.port);
  await scale(second.namespace, services, 0);
  await claimBackups(second.namespace);
  const [from, to] = await Promise.all([backupsPod(first.namespace), backupsPod(second.namespace)]);
  await pipe(
    ['-n', first.namespace, from, '--', 'sh', '-c', 'cd /backups && exec tar cf - *'],
    ['-n', second.namespace, to, '--', 'tar', 'xf', '-', '--no-same-owner', '-C', '/backups'],
  );
  await Promise.all([
    kubectl('-n', first.namespace, 'delete', 'pod', from, '--wait'),
    kubectl('-n', second.namespace, 'delete', 'pod', to, '--wait'),
  ]);
  await ready(second.namespace);
  const empty = since(begun);
  const job = performance.now();
  await runJob(second.namespace, 'restore');
  const restored = since(job);
  await deploy(second.namespace, second.port);
  await ready(second.namespace);
  const there = await signIn(second.port);
  const whole = since(begun);
  const { values: after } = await readAll(there, table);
  const different = [...before].filter(
    ([record, value]) => JSON.stringify(after.get(record)) !== JSON.stringify(value),
  ).length;
  must(
    before.size > 0 && after.size === before.size && different === 0,
    `${before.size} records before, ${after.size} after, ${different} of them missing or different`,
  );
  const made = await there.call<{ id: string }>('POST', `v3/tables/${table.id}/records`, {
    fields: { [table.field]: -1 },
  });
  must(made.id !== '', 'the restored workspace takes no record');
  const verified = await kubectl(
    '-n',
    second.namespace,
    'exec',
    'deployment/tables',
    '--',
    'node',
    'infra/runtime/src/cli.ts',
    'verify',
  );
  must(/^tables: ok, /m.test(verified), verified);
  return `${after.size} records, each equal, and new ones are taken; ${told.split('\n').at(-1) ?? ''}; backup ${backup}, engines empty and backup there after ${empty}, restore ${restored}, from an empty namespace to the first sign-in ${whole}`;
};

const rebuild = async (api: Client, table: Load): Promise<string> => {
  const { values: before } = await readAll(api, table);
  await scale(first.namespace, ['tables'], 0);
  const told = await runJob(first.namespace, 'rebuild');
  await deploy(first.namespace, first.port);
  await ready(first.namespace);
  const { values: after } = await until('the records', 60, () => readAll(api, table));
  must(
    told.includes('equal to what was there') && after.size === before.size,
    `${told}; ${before.size} records before, ${after.size} after`,
  );
  return told.split('\n').at(-1) ?? '';
};

const begun = performance.now();
try {
  const stands =
    (await part('images built and loaded', async () => (await loadImages()).join(' '))) &&
    (await part('the overlay for development applied and ready', async () => {
      await deploy(first.namespace, first.port);
      await ready(first.namespace);
      await until('the gateway', 60, async () => ((await fetch(`${url(first.port)}/readyz`)).ok ? true : undefined));
      return '';
    }));
  if (stands && (await part('the end-to-end story, in Chromium', story))) {
    const api = await signIn(first.port);
    const made = await api.call<{ id: string; fields: { id: string; name: string }[] }>('POST', 'v3/tables', {
      label: 'Load',
      fields: [{ name: 'Value', type: 'number' }],
    });
    const table: Load = { id: made.id, field: made.fields.find(({ name }) => name === 'Value')?.id ?? '' };
    await part('calls between services only with a certificate of the installation', async () => {
      const answers = [
        await askWithoutCertificate(first.namespace, 'tls'),
        await askWithoutCertificate(first.namespace, 'plain'),
      ];
      must(
        answers.every((answer) => answer.startsWith('refused')),
        answers.join('; '),
      );
      return answers.join('; ');
    });
    for (const name of services) await rolling(api, table, name);
    await kills(api, table);
    await part('the read model of tables made anew by its job', () => rebuild(api, table));
    await part('a backup restored into an empty namespace', () => restore(api, table));
  }
} finally {
  if (process.env['TESSERA_K8S_KEEP'] === undefined)
    await Promise.all(
      [first, second].map(({ namespace }) =>
        kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--wait=false').catch((error: unknown) =>
          console.error(String(error)),
        ),
      ),
    );
}
console.log(`${counts.passed} passed, ${counts.failed} failed (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
