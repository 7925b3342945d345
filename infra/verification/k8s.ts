// `npm run test:k8s`: the overlay for production on the cluster of KUBECONFIG, over engines of one node each, and what
// operators do to it. Ends with one line of counts.
//   TESSERA_K8S_LOAD a command that brings images to the cluster, such as `k8s-cluster.sh load`; without it the cluster
//   has or pulls them
//   TESSERA_K8S_KEEP   leaves the namespaces when it is over
// Words after `--` try only the parts whose name has one of them, beside those that make the installation.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { programs as services } from '../generate/src/descriptions.ts';
import { manifests } from './gate/outside.ts';
import { kubectl, pause, pipe, root, run, until } from './k8s/kubectl.ts';
import { lost, readAll, startLoad, type Outcome } from './k8s/load.ts';
import {
  askWithoutCertificate,
  autoscaleAt,
  backUpNow,
  backupsPod,
  deploy,
  loadImages,
  operate,
  ready,
  replicas,
  rotateKey,
  runJob,
  scheduledBackup,
  setupCode,
  startIngress,
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

const words = process.argv.slice(2);
const counts = { passed: 0, failed: 0 };
/** One part with its time; the parts after a failed one are tried all the same, where they can be. */
const part = async (name: string, work: () => Promise<string>, always = false): Promise<boolean> => {
  if (!always && words.length > 0 && !words.some((word) => name.includes(word))) return true;
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

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** What needs no cluster: the manifests against their schemas, and the Tiltfile. */
const checkManifests = async (): Promise<string> => {
  await run(process.execPath, [vitest, 'run', '--project', 'cluster', ...manifests], { show: true });
  return '';
};

const story = async (): Promise<string> => {
  const code = await setupCode(first.namespace);
  // The first run makes the organization in which the others work.
  for (const name of ['first-run', 'together'])
    await run(process.execPath, [vitest, 'run', '--project', 'e2e', `infra/verification/e2e/${name}`], {
      show: true,
      env: { TESSERA_E2E_URL: url(first.port), TESSERA_E2E_CODE: code },
    });
  return '';
};

/** What the story begins with, where only parts are tried. */
const firstRun = async (): Promise<string> => {
  const code = await setupCode(first.namespace);
  await client(url(first.port), '').call('POST', 'setup', { ...owner, code });
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
      const told = `${await judge(api, table, outcome)}, refused ${outcome.failed.length} (each taken later), recovered in ${recovered} s`;
      // Of a service there is another; of an engine of one node there is none. Connections of clients end with the gateway
      // that held them: nobody answers on those, and no answer may be a refusal.
      const refused = name === 'gateway' ? outcome.failed.filter((one) => !one.startsWith('0 ')) : outcome.failed;
      must(refused.length === 0 || !services.includes(name), `${told}: ${refused[0] ?? ''}`);
      return told;
    });
  }
};

const since = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** One by hand, then one by the schedule, which keeps no other: the newest alone is left. */
const backups = async (): Promise<string> => {
  const begun = performance.now();
  const told = await backUpNow(first.namespace);
  const byHand = since(begun);
  const scheduled = await scheduledBackup(first.namespace);
  must(/^removed \d{4}-/m.test(scheduled), `the schedule removed nothing: ${scheduled}`);
  const pod = await backupsPod(first.namespace);
  const left = (await kubectl('-n', first.namespace, 'exec', pod, '--', 'ls', '/backups')).trim().split('\n');
  must(left.length === 1 && scheduled.includes(left[0] ?? '?'), `in the volume: ${left.join(', ')}`);
  return `${told.split('\n')[0] ?? ''} in ${byHand}; by the schedule: ${scheduled.split('\n').join('; ')}`;
};

/**
 * What the script began with is what it found when it stopped the services; afterwards the autoscalers go on. Answers
 * the numbers by service.
 */
const asBefore = (stopped: string, started: string): string => {
  const had = Object.fromEntries(
    [...stopped.matchAll(/^(\w+): stopped, had (\d+)$/gm)].map(([, name, n]) => [name, n]),
  );
  const has = Object.fromEntries([...started.matchAll(/^(\w+): (\d+) replicas$/gm)].map(([, name, n]) => [name, n]));
  const [before, after] = [JSON.stringify(had), JSON.stringify(has)];
  must(before !== '{}' && before === after, `replicas before the stop ${before}, after the start ${after}`);
  return `replicas ${after} as before`;
};

