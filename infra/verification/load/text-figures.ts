import type { Client } from '../product/product.ts';
import { bulk, bulkSeed, makeDeals, unlike, type DealsTable } from './api-figures.ts';
import { beside, load } from './http.ts';
import type { FloorServer, Load } from './http.ts';
import type { Figure } from './report.ts';
import { ms, rate } from './report.ts';
import { csvSeed, deal, randomFrom, stages } from './rows.ts';

const common = ['delivery', 'warranty', 'penalty', 'discount', 'renewal', 'transport', 'insurance', 'inspection'];
const syllables = ['ba', 'cor', 'den', 'fi', 'gul', 'hem', 'jo', 'ka', 'lun', 'mer', 'no', 'pra', 'qui', 'ros', 'ten'];

/** A note of some 250 characters: words of a few thousand, one of eight that are common, and one of its own. */
const longNote = (i: number, random: () => number): string => {
  const word = () => Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]!).join('');
  const words = Array.from({ length: 28 }, word);
  words.splice(Math.floor(random() * 28), 0, common[Math.floor(random() * common.length)]!);
  return `${words.join(' ')}, see file F${i}-${(i * 7919) % 10_007}.`;
};

/** The names of the first deals of a bulk or of a file, which are made of the same numbers each time. */
const namesOf = (seed: number, count: number): readonly string[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => deal(i, random).name);
};

type Query = { readonly filter?: object; readonly search?: string; readonly sort?: readonly object[] };
type Kind = { readonly what: string; readonly share: number; readonly query: () => Query };

/** Reads of which no two are alike, on a table of 100,000 rows: answers that are kept serve none of them. */
const kindsOf = (table: DealsTable, rows: number): readonly Kind[] => {
  const random = randomFrom(41);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const row = () => Math.floor(random() * rows);
  const names = namesOf(bulkSeed, rows);
  const [value, notes] = [table.field('Value'), table.field('Notes')];
  return [
    {
      what: 'filter on a select + range on the sorted number',
      share: 0.1,
      query: () => {
        const order = pick(['asc', 'desc']);
        return {
          filter: {
            and: [
              { fieldId: table.field('Stage'), operator: 'equals', value: table.option(pick(stages)) },
              {
                fieldId: value,
                operator: order === 'asc' ? 'greaterThan' : 'lessThan',
                value: Math.floor(random() * 50_000_000) / 100,
              },
            ],
          },
          sort: [{ fieldId: value, order }],
        };
      },
    },
    {
      what: 'contains on a long text, rare word',
      share: 0.05,
      query: () => {
        const i = row();
        return { filter: { fieldId: notes, operator: 'contains', value: `F${i}-${(i * 7919) % 10_007}` } };
      },
    },
    {
      what: 'contains on a long text, common word',
      share: 0.05,
      query: () => ({
        filter: unlike({ fieldId: notes, operator: 'contains', value: pick(common) }, value, random),
      }),
    },
    {
      what: 'equals on a text',
      share: 0.1,
      query: () => ({ filter: { fieldId: table.field('Deal'), operator: 'equals', value: names[row()]! } }),
    },
    {
      what: 'search box, two words',
      share: 0.05,
      query: () => ({ search: `${pick(common).slice(0, 7)} F${row()}` }),
    },
  ];
};

const requests = (client: Client, tableId: string, query: () => Query) => ({
  headers: { authorization: `Bearer ${client.token}` },
  next: () => ({
    method: 'POST' as const,
    path: `/api/v3/tables/${tableId}/records/query`,
    body: { ...query(), limit: 50 },
  }),
});

const writesWanted = 200;

/** Creates and updates at a steady rate until `done`. */
const steadyWrites = (client: Client, table: DealsTable, seconds: number): Promise<Load> => {
  const random = randomFrom(43);
  let i = 2_000_000;
  const path = `/api/v3/tables/${table.id}/records`;
  return load(
    client.url,
    () => {
      i += 1;
      return i % 2 === 0
        ? {
            method: 'POST',
            path,
            body: { fields: { [table.field('Deal')]: `beside ${i}`, [table.field('Notes')]: longNote(i, random) } },
          }
        : {
            method: 'PATCH',
            path: `${path}/${table.ids[Math.floor(random() * table.ids.length)]}`,
            body: { fields: { [table.field('Value')]: Math.round(random() * 1e7) / 100 } },
          };
    },
    { headers: { authorization: `Bearer ${client.token}` }, seconds, connections: 8, rate: writesWanted },
  );
};

