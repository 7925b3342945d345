// `npm run bench`: the product's figures against what this machine gives, as a table and as JSON
// (test-results/bench.json). `--rows 100000` makes the big table smaller, `--only api,import,live,browser,start` runs a
// part. `--cluster`: see cluster.ts.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, setUp, startProduct } from '../product/product.ts';
import { bulk, idleMemory, makeDeals, pageLatency, single, unlike } from './api-figures.ts';
import { browserFigures } from './browser-figures.ts';
import { startFloor, wholeFloor } from './http.ts';
import { importFigures } from './import-figures.ts';
import { liveFigure } from './live-figures.ts';
import type { Figure } from './report.ts';
import { ms, rate, table } from './report.ts';
import { randomFrom, writeCsv } from './rows.ts';

// The same product on the engines of a cluster: its own figures against its own floor.
if (process.argv.includes('--cluster')) {
  await import('./cluster.ts');
  process.exit();
}

const { values: args } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'api,import,live,browser,start' },
  },
});
const rows = Number(args.rows);
const parts = new Set(args.only.split(','));
const figures: Figure[] = [];
/**
 * Hundredths of a second that the processors had, and those that the host of a virtual machine gave to others; Linux
 * only.
 */
const processorTime = (): { readonly all: number; readonly stolen: number } => {
  if (!existsSync('/proc/stat')) return { all: 0, stolen: 0 };
  const times = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, one) => sum + one, 0), stolen: times[7] ?? 0 };
};
let seen = processorTime();
const add = (...found: Figure[]) => {
  const now = processorTime();
  const stolen = (100 * (now.stolen - seen.stolen)) / Math.max(1, now.all - seen.all);
  seen = now;
  // A single write waits for several threads in turn: a few percent taken away at random moments cost it most of its
  // rate.
  if (stolen > 1) console.log(`    the host took ${stolen.toFixed(1)} % of the processors away from what follows`);
  for (const figure of found)
    console.log(`${figure.ok ? 'ok' : '--'}  ${figure.what}: ${figure.reached} (reach ${figure.wanted})`);
  figures.push(...found);
};

// Every share of the floor that follows is one of the floor right before and after it.
const bare = await startFloor();
const floor = await wholeFloor(bare);
console.log(
  `floor: bare Express ${rate(floor.post)} POST, ${rate(floor.get)} GET; fsync ${floor.fsyncMs.toFixed(2)} ms; ${cpus().length} cores ${cpus()[0]?.model ?? ''}\n`,
);

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const data = join(folder, 'data');
let product = await startProduct({ data, keepData: true });
try {
  const client = await setUp(product.url);
  if (parts.has('start')) add(idleMemory(product));
  const deals = await makeDeals(client, 'Deals');
  const filled = await bulk(product, client, deals, 100_000, bare);
  add(filled.figure);
  const full = { ...deals, ids: filled.ids };
  if (parts.has('api')) add(...(await single(client, full, bare)));
  if (parts.has('live')) add(await liveFigure(client, full));
  if (parts.has('import') || parts.has('browser')) {
    const csv = join(folder, 'deals.csv');
    await writeCsv(csv, rows);
    const imported = await importFigures(product, client, full, csv, rows, bare);
    add(...imported.figures);
    const made = await client.call<{
      fields: { id: string; name: string; type: string; props: { options?: { id: string; label: string }[] } }[];
    }>('GET', `v3/tables/${imported.tableId}`);
    const named = (name: string) => made.fields.find((field) => field.name === name);
    const won = { fieldId: named('Stage')?.id, operator: 'equals', value: 'Won' };
    const sort = [{ fieldId: named('Value')?.id, order: 'desc' }];
    const random = randomFrom(31);
    const query = () => ({ filter: unlike(won, named('Value')?.id ?? '', random), sort });
    add(
      await pageLatency(
        client,
        imported.tableId,
        query,
        `filter + sort, page of 50, ${rows.toLocaleString('en-US')} rows, no index declared`,
        40,
      ),
    );
    await client.call('POST', `v3/tables/${imported.tableId}/views`, {
      type: 'table',
      label: 'Won',
      config: { fields: made.fields.map(({ id }) => ({ fieldId: id })), filter: won, sort },
    });
    await indexed(() => pageLatency(client, imported.tableId, query, `the same with the view's index`, 3));
    if (parts.has('browser')) add(...(await browserFigures(product.url, imported.tableId, rows)));
  }
  if (parts.has('start')) {
    await product.stop();
    product = await startProduct({ data, keepData: true });
    add({
      what: 'second start',
      wanted: 'under 2 s',
      reached: ms(product.startedIn),
      ok: product.startedIn < 2000,
      values: { ms: product.startedIn },
    });
  }
} finally {
  await product.stop();
  bare.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** An index is built when the store is idle: measured when it is there, or as it is after half a minute. */
async function indexed(measure: () => Promise<Figure>) {
  const deadline = performance.now() + 30_000;
  let figure = await measure();
  while (!figure.ok && performance.now() < deadline) figure = await measure();
  add(figure);
}

console.log(`\n${table(figures)}`);
const report = join(root, 'test-results', 'bench.json');
mkdirSync(join(root, 'test-results'), { recursive: true });
writeFileSync(report, `${JSON.stringify({ floor, rows, figures }, null, 2)}\n`);
console.log(`\n${figures.filter((f) => f.ok).length} of ${figures.length} reached; ${report}`);
