// `npm run bench -- --cluster`: the composed platform (docker-compose.yml, two replicas of tables and of the gateway)
// against what its MongoDB gives a bare client in the same run. `--seconds 10` is the time of a turn, `--rows 100000`
// the import, `--only create,event,live,import,replica` runs a part.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { WebSocket } from 'ws';
import { freePort } from '@tessera/engines/testing';
import { startPlatform, type Platform } from '../../engines/src/platform.ts';
import { programs } from '../../generate/src/descriptions.ts';
import { client as clientOf, owner, root, type Client } from '../product/product.ts';
import { makeDeals, type DealsTable } from './api-figures.ts';
import { connections, load, type Load } from './http.ts';
import { runImport, upload } from './import-figures.ts';
import type { Figure } from './report.ts';
import { createParts, endBench } from './parts.ts';
import { mb, ms, percentile, rate } from './report.ts';
import { writeCsv } from './rows.ts';

const run = promisify(execFile);
const { values: args } = parseArgs({
  options: {
    cluster: { type: 'boolean' },
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string', default: 'create,event,live,import,replica' },
  },
});
const [rows, seconds, turns] = [Number(args.rows), Number(args.seconds), Number(args.turns)];
const parts = new Set(args.only.split(','));
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

type Turn = { readonly perSecond: number; readonly times: readonly number[]; readonly failed: readonly string[] };

/** Work with a fixed number in flight; a failure is kept with what it said and counts for nothing. */
const inFlight = async (work: (lane: number) => Promise<unknown>, until: () => boolean): Promise<Turn> => {
  const times: number[] = [];
  const failed: string[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (!until()) {
        const at = performance.now();
        try {
          await work(lane);
          times.push(performance.now() - at);
        } catch (error) {
          failed.push(String(error));
        }
      }
    }),
  );
  return { perSecond: times.length / ((performance.now() - started) / 1000), times, failed };
};
const forSeconds = () => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
};

/** Services that have just started run everything for the first time: what they reach is measured after this. */
const warmUpSeconds = 45;

const creator = (client: Client, deals: DealsTable) => {
  let made = 0;
  return () =>
    client.call('POST', `v3/tables/${deals.id}/records`, {
      fields: { [deals.field('Deal')]: `a deal of some length ${made++}`, [deals.field('Value')]: made },
    });
};

const names = async (platform: Platform, service: string): Promise<string[]> =>
  (await platform.compose('ps', '--format', 'json', service))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { Name: string }).Name);

const address = async (container: string): Promise<string> =>
  (
    await run('docker', ['inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}', container])
  ).stdout
    .trim()
    .split(' ')[0]!;

const unit: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
/** What the container engine counts for each process's group, in bytes: what a limit is held against. */
const memory = async (platform: Platform): Promise<Readonly<Record<string, number>>> => {
  const used: Record<string, number> = {};
  for (const service of programs) {
    const { stdout } = await run('docker', [
      'stats',
      '--no-stream',
      '--format',
      '{{.MemUsage}}',
      ...(await names(platform, service)),
    ]);
    used[service] = Math.max(
      ...stdout
        .trim()
        .split('\n')
        .map((line) => {
          const [, number = '0', of = 'B'] = /^([\d.]+)([KMG]?i?B)/.exec(line) ?? [];
          return Number(number) * (unit[of] ?? 1);
        }),
    );
  }
  return used;
};
const memoryFigure = (what: string, limit: number, used: Readonly<Record<string, number>>): Figure => ({
  what,
  wanted: `each under ${mb(limit)}`,
  reached: Object.entries(used)
    .map(([name, bytes]) => `${name} ${mb(bytes)}`)
    .join(', '),
  ok: Object.values(used).every((bytes) => bytes < limit),
  values: used,
});