const shareOf = ({ what, share }: Kind, floor: number, reached: Load, writes?: Load): Figure => {
  const wanted = writes === undefined ? share : share / 2;
  const kept = writes === undefined || (writes.perSecond >= writesWanted * 0.95 && writes.errors === 0);
  return {
    what: `${what}, 100,000 rows${writes === undefined ? '' : `, beside ${writesWanted} writes/s`}`,
    wanted: `${wanted} of the POST floor (${rate(wanted * floor)})`,
    reached: `${(reached.perSecond / floor).toFixed(3)} (${rate(reached.perSecond)}), p50 ${ms(reached.p50)}, p99 ${ms(reached.p99)}${reached.errors ? `, ${reached.errors} errors` : ''}${writes === undefined ? '' : `; writes ${rate(writes.perSecond)}, p99 ${ms(writes.p99)}${writes.errors ? `, ${writes.errors} errors` : ''}`}`,
    ok: reached.perSecond >= wanted * floor && reached.errors === 0 && kept,
    values: { ...reached, share: reached.perSecond / floor, floor, ...(writes && { writes: writes.perSecond }) },
  };
};

/** Asks until the table's search index has read all rows, as a fast answer for its last row tells; at most a minute. */
const indexed = async (client: Client, tableId: string, search: string): Promise<void> => {
  const until = performance.now() + 60_000;
  for (let n = 0; performance.now() < until; n++) {
    const started = performance.now();
    await client.raw('POST', `v3/tables/${tableId}/records/query`, {
      search: `${search} ${'x'.repeat(1 + (n % 100))}`,
    });
    if (performance.now() - started < 15) return;
  }
};

/** Waits until the server has done what a bulk leaves to be done, as its processor tells; at most a minute. */
const settled = async (processor: () => number): Promise<void> => {
  const until = performance.now() + 60_000;
  for (let before = processor(); performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = processor();
    if (now - before < 0.1) return;
    before = now;
  }
};

/** Texts on a table of 100,000 rows, alone and beside writes, as shares of the floor right before and after. */
export const textFigures = async (
  product: { readonly data: string; readonly processor: () => number },
  client: Client,
  floor: FloorServer,
  add: (figure: Figure) => void,
  rows = 100_000,
): Promise<void> => {
  const made = await makeDeals(client, 'Contracts');
  const notes = randomFrom(47);
  const { ids } = await bulk(product, client, made, rows, undefined, (i) => ({
    [made.field('Notes')]: longNote(i, notes),
  }));
  const table = { ...made, ids };
  await indexed(client, table.id, `F${rows - 1}-`);
  const kinds = kindsOf(table, rows);
  for (const writing of [false, true]) {
    for (const kind of kinds) {
      const { next, headers } = requests(client, table.id, kind.query);
      // Each of two threads has its own columns in memory, and the engine compiles what runs often. An index that is made
      // because it is asked for takes a processor meanwhile.
      await load(client.url, next, { headers, seconds: 3 });
      await settled(product.processor);
      await load(client.url, next, { headers, seconds: 4 });
      const seconds = 5;
      const { result, floor: post } = await beside(floor, 'POST', async () => {
        const writes = writing ? steadyWrites(client, table, seconds) : undefined;
        return { reads: await load(client.url, next, { headers, seconds }), writes: await writes };
      });
      add(shareOf(kind, post, result.reads, result.writes));
    }
  }
};

/**
 * What a search finds right after a bulk of so many rows, asked by four people at once: the right row each time, until
 * the index has read them all.
 */
