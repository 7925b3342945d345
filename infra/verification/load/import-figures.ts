import { openAsBlob } from 'node:fs';
import type { Client, Product } from '../product/product.ts';
import { reaches, scaledRate } from './api-figures.ts';
import type { DealsTable } from './api-figures.ts';
import type { FloorServer } from './http.ts';
import type { Figure } from './report.ts';
import { mb, ms, percentile, rate } from './report.ts';

type ImportState = { state: string; done: number; total: number; tableId: string; error?: unknown };
type ConfigTable = {
  fields: { key: string; name: string; type: string; props: object; readAs?: unknown }[];
  layout: { rows: number };
};

/** Uploads a CSV and proposes its types, as the wizard's first steps do. */
export const upload = async (client: Client, path: string, name: string) => {
  const { identifier } = await client.call<{ identifier: string }>('POST', 'connector/identifier', {
    connector_id: 'csv',
  });
  const form = new FormData();
  form.set('identifier', identifier);
  form.set('connector_id', 'csv');
  form.set('function', 'upload');
  form.set('file', await openAsBlob(path, { type: 'text/csv' }), name);
  const { filePath } = await client.call<{ filePath: string }>('POST', 'connector/call', form);
  const proposal = await client.call<ConfigTable>('POST', 'connector/config-table', {
    connector_id: 'csv',
    identifier,
    config: { filePath },
  });
  return { identifier, filePath, proposal };
};

/** Starts the import of what `upload` proposed, unchanged. */
export const startImport = (
  client: Client,
  label: string,
  { identifier, filePath, proposal }: Awaited<ReturnType<typeof upload>>,
) =>
  client.call<{ operationId: string; tableId: string }>('POST', 'connector/import-table', {
    connector_id: 'csv',
    identifier,
    table_import_configs: [
      {
        label,
        fields: proposal.fields.map(({ key, name, type, props }) => ({ key, name, type, props })),
        config: { object: null, filePath, isRunAutomations: true, type: 'import_create_structure', primaryKey: null },
      },
    ],
  });

/** The same, and waits for its end. */
export const runImport = async (client: Client, label: string, uploaded: Awaited<ReturnType<typeof upload>>) => {
  const { operationId } = await startImport(client, label, uploaded);
  for (;;) {
    const state = await client.call<ImportState>('GET', `connector/imports/${operationId}`);
    if (state.state !== 'running') return { ...state, operationId };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/**
 * A CSV to visible in the grid, with other people reading and creating meanwhile; and a figure of the table right
 * afterwards.
 */
export const importFigures = async (
  product: Product,
  client: Client,
  others: DealsTable,
  path: string,
  rows: number,
  floor: FloorServer,
  afterwards: (tableId: string) => Promise<Figure>,
): Promise<{ figures: Figure[]; tableId: string }> => {
  const before = await floor.measure('POST', 2);
  const uploaded = await upload(client, path, 'deals.csv');
  const times: number[] = [];
  let importing = true;
  const other = async () => {
    for (let i = 0; importing; i++) {
      const started = performance.now();
      if (i % 2) await client.call('GET', `v3/tables/${others.id}/records/${others.ids[i % others.ids.length]}`);
      else
        await client.call('POST', `v3/tables/${others.id}/records`, {
          fields: { [others.field('Deal')]: `while importing ${i}` },
        });
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const started = performance.now();
  const watching = other();
  const end = await runImport(client, 'A million deals', uploaded);
  const page = await client.call<{ records: unknown[] }>('POST', `v3/tables/${end.tableId}/records/query`, {
    limit: 50,
  });
  const seconds = (performance.now() - started) / 1000;
  importing = false;
  await watching;
  const after = await afterwards(end.tableId);
  const post = (before + (await floor.measure('POST', 2))) / 2;
  const { total } = await client.call<{ total: number }>('POST', `v3/tables/${end.tableId}/records/count`, {});
  const whole = end.state === 'done' && page.records.length === 50 && total === rows;
  const { peak } = product.memory();
  const p99 = percentile(times, 0.99);
  return {
    tableId: end.tableId,
    figures: [
      {
        what: `CSV import, ${rows.toLocaleString('en-US')} x 10, to visible in the grid`,
        wanted: `${scaledRate(60_000, post)}; peak memory under 600 MB`,
        reached: `${rate(rows / seconds)}, peak ${mb(peak)}${whole ? '' : `, ${end.state} with ${total} rows`}`,
        ok: whole && reaches(rows / seconds, 60_000, post) && peak < 600e6,
        values: { perSecond: rows / seconds, peak, total },
      },
      {
        what: "other users' reads and creates meanwhile",
        wanted: 'p99 under 50 ms',
        reached: `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(p99)}`,
        ok: p99 < 50,
        values: { p99, samples: times.length },
      },
      after,
    ],
  };
};