/** Turns of a bare insertOne and of the product's create, one after the other, so that both see the same machine. */
const createFigures = async (platform: Platform, client: Client, deals: DealsTable): Promise<Figure[]> => {
  const [mongo = ''] = await names(platform, 'mongo');
  const url = `mongodb://${await address(mongo)}:27017/?directConnection=true`;
  const bare = await new MongoClient(url, { maxPoolSize: connections }).connect();
  // The driver numbers its writes so that the server knows a repeated one; the product's own writes are told apart by
  // their keys.
  const unnumbered = await new MongoClient(url, { maxPoolSize: connections, retryWrites: false }).connect();
  try {
    const bareOf = (client: MongoClient) =>
      client.db('bench').collection('bare', { writeConcern: { w: 'majority', journal: true } });
    let made = 0;
    const create = (time = seconds): Promise<Load> =>
      load(
        client.url,
        () => ({
          method: 'POST',
          path: `/api/v3/tables/${deals.id}/records`,
          body: { fields: { [deals.field('Deal')]: `a deal of some length ${made++}`, [deals.field('Value')]: made } },
        }),
        { seconds: time, headers: { authorization: `Bearer ${client.token}` } },
      );
    const insertBy = (client: MongoClient) => () =>
      bareOf(client).insertOne({ table: 't', name: 'a deal of some length', value: 12, at: Date.now() });
    const [plain, created]: [Turn[], Load[]] = [[], []];
    await create(warmUpSeconds);
    for (let turn = 0; turn < turns; turn++) {
      plain.push(await inFlight(insertBy(bare), forSeconds()));
      created.push(await create());
    }
    const without = await inFlight(insertBy(unnumbered), forSeconds());
    // Looked at beside a load that is not counted: the engine's own tool takes a good part of a processor.
    const [, used] = await Promise.all([create(), pause(seconds * 500).then(() => memory(platform))]);
    const shares = created.map((one, i) => one.perSecond / plain[i]!.perSecond).sort((a, b) => a - b);
    const mean = (all: readonly { readonly perSecond: number }[]) =>
      all.reduce((sum, one) => sum + one.perSecond, 0) / all.length;
    // Of all turns together: single ones of the bare client differ by five, since the stand-in's bookkeeping of
    // retryable writes grows with them.
    const share = mean(created) / mean(plain);
    const p50 = Math.max(...created.map((one) => one.p50));
    const p99 = Math.max(...created.map((one) => one.p99));
    const failed = created.reduce((sum, { errors }) => sum + errors, 0);
    return [
      {
        what: `floor: bare insertOne, majority + journal, ${connections} in flight`,
        wanted: '-',
        reached: `${rate(mean(plain))}, p99 ${ms(
          percentile(
            plain.flatMap((one) => one.times),
            0.99,
          ),
        )}; ${rate(without.perSecond)} without retryable writes`,
        ok: true,
        values: { perSecond: mean(plain), unnumbered: without.perSecond },
      },
      {
        what: `create one record, durable, ${connections} connections, two replicas of tables`,
        wanted: `60 % of the floor (${rate(0.6 * mean(plain))}), p99 under 80 ms`,
        reached: `${Math.round(share * 100)} % (${rate(mean(created))}; turns ${shares.map((one) => Math.round(one * 100)).join(', ')} %), worst turn p50 ${ms(p50)}, p99 ${ms(p99)}${failed > 0 ? `, ${failed} failed` : ''}`,
        ok: share >= 0.6 && p99 < 80 && failed === 0,
        values: { share, perSecond: mean(created), p50, p99 },
      },
      memoryFigure('memory of each service under that load', 350e6, used),
    ];
  } finally {
    await bare.db('bench').dropDatabase();
    await Promise.all([bare.close(), unnumbered.close()]);
  }
};

type ImportState = { readonly tableGone: boolean };

const importAndWait = async (
  client: Client,
  path: string,
): Promise<{
  readonly operationId: string;
  readonly tableId: string;
  readonly state: string;
  readonly took: number;
}> => {
  const uploaded = await upload(client, path, 'deals.csv');
  const started = performance.now();
  const { operationId, tableId, state } = await runImport(client, 'Deals', uploaded);
  return { operationId, tableId, state, took: (performance.now() - started) / 1000 };
};

/** Taking a table away or bringing it back, until connectors' read model says so of the import that made it. */
const eventFigure = async (client: Client, folder: string): Promise<Figure> => {
  const small = join(folder, 'small.csv');
  await writeCsv(small, 20);
  const { operationId, tableId } = await importAndWait(client, small);
  const times: number[] = [];
  // The first ones are not counted: consumers of a platform that was just started are still joining their group.
  for (let i = -10; i < 40; i++) {
    const gone = i % 2 === 0;
    const started = performance.now();
    await client.call(gone ? 'DELETE' : 'POST', `v3/tables/${tableId}${gone ? '' : '/restore'}`);
    const written = performance.now();
    while ((await client.call<ImportState>('GET', `connector/imports/${operationId}`)).tableGone !== gone) {
      if (performance.now() - written > 10_000)
        throw new Error('connectors did not hear of the table within ten seconds');
    }
    if (i >= 0) times.push(performance.now() - started);
  }
  const p99 = percentile(times, 0.99);
  return {
    what: "event to another service's read model (the command included)",
    wanted: 'p99 under 300 ms',
    reached: `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(p99)}`,
    ok: p99 < 300,
    values: { p99, samples: times.length },
  };
};