/** What the schedule made, as README.md has it: brought into a namespace that never had any data. */
const restore = async (api: Client, table: Load): Promise<string> => {
  const { values: before } = await readAll(api, table);
  // A machine has room for the services of one installation; the other has its engines, its backups and its volumes.
  await operate(first.namespace, 'stop');
  await kubectl('create', 'namespace', second.namespace);
  const begun = performance.now();
  await deploy(second.namespace, second.port);
  await until('the least replicas', 120, async () =>
    Object.values(await replicas(second.namespace)).every((count) => count >= 2) ? true : undefined,
  );
  // As an operator would: it is to be so afterwards.
  await kubectl('-n', second.namespace, 'scale', 'deployment/connectors', '--replicas=3');
  const stopped = await operate(second.namespace, 'stop');
  must(stopped.includes('connectors: stopped, had 3\n'), stopped);
  const [from, to] = await Promise.all([backupsPod(first.namespace), backupsPod(second.namespace)]);
  await pipe(
    ['-n', first.namespace, from, '--', 'sh', '-c', 'cd /backups && exec tar cf - *'],
    ['-n', second.namespace, to, '--', 'tar', 'xf', '-', '--no-same-owner', '-C', '/backups'],
  );
  await Promise.all([
    kubectl('-n', first.namespace, 'delete', 'pod', from, '--wait'),
    kubectl('-n', second.namespace, 'delete', 'pod', to, '--wait'),
  ]);
  for (const name of [...stateful.map((one) => `statefulset/${one}`), 'deployment/nats'])
    await kubectl('-n', second.namespace, 'rollout', 'status', name, '--timeout=300s');
  const empty = since(begun);
  const job = performance.now();
  const told = await runJob(second.namespace, 'restore');
  const restored = since(job);
  const as = asBefore(stopped, await operate(second.namespace, 'start'));
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
  return `${after.size} records, each equal, and new ones are taken; ${told.split('\n').find((line) => line.startsWith('restored')) ?? ''}; engines empty and backup there after ${empty}, restore ${restored}, from an empty namespace to the first sign-in ${whole}; ${as}`;
};

/**
 * The autoscaler of tables under load: it adds a replica, what is applied meanwhile leaves it, and it takes it away
 * again. It refuses no write. The share of a core at which it acts is lowered, so that one small machine can
 * bring it about beside its engines.
 */
const autoscaling = async (api: Client, table: Load): Promise<string> => {
  const count = async (): Promise<number> => (await replicas(first.namespace))['tables'] ?? 0;
  const before = await count();
  const load = startLoad(api, table, { perSecond, stubborn: true });
  const begun = performance.now();
  let [grown, down, applied] = [0, 0, 0];
  let outcome: Outcome | undefined;
  try {
    await autoscaleAt(first.namespace, 'tables', { averageValue: '30m', most: before + 1 });
    await until('one replica more', 240, async () => ((await count()) > before ? true : undefined));
    grown = performance.now() - begun;
    await kubectl('-n', first.namespace, 'rollout', 'status', 'deployment/tables', '--timeout=300s');
    const scaled = await count();
    await deploy(first.namespace, first.port);
    applied = await count();
    must(applied >= scaled, `there were ${scaled} replicas, and ${applied} after the overlay was applied again`);
    await autoscaleAt(first.namespace, 'tables', { averageValue: '5', most: before + 1 });
    const eased = performance.now();
    await until('one replica less', 240, async () => ((await count()) < applied ? true : undefined));
    down = performance.now() - eased;
  } finally {
    await pause(2000);
    outcome = await load.stop();
    await deploy(first.namespace, first.port);
  }
  // An engine of one node that is short of processor is not the scaling.
  const byScaling = outcome.failed.filter((one) => !one.includes('"store.unavailable"'));
  must(byScaling.length === 0, `${byScaling.length} requests failed; first: ${byScaling[0] ?? ''}`);
  return `from ${before} to ${applied} replicas in ${(grown / 1000).toFixed(0)} s, and one less ${(down / 1000).toFixed(0)} s after it was let; ${outcome.failed.length} writes refused by the database, each taken later, none by the scaling; ${await judge(api, table, outcome)}`;
};