export const foundAfterBulk = async (client: Client, tableId: string, rows: number): Promise<Figure> => {
  const names = namesOf(csvSeed, rows);
  const random = randomFrom(53);
  const started = performance.now();
  let [asked, refused, missed, slowest, caughtUp] = [0, 0, 0, 0, Number.NaN];
  const one = async (): Promise<void> => {
    while (Number.isNaN(caughtUp) && performance.now() - started < 120_000) {
      // Mostly rows of the end, which the index reads last.
      const name = names[rows - 1 - Math.floor(random() ** 3 * rows)]!;
      const from = performance.now();
      const response = await client.raw('POST', `v3/tables/${tableId}/records/query`, { search: name, limit: 5 });
      const { records = [] } = (await response.json()) as { records?: { fields: Record<string, unknown> }[] };
      const took = performance.now() - from;
      asked++;
      if (!response.ok) refused++;
      else if (!records.some(({ fields }) => Object.values(fields).includes(name))) missed++;
      else if (took < 50) caughtUp = performance.now() - started;
      slowest = Math.max(slowest, took);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  return {
    what: `found after a bulk of ${rows.toLocaleString('en-US')} rows, four people searching`,
    wanted: 'within 10 s, no row missed, never 503',
    reached: `index has caught up after ${(caughtUp / 1000).toFixed(1)} s; of ${asked} searches ${missed} missed, ${refused} refused, slowest ${ms(slowest)}`,
    ok: caughtUp < 10_000 && missed === 0 && refused === 0,
    values: { caughtUp, asked, missed, refused, slowest },
  };
};

const fast = (what: string, wanted: number, reached: Load): Figure => ({
  what,
  wanted: `p50 under ${wanted} ms, never 503`,
  reached: `p50 ${ms(reached.p50)}, p99 ${ms(reached.p99)} (${rate(reached.perSecond)})${reached.errors ? `, ${reached.errors} errors` : ''}`,
  ok: reached.p50 < wanted && reached.errors === 0,
  values: { ...reached },
});

/** Texts on a large table, one at a time and four in flight. */
export const largeTextFigures = async (
  client: Client,
  tableId: string,
  rows: number,
  add: (figure: Figure) => void,
): Promise<void> => {
  const { fields } = await client.call<{ fields: { id: string; name: string }[] }>('GET', `v3/tables/${tableId}`);
  const field = (name: string) => fields.find((one) => one.name === name)?.id ?? '';
  const names = namesOf(csvSeed, rows);
  const random = randomFrom(59);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const size = `${rows.toLocaleString('en-US')} rows`;
  const measure = async (what: string, wanted: number, query: () => object): Promise<void> => {
    const { next, headers } = requests(client, tableId, query);
    await load(client.url, next, { headers, seconds: 2, connections: 1 });
    for (const connections of [1, 4])
      add(
        fast(
          `${what}, ${size}, ${connections} in flight`,
          wanted,
          await load(client.url, next, { headers, seconds: 4, connections }),
        ),
      );
  };
  // The first sort by a field makes the store build its index: people wait for no longer than for any other page.
  const bySort = () => ({
    sort: [{ fieldId: field('Deal'), order: pick(['asc', 'desc']) }],
    offset: Math.floor(random() * rows),
  });
  const { next, headers } = requests(client, tableId, bySort);
  const started = performance.now();
  let [pages, errors, longest] = [0, 0, 0];
  for (let quick = 0; quick < 5 && performance.now() - started < 90_000; pages++) {
    const from = performance.now();
    const response = await client.raw('POST', next().path.slice('/api/'.length), next().body, headers);
    await response.arrayBuffer();
    const took = performance.now() - from;
    longest = Math.max(longest, took);
    quick = took < 50 ? quick + 1 : 0;
    if (!response.ok) errors++;
  }
  const waited = performance.now() - started;
  add({
    what: `first sorts by a text, ${size}, until its index is there`,
    wanted: 'never 503',
    reached: `${pages} pages in ${(waited / 1000).toFixed(1)} s, longest ${ms(longest)}${errors ? `, ${errors} errors` : ''}`,
    ok: errors === 0 && waited < 90_000,
    values: { pages, errors, longest, waited },
  });
  await measure('sort by a text, any page of 50', 50, bySort);
  await measure('equals on a text', 20, () => ({
    filter: { fieldId: field('Deal'), operator: 'equals', value: pick(names) },
  }));
  await measure('contains on a text, rare', 100, () => ({
    filter: { fieldId: field('Notes'), operator: 'contains', value: `call ${10 * Math.floor((random() * rows) / 10)}` },
  }));
  await measure('contains on a text, common, sorted by a number', 100, () => ({
    filter: unlike(
      { fieldId: field('Deal'), operator: 'contains', value: pick(['Kestrel', 'turbine', 'Oakline', 'Lumen']) },
      field('Value'),
      random,
    ),
    sort: [{ fieldId: field('Value'), order: pick(['asc', 'desc']) }],
  }));
  await measure('search box, two words', 100, () => ({ search: pick(names).split(' for ')[1]! }));
  const letter = () => String.fromCodePoint(97 + Math.floor(random() * 26));
  await measure('search box, two letters', 100, () => ({
    search: letter() + letter(),
    filter: { fieldId: field('Value'), operator: 'greaterThan', value: -Math.floor(random() * 1e9) },
  }));
};
