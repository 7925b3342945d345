import { statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Client, Product } from '../product/product.ts';
import { beside, load } from './http.ts';
import type { FloorServer, Load } from './http.ts';
import type { Figure } from './report.ts';
import { mb, ms, percentile, rate } from './report.ts';
import { deal, randomFrom, stages } from './rows.ts';

export type DealsTable = {
  readonly id: string;
  readonly field: (name: string) => string;
  readonly option: (label: string) => string;
  readonly ids: readonly string[];
};

type TableAnswer = {
  id: string;
  fields: { id: string; name: string; props: { options?: { id: string; label: string }[] } }[];
};

/** A table of deals with the eight fields that the bench reads and writes. */
export const makeDeals = async (client: Client, label: string): Promise<DealsTable> => {
  const table = await client.call<TableAnswer>('POST', 'v3/tables', {
    label,
    fields: [
      { name: 'Deal', type: 'singleLineText' },
      { name: 'Stage', type: 'select', props: { options: stages.map((stage) => ({ label: stage })) } },
      { name: 'Value', type: 'currency', props: { decimals: 2 } },
      { name: 'Probability', type: 'percent' },
      { name: 'Close date', type: 'date' },
      { name: 'Owner e-mail', type: 'email' },
      { name: 'Signed', type: 'checkbox' },
      { name: 'Notes', type: 'text' },
    ],
  });
  const byName = new Map(table.fields.map((field) => [field.name, field]));
  const field = (name: string) => byName.get(name)?.id ?? '';
  const option = (label: string) => byName.get('Stage')?.props.options?.find((o) => o.label === label)?.id ?? '';
  return { id: table.id, field, option, ids: [] };
};

const fieldsOf = (table: DealsTable, i: number, random: () => number) => {
  const d = deal(i, random);
  return {
    [table.field('Deal')]: d.name,
    [table.field('Stage')]: table.option(d.stage),
    [table.field('Value')]: d.value,
    [table.field('Probability')]: d.probability,
    [table.field('Close date')]: d.close,
    [table.field('Owner e-mail')]: d.owner,
    [table.field('Signed')]: d.signed,
    ...(d.notes ? { [table.field('Notes')]: d.notes } : {}),
  };
};

/** The floor of the machine for which the rates a second are given: POST/s of a bare Express server. */
const referencePost = 33_000;
const share = (post: number) => Math.min(1, post / referencePost);
export const scaledRate = (rows: number, post: number) =>
  `${rows.toLocaleString('en-US')} rows/s${share(post) < 1 ? `, here ${rate(rows * share(post))}` : ''}`;
export const reaches = (perSecond: number, rows: number, post: number) => perSecond >= rows * share(post);