/** What an operator has without a replica has none after a stop and a start of everything either. */
const resting = async (): Promise<string> => {
  await kubectl('-n', first.namespace, 'scale', 'deployment/apps', '--replicas=0');
  const said = `${await operate(first.namespace, 'stop', 'apps')}${await operate(first.namespace, 'start', 'apps')}`;
  const { apps } = await replicas(first.namespace);
  await kubectl('-n', first.namespace, 'scale', 'deployment/apps', '--replicas=2');
  await ready(first.namespace);
  must(apps === 0, `apps had no replica, and ${apps} after a stop and a start: ${said}`);
  return 'apps had none, and none afterwards';
};

/** The documented upgrade of a release that makes a read model anew: what was scaled by load is as it was afterwards. */
const rebuild = async (api: Client, table: Load): Promise<string> => {
  const { values: before } = await readAll(api, table);
  const most = (await replicas(first.namespace))['tables'] ?? 0;
  await kubectl('-n', first.namespace, 'scale', 'deployment/tables', `--replicas=${most + 1}`);
  await ready(first.namespace);
  const stopped = await operate(first.namespace, 'stop', 'tables');
  const told = await runJob(first.namespace, 'rebuild');
  await deploy(first.namespace, first.port);
  const as = asBefore(stopped, await operate(first.namespace, 'start', 'tables'));
  await ready(first.namespace);
  const { values: after } = await until('the records', 60, () => readAll(api, table));
  must(
    told.includes('equal to what was there') && after.size === before.size,
    `${told}; ${before.size} records before, ${after.size} after`,
  );
  return `${told.split('\n').at(-1) ?? ''}; ${as}`;
};

const begun = performance.now();
const ingresses: (() => void)[] = [];
try {
  for (const { port } of [first, second]) ingresses.push(await startIngress(port));
  const stands =
    (await part('manifests and Tiltfile', checkManifests)) &&
    (await part('images built and loaded', async () => (await loadImages()).join(' '), true)) &&
    (await part(
      'the overlay for production applied and ready, over engines of one node',
      async () => {
        await deploy(first.namespace, first.port);
        await ready(first.namespace);
        await until('the gateway', 60, async () => ((await fetch(`${url(first.port)}/readyz`)).ok ? true : undefined));
        const now = await replicas(first.namespace);
        must(
          services.every((name) => (now[name] ?? 0) >= 2),
          `replicas: ${JSON.stringify(now)}`,
        );
        return `replicas ${JSON.stringify(now)}`;
      },
      true,
    ));
  if (
    stands &&
    (await (words.length === 0
      ? part('the end-to-end story, in Chromium', story)
      : part('the first run', firstRun, true)))
  ) {
    const api = await signIn(first.port);
    const made = await api.call<{ id: string; fields: { id: string; name: string }[] }>('POST', 'v3/tables', {
      label: 'Load',
      fields: [{ name: 'Value', type: 'number' }],
    });
    const table: Load = { id: made.id, field: made.fields.find(({ name }) => name === 'Value')?.id ?? '' };
    await part('requests and calls between pods only with a certificate of the installation', async () => {
      const answers = await askWithoutCertificate(first.namespace);
      must(
        answers.every((answer) => answer.includes(': refused')),
        answers.join('; '),
      );
      return answers.join('; ');
    });
    for (const name of services) await rolling(api, table, name);
    await kills(api, table);
    await part(`the key of the installation changed at ${perSecond} writes/s`, async () => {
      const load = startLoad(api, table, { perSecond });
      const told = await rotateKey(first.namespace).finally(() => pause(2000));
      const outcome = await load.stop();
      must(
        outcome.failed.length === 0,
        `${outcome.failed.length} of ${outcome.acknowledged.size + outcome.failed.length} requests failed; first: ${outcome.failed[0] ?? ''}`,
      );
      return `${told.trim().split('\n').join(' ')} No failed request; ${await judge(api, table, outcome)}`;
    });
    await part(`tables scaled by its load, ${perSecond} writes/s`, () => autoscaling(api, table));
    await part('a service that is meant to have no replica', resting);
    await part('the read model of tables made anew by its job', () => rebuild(api, table));
    if (await part('backups by hand and by the schedule, of which one is kept', backups))
      await part('the scheduled backup restored into an empty namespace', () => restore(api, table));
  }
} finally {
  for (const end of ingresses) end();
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
