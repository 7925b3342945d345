import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, verifyLogs } from './src/index.ts';
import { metaFor } from './test/actors.ts';

/**
 * What the writer thread does in a second, with nothing around it: `node infra/event-store/bench.ts [seconds]`. Prints
 * the time of an fsync beside it, because every figure stands on that, and CPU time per command, which a busy machine
 * blurs less than the clock.
 */
const seconds = Number(process.argv[2] ?? 4);
const connections = 16;
const folder = mkdtempSync(join(process.env['TESSERA_BENCH_FOLDER'] ?? tmpdir(), 'event-store-bench-'));

const quantile = (sorted: readonly number[], q: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0).toFixed(2);
const fsyncTimes = (): number[] => {
  const file = openSync(join(folder, 'fsync'), 'w');
  const page = Buffer.alloc(4096);
  const times = Array.from({ length: 500 }, () => {
    writeSync(file, page);
    const from = performance.now();
    fdatasyncSync(file);
    return performance.now() - from;
  });
  closeSync(file);
  return times.sort((a, b) => a - b);
};

const stores = await openStores({
  dataFolder: join(folder, 'data'),
  services: [{ name: 'lists', writeModuleUrl: new URL('./test/lists.ts', import.meta.url) }],
});
const store = stores.store('lists');
const columns = Array.from({ length: 10 }, (_, i) => `c${i + 1}_1`);
for (const list of ['single', 'bulk', 'both'])
  await store.execute({ type: 'make', payload: { list, label: list, columns } }, metaFor('org'));

type Measure = {
  readonly perSecond: number;
  readonly p50: string;
  readonly p99: string;
  readonly cpuUs: number;
  readonly times: readonly number[];
};
const measure = async (lanes: number, one: () => Promise<unknown>, until: () => boolean): Promise<Measure> => {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!until()) {
        const start = performance.now();
        await one();
        times.push(performance.now() - start);
      }
    }),
  );
  const ms = performance.now() - from;
  const used = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length / ms) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuUs: (used.user + used.system) / times.length,
    times,
  };
};
const forSeconds = (s: number): (() => boolean) => {
  const end = performance.now() + s * 1000;
  return () => performance.now() > end;
};

const row = Object.fromEntries(columns.map((c, i) => [c, [`value ${i}`]]));
const chunk = Object.fromEntries(columns.map((c, i) => [c, Array.from({ length: 1000 }, (_, k) => `value ${i} ${k}`)]));
const create = (list: string) => () => store.execute({ type: 'add', payload: { list, columns: row } }, metaFor('org'));
const bulkText = (list: string) => JSON.stringify({ list, count: 1000, columns: chunk });
const bulk = (list: string) => {
  const payload = bulkText(list);
  return () => store.execute({ type: 'add', payload }, metaFor('org', { operationId: 'bench' }));
};

const fsync = fsyncTimes();
console.log(
  `fsync of 4 kB: p50 ${quantile(fsync, 0.5)} ms, p99 ${quantile(fsync, 0.99)} ms; load ${loadavg()[0]!.toFixed(1)}`,
);
await measure(connections, create('single'), forSeconds(1));
const single = await measure(connections, create('single'), forSeconds(seconds));
console.log(
  `create one of 10 columns, ${connections} at once: ${Math.round(single.perSecond)}/s, p50 ${single.p50} ms, p99 ${single.p99} ms, ${single.cpuUs.toFixed(0)} us CPU each (all threads)`,
);
await measure(2, bulk('bulk'), forSeconds(1));
const many = await measure(2, bulk('bulk'), forSeconds(seconds));
console.log(
  `chunks of 1,000 x 10, 2 at once: ${Math.round(many.perSecond * 1000)} rows/s, p50 ${many.p50} ms, p99 ${many.p99} ms, ${(many.cpuUs / 1000).toFixed(1)} us CPU a row`,
);
let importing = true;
const background = measure(2, bulk('both'), () => !importing);
const beside = await measure(connections, create('single'), forSeconds(seconds));
importing = false;
const imported = await background;
console.log(
  `both together: creates ${Math.round(beside.perSecond)}/s with p99 ${beside.p99} ms, bulk ${Math.round(imported.perSecond * 1000)} rows/s`,
);
await stores.settled();
await stores.close();
const [report] = verifyLogs({ dataFolder: join(folder, 'data') });
console.log(
  `log: ${report!.commits} commits, ${(report!.bytes / 1e6).toFixed(1)} MB of headers and bodies, damage ${report!.damage.length}`,
);
rmSync(folder, { recursive: true });