/** A change through one replica of the gateway, until a socket at the other hears of it. */
const liveFigure = async (here: Client, there: Client, deals: DealsTable): Promise<Figure> => {
  const [record] = (
    await here.call<{ records: { id: string }[] }>('POST', `v3/tables/${deals.id}/records/query`, { limit: 1 })
  ).records;
  const socket = new WebSocket(`${there.url.replace('http', 'ws')}/api/live`);
  let heard: () => void = () => undefined;
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'token', token: there.token })));
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === 'ready') {
        socket.send(JSON.stringify({ type: 'subscribe', topics: [`table:${deals.id}`] }));
        resolve();
      } else if (type === 'changed') heard();
    });
  });
  const times: number[] = [];
  let missed = 0;
  // The first ones only tell that the subscription stands.
  for (let i = -10; i < 100; i++) {
    const told = new Promise<boolean>((resolve) => {
      heard = () => resolve(true);
      setTimeout(resolve, 5000, false).unref();
    });
    const started = performance.now();
    await here.call('PATCH', `v3/tables/${deals.id}/records/${record!.id}`, {
      fields: { [deals.field('Value')]: 1000 + i },
    });
    const arrived = await told;
    if (i >= 0 && arrived) times.push(performance.now() - started);
    if (i >= 0 && !arrived) missed += 1;
    await pause(20);
  }
  socket.close();
  const p99 = percentile(times, 0.99);
  return {
    what: 'change to another browser, across two gateway replicas',
    wanted: 'p99 under 300 ms',
    reached: `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(p99)}${missed > 0 ? `, ${missed} not heard` : ''}`,
    ok: p99 < 300 && missed === 0,
    values: { p99, missed },
  };
};

/** Writes go on while a third replica of tables comes and goes. */
const replicaFigure = async (platform: Platform, client: Client, deals: DealsTable): Promise<Figure> => {
  let over = false;
  const create = creator(client, deals);
  const writing = inFlight(
    async () => {
      await create();
      await pause(200);
    },
    () => over,
  );
  try {
    await platform.compose('up', '--detach', '--wait', '--no-build', '--no-recreate', '--scale', 'tables=3', 'tables');
    await pause(seconds * 1000);
    await platform.compose('up', '--detach', '--wait', '--no-build', '--no-recreate', '--scale', 'tables=2', 'tables');
    await pause(seconds * 1000);
  } finally {
    over = true;
  }
  const { times, failed } = await writing;
  return {
    what: 'a replica of tables added and removed under load',
    wanted: 'no failed request',
    reached: `${times.length} written, ${failed.length} failed${failed.length > 0 ? `: ${failed[0]}` : ''}`,
    ok: failed.length === 0 && times.length > 0,
    values: { written: times.length, failed: failed.length },
  };
};

const figures: Figure[] = [];
const add = (...found: readonly Figure[]) => {
  for (const figure of found)
    console.log(`${figure.ok ? 'ok' : '--'}  ${figure.what}: ${figure.reached} (reach ${figure.wanted})`);
  figures.push(...found);
};

console.log(
  `the composed platform of docker-compose.yml, engines in containers; ${cpus().length} cores ${cpus()[0]?.model ?? ''}, load ${loadavg()[0]?.toFixed(1)}`,
);
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const first = await freePort();
const bench = createParts(parts);
const measure = async (platform: Platform): Promise<void> => {
  const gateways = await Promise.all(
    (await names(platform, 'gateway')).map(async (name) => `http://${await address(name)}:8080`),
  );
  const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1];
  const { token } = await clientOf(gateways[0]!, '').call<{ token: string }>('POST', 'setup', { ...owner, code });
  const [here, there] = [clientOf(gateways[0]!, token), clientOf(gateways[1]!, token)];
  const deals = await makeDeals(here, 'Deals');
  await creator(here, deals)();
  await pause(20_000);
  await bench.run('idle memory', async () =>
    add(memoryFigure('memory of each service, idle', 120e6, await memory(platform))),
  );
  if (parts.has('event')) await bench.run('event', async () => add(await eventFigure(here, folder)));
  if (parts.has('live')) await bench.run('live', async () => add(await liveFigure(here, there, deals)));
  if (parts.has('create')) await bench.run('create', async () => add(...(await createFigures(platform, here, deals))));
  if (parts.has('import')) {
    await bench.run('import', async () => {
      const csv = join(folder, 'deals.csv');
      await writeCsv(csv, rows);
      const { state, tableId, took } = await importAndWait(here, csv);
      const { total } = await here.call<{ total: number }>('POST', `v3/tables/${tableId}/records/count`, {});
      add({
        what: `import of ${rows.toLocaleString('en-US')} rows`,
        wanted: `under ${(25 * rows) / 100_000} s`,
        reached: `${took.toFixed(1)} s${total === rows ? '' : `, ${state} with ${total}`}`,
        ok: state === 'done' && total === rows && took < (25 * rows) / 100_000,
        values: { seconds: took, total },
      });
    });
  }
  if (parts.has('replica')) await bench.run('replica', async () => add(await replicaFigure(platform, here, deals)));
};

await bench.run('platform', async () => {
  const platform = await startPlatform({
    scale: { tables: 2, gateway: 2 },
    environment: { TESSERA_PORT: `${first}-${first + 1}`, TESSERA_RATE_LIMITS: 'off' },
  });
  try {
    await measure(platform);
  } finally {
    await platform.stop();
  }
});
rmSync(folder, { recursive: true, force: true });
endBench(join(root, 'test-results', 'bench-cluster.json'), { rows, seconds, turns }, figures, bench);
