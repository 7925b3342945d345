// `npm run bench`: the product's figures against what this machine gives, as a table and as JSON
// (test-results/bench.json). `--rows 100000` makes the big table smaller, `--only
// api,text,import,live,browser,crowd,start` runs a part. `--cluster`: see cluster.ts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../product/chromium.ts';
import { root, setUp, startProduct, type Client, type Product } from '../product/product.ts';
import {
  bulk,
  idleMemory,
  makeDeals,
  pageLatency,
  compression,
  single,
  unlike,
  type DealsTable,
} from './api-figures.ts';
import { browserFigures } from './browser-figures.ts';
import { startFloor, wholeFloor, type FloorServer } from './http.ts';
import { importFigures } from './import-figures.ts';
import { idleFigure, makePeople, presenceFigure } from './crowd-figures.ts';
import { liveFigure } from './live-figures.ts';
import type { Figure } from './report.ts';
import { foundAfterBulk, largeTextFigures, textFigures } from './text-figures.ts';
import { chosenParts, createParts, endBench } from './parts.ts';
import { ms, rate } from './report.ts';
import { randomFrom, writeCsv } from './rows.ts';

// The same product on the engines of a cluster: its own figures against its own floor.
if (process.argv.includes('--cluster')) {
  await import('./cluster.ts');
  process.exit();
}

const { values: args } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
  },
});
const rows = Number(args.rows);
const parts = chosenParts(args.only);
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

const bench = createParts(parts);
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const data = join(folder, 'data');
const floor = await bench.run('floor', async () => {
  const bare = await startFloor();
  const whole = await wholeFloor(bare);
  console.log(
    `floor: bare Express ${rate(whole.post)} POST, ${rate(whole.get)} GET; fsync ${whole.fsyncMs.toFixed(2)} ms; ${cpus().length} cores ${cpus()[0]?.model ?? ''}\n`,
  );
  return { bare, whole };
});

/** The table of an import, for the screen; what a part needs of another is looked for, not promised. */
const importing = async (product: Product, client: Client, full: DealsTable, bare: FloorServer): Promise<string> => {
  const csv = join(folder, 'deals.csv');
  await writeCsv(csv, rows);
  const imported = await importFigures(product, client, full, csv, rows, bare, (tableId) =>
    foundAfterBulk(client, tableId, rows),
  );
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
  return imported.tableId;
};

/** Every share of the floor is one of the floor right before and after it. */
const measure = async (bare: FloorServer): Promise<void> => {
  const env = { TESSERA_LIVE_SOCKETS: '20000' };
  let product = await startProduct({ data, keepData: true, env });
  try {
    const client = await setUp(product.url);
    if (parts.has('start')) await bench.run('start', async () => add(idleMemory(product)));
    const full = await bench.run('bulk', async () => {
      const deals = await makeDeals(client, 'Deals');
      const filled = await bulk(product, client, deals, 100_000, bare);
      add(filled.figure);
      return { ...deals, ids: filled.ids };
    });
    if (full !== undefined) {
      if (parts.has('api'))
        await bench.run('api', async () =>
          add(...(await single(client, full, bare)), await compression(product, client)),
        );
      if (parts.has('live')) await bench.run('live', async () => add(await liveFigure(client, full)));
      if (parts.has('text')) await bench.run('text', () => textFigures(product, client, bare, add));
      const large =
        parts.has('text') || parts.has('import') || parts.has('browser')
          ? await bench.run('import', () => importing(product, client, full, bare))
          : undefined;
      if (parts.has('text') && large !== undefined)
        await bench.run('text', () => largeTextFigures(client, large, rows, add));
      if (parts.has('browser') && large !== undefined) {
        const chromium = ensureChromium();
        if ('missing' in chromium) bench.skip('browser', `no Chromium: ${chromium.missing}`);
        else await bench.run('browser', async () => add(...(await browserFigures(product.url, large, rows))));
      }
      // Ten thousand sockets take memory, of which others have told the peak by then.
      if (parts.has('crowd'))
        await bench.run('crowd', async () => {
          const people = await makePeople(client, 500);
          for (const screens of [50, 1]) add(await presenceFigure(product, people, full, screens));
          add(await idleFigure(product, people, full));
        });
    }
    if (parts.has('start')) {
      await bench.run('start', async () => {
        await product.stop();
        product = await startProduct({ data, keepData: true, env });
        add({
          what: 'second start',
          wanted: 'under 2 s',
          reached: ms(product.startedIn),
          ok: product.startedIn < 2000,
          values: { ms: product.startedIn },
        });
      });
    }
  } finally {
    await product.stop();
  }
};

if (floor !== undefined) {
  await bench.run('product', () => measure(floor.bare));
  floor.bare.stop();
}
rmSync(folder, { recursive: true, force: true });

/** An index is built when the store is idle: measured when it is there, or as it is after half a minute. */
async function indexed(measure: () => Promise<Figure>) {
  const deadline = performance.now() + 30_000;
  let figure = await measure();
  while (!figure.ok && performance.now() < deadline) figure = await measure();
  add(figure);
}

endBench(join(root, 'test-results', 'bench.json'), { floor: floor?.whole, rows }, figures, bench);