const logSize = (product: Pick<Product, 'data'>) =>
  ['log.db', 'log.db-wal'].reduce(
    (sum, file) => sum + (statSync(join(product.data, 'tables', file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** What the deals of a bulk are made of. */
export const bulkSeed = 11;

/**
 * Bulk creation through the API, 1,000 records a call, four calls in flight. Fills the table that the other figures
 * read; `more` are fields of the nth record beside those of a deal.
 */
export const bulk = async (
  product: Pick<Product, 'data'>,
  client: Client,
  table: DealsTable,
  rows: number,
  floor?: FloorServer,
  more: (i: number) => object = () => ({}),
): Promise<{ figure: Figure; ids: string[] }> => {
  const random = randomFrom(bulkSeed);
  const before = logSize(product);
  const bodies = Array.from({ length: rows / 1000 }, (_, b) =>
    JSON.stringify({
      records: Array.from({ length: 1000 }, (__, r) => ({
        fields: { ...fieldsOf(table, b * 1000 + r, random), ...more(b * 1000 + r) },
      })),
    }),
  );
  const ids: string[] = [];
  let next = 0;
  let spent = 0;
  const one = async () => {
    while (next < bodies.length) {
      const body = bodies[next++];
      const response = await fetch(`${client.url}/api/v3/tables/${table.id}/records`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`bulk: ${response.status} ${text.slice(0, 300)}`);
      // Reading the answer back is the client's work; it is left out of the server's time as far as one process can.
      const parsing = performance.now();
      for (const record of (JSON.parse(text) as { records: { id: string }[] }).records) ids.push(record.id);
      spent += performance.now() - parsing;
    }
  };
  const filled = async (): Promise<number> => {
    const started = performance.now();
    await Promise.all([one(), one(), one(), one()]);
    return (performance.now() - started - spent) / 1000;
  };
  const { result: seconds, floor: post } = floor
    ? await beside(floor, 'POST', filled)
    : { result: await filled(), floor: referencePost };
  const perRow = (logSize(product) - before) / rows;
  const perSecond = rows / seconds;
  return {
    ids,
    figure: {
      what: `bulk create through the API, 1,000 a call, ${rows.toLocaleString('en-US')} rows`,
      wanted: `${scaledRate(50_000, post)}; log under 150 B a row`,
      reached: `${rate(perSecond)}; ${Math.round(perRow)} B a row`,
      ok: reaches(perSecond, 50_000, post) && perRow < 150,
      values: { perSecond, bytesPerRow: perRow },
    },
  };
};

/**
 * The same filter, written so that no two are alike: answers that are kept for equal queries are not what is measured.
 */
export const unlike = (filter: object, numberField: string, random: () => number) => ({
  and: [filter, { fieldId: numberField, operator: 'greaterThan', value: -Math.floor(random() * 1e9) }],
});

const scaled = (what: string, share: number, floor: number, reached: Load, longest?: number): Figure => ({
  what,
  wanted: `${share.toFixed(2)} of the floor (${rate(share * floor)})${longest === undefined ? '' : `, p99 under ${longest} ms`}`,
  reached: `${(reached.perSecond / floor).toFixed(2)} (${rate(reached.perSecond)}), p50 ${ms(reached.p50)}, p99 ${ms(reached.p99)}${reached.errors ? `, ${reached.errors} errors` : ''}`,
  ok: reached.perSecond >= share * floor && reached.errors === 0 && (longest === undefined || reached.p99 < longest),
  values: { ...reached, share: reached.perSecond / floor, floor },
});

/** The figures of single records, pages and searches on a table of 100,000 rows. */
/** Columns of the table whose first page is weighed. */
const wideColumns = 17;

/**
 * The first page of a table of 17 fields, 100 records, as a browser asks for it: its bytes over the wire, and what
 * compressing costs the server's processor for a request.
 */
export const compression = async (product: Product, client: Client): Promise<Figure> => {
  const random = randomFrom(17);
  const table = await client.call<TableAnswer>('POST', 'v3/tables', {
    label: 'Seventeen fields',
    fields: Array.from({ length: wideColumns }, (_, i) =>
      i % 4 === 0
        ? { name: `Text ${i}`, type: 'singleLineText' }
        : i % 4 === 1
          ? { name: `Number ${i}`, type: 'number', props: { decimals: 2 } }
          : i % 4 === 2
            ? { name: `Stage ${i}`, type: 'select', props: { options: stages.map((stage) => ({ label: stage })) } }
            : { name: `Date ${i}`, type: 'date' },
    ),
  });
  await client.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
    records: Array.from({ length: 100 }, (_, r) => {
      const one = deal(r, random);
      return {
        fields: Object.fromEntries(
          table.fields.map(({ name }, i) => [
            name,
            i % 4 === 0 ? `${one.name} ${i}` : i % 4 === 1 ? one.value + i : i % 4 === 2 ? one.stage : one.close,
          ]),
        ),
      };
    }),
  });
  const asked = 400;
  const ask = async (accepts: string): Promise<{ bytes: number; ms: number }> => {
    let bytes = 0;
    const one = () =>
      new Promise<void>((resolve, reject) => {
        const sent = request(
          `${client.url}/api/v3/tables/${table.id}/records/query`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${client.token}`,
              'content-type': 'application/json',
              'accept-encoding': accepts,
            },
          },
          (answer) => {
            bytes = 0;
            answer.on('data', (chunk: Buffer) => (bytes += chunk.byteLength)).on('end', resolve);
          },
        );
        sent.on('error', reject).end('{"limit":100}');
      });
    for (let i = 0; i < 50; i++) await one();
    const before = product.processor();
    for (let i = 0; i < asked; i++) await one();
    return { bytes, ms: ((product.processor() - before) / asked) * 1000 };
  };
  const plain = await ask('identity');
  const packed = await ask('br');
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return {
    what: 'first page of a table of 17 fields, 100 records',
    wanted: 'under 40 kB',
    reached: `${kb(packed.bytes)} (plain ${kb(plain.bytes)}); processor ${packed.ms.toFixed(2)} ms a request (plain ${plain.ms.toFixed(2)} ms)`,
    ok: packed.bytes < 40_000,
    values: { bytes: packed.bytes, plainBytes: plain.bytes, processorMs: packed.ms, plainProcessorMs: plain.ms },
  };
};

export const single = async (client: Client, table: DealsTable, floor: FloorServer): Promise<Figure[]> => {
  const headers = { authorization: `Bearer ${client.token}` };
  const base = `/api/v3/tables/${table.id}/records`;
  const random = randomFrom(23);
  const pick = () => table.ids[Math.floor(random() * table.ids.length)] ?? '';
  const page = (search?: string) => () => ({
    method: 'POST' as const,
    path: `${base}/query`,
    body: search
      ? { search, limit: 50 }
      : {
          filter: unlike(
            {
              fieldId: table.field('Stage'),
              operator: 'equals',
              value: table.option(stages[Math.floor(random() * stages.length)] ?? 'Won'),
            },
            table.field('Value'),
            random,
          ),
          sort: [{ fieldId: table.field('Value'), order: 'desc' }],
          limit: 50,
        },
  });
  const measured = async (
    what: string,
    share: number,
    of: 'GET' | 'POST',
    next: Parameters<typeof load>[1],
    longest?: number,
  ): Promise<Figure> => {
    const { result, floor: here } = await beside(floor, of, () => load(client.url, next, { headers }));
    return scaled(what, share, here, result, longest);
  };
  const bare = await load(client.url, page(), { headers, seconds: 3 });
  // As people have it: a saved view with this filter and sort, for which the store makes an index as soon as it is
  // idle.
  await client.call('POST', `v3/tables/${table.id}/views`, {
    type: 'table',
    label: 'Won',
    config: {
      fields: [],
      filter: { fieldId: table.field('Stage'), operator: 'equals', value: 'Won' },
      sort: [{ fieldId: table.field('Value'), order: 'desc' }],
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const indexed = await measured(
    'page of 50, filter on a select + sort on a number, 100,000 rows',
    0.12,
    'GET',
    page(),
  );
  let i = 1_000_000;
  return [
    {
      ...indexed,
      reached: `${indexed.reached}; without the view's index ${rate(bare.perSecond)}`,
      values: { ...indexed.values, bare: bare.perSecond },
    },
    await measured('read one record', 0.4, 'GET', () => ({ method: 'GET', path: `${base}/${pick()}` })),
    await measured('contains-search, page of 50, rare words', 0.02, 'GET', () =>
      page(`linen for Quill ${Math.floor(random() * 1e5)}`)(),
    ),
    await measured('contains-search, page of 50, a common word', 0.02, 'GET', page('scanners')),
    await measured(
      'create one record, durable',
      0.2,
      'POST',
      () => ({ method: 'POST', path: base, body: { fields: fieldsOf(table, i++, random) } }),
      25,
    ),
    await measured('update one record', 0.15, 'POST', () => ({
      method: 'PATCH',
      path: `${base}/${pick()}`,
      body: { fields: { [table.field('Value')]: Math.round(random() * 1e7) / 100 } },
    })),
    await foundAfterWrite(client, table),
  ];
};

const foundAfterWrite = async (client: Client, table: DealsTable): Promise<Figure> => {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const word = `zebrawood${i}q${Date.now()}`;
    const started = performance.now();
    await client.call('POST', `v3/tables/${table.id}/records`, { fields: { [table.field('Deal')]: `A ${word} desk` } });
    for (;;) {
      const { records } = await client.call<{ records: unknown[] }>('POST', `v3/tables/${table.id}/records/query`, {
        search: word,
        limit: 5,
      });
      if (records.length > 0) break;
      if (performance.now() - started > 10_000) break;
    }
    times.push(performance.now() - started);
  }
  const worst = Math.max(...times);
  return {
    what: 'a row is found after its write',
    wanted: 'within 1 s',
    reached: ms(worst),
    ok: worst < 1000,
    values: { worst },
  };
};

/** Latency of the filtered, sorted first page, one request at a time. */
export const pageLatency = async (
  client: Client,
  tableId: string,
  query: () => object,
  what: string,
  wantedMs: number,
  samples = 60,
): Promise<Figure> => {
  const times: number[] = [];
  for (let i = 0; i < samples; i++) {
    const started = performance.now();
    await client.call('POST', `v3/tables/${tableId}/records/query`, { ...query(), limit: 50 });
    times.push(performance.now() - started);
  }
  const p50 = percentile(times, 0.5);
  return {
    what,
    wanted: `p50 under ${wantedMs} ms`,
    reached: `p50 ${ms(p50)}, p99 ${ms(percentile(times, 0.99))}`,
    ok: p50 < wantedMs,
    values: { p50, p99: percentile(times, 0.99) },
  };
};

export const idleMemory = (product: Product): Figure => {
  const { now } = product.memory();
  return { what: 'memory, idle', wanted: 'under 250 MB', reached: mb(now), ok: now < 250e6, values: { bytes: now } };
};
