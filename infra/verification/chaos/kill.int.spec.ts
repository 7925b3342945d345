import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import type { DealsTable } from '../load/api-figures.ts';
import { startImport, upload } from '../load/import-figures.ts';
import { randomFrom, writeCsv } from '../load/rows.ts';
import { client, commandLine, owner, setUp, startProduct } from '../product/product.ts';
import type { Client } from '../product/product.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? (everyVariant ? 200 : 1));
/** The round in which the import begins. */
const withImport = Math.min(1, rounds - 1);
const importRows = 60_000;

type Written = { readonly id: string; readonly key: string; readonly value: number; acknowledged: boolean };

describe(`kill -9 of the product, ${rounds} times`, () => {
  const data = mkdtempSync(join(tmpdir(), 'tessera-kill-'));
  const random = randomFrom(Number(process.env['KILL_SEED'] ?? 5));
  const written: Written[] = [];
  let token = '';
  let deals: DealsTable;
  /** Rows of the import that were there at the last kill. */
  let reached = 0;
  let imported = { operationId: '', tableId: '' };

  const start = async () => {
    const product = await startProduct({ data, keepData: true });
    return { product, api: client(product.url, token) };
  };

  beforeAll(async () => {
    const product = await startProduct({ data, keepData: true });
    const api = await setUp(product.url);
    token = api.token;
    deals = await makeDeals(api, 'Deals');
    await product.stop();
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  const write = async (api: Client, entry: Written) => {
    const response = await api.raw(
      'POST',
      `v3/tables/${deals.id}/records`,
      { id: entry.id, fields: { [deals.field('Value')]: entry.value, [deals.field('Deal')]: `deal ${entry.value}` } },
      { 'idempotency-key': entry.key },
    );
    if (response.status === 201 && ((await response.json()) as { id: string }).id === entry.id)
      entry.acknowledged = true;
  };

  const importDeals = async (api: Client) => {
    const csv = join(data, '..', `kill-${process.pid}.csv`);
    await writeCsv(csv, importRows);
    const uploaded = await upload(api, csv, 'deals.csv');
    rmSync(csv);
    imported = await startImport(api, 'Imported', uploaded);
  };

  it(
    'keeps every acknowledged record, takes no retried one twice, and goes on with the import',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { product, api } = await start();
        if (round === withImport) await importDeals(api);
        let killed = false;
        const writers = Array.from({ length: 8 }, async () => {
          while (!killed) {
            const entry: Written = { id: newId(), key: newId(), value: written.length, acknowledged: false };
            written.push(entry);
            await write(api, entry).catch(() => undefined);
          }
        });
        // Some writes later, wherever the others are by then.
        const before = written.filter((one) => one.acknowledged).length;
        const wanted = before + 1 + Math.floor(random() * 60);
        await expect
          .poll(() => written.filter((one) => one.acknowledged).length, { interval: 5, timeout: 30_000 })
          .toBeGreaterThanOrEqual(wanted);
        // The import has moved on since the last kill: what ends the process twice in one chunk is set aside.
        if (round >= withImport) {
          const status = () =>
            api.call<{ state: string; done: number }>('GET', `connector/imports/${imported.operationId}`);
          await expect
            .poll(async () => (({ state, done }) => (state === 'running' ? done : Infinity))(await status()), {
              interval: 5,
              timeout: 30_000,
            })
            .toBeGreaterThan(reached + 2000);
          reached = (await status()).done;
        }
        const kill = product.kill();
        killed = true;
        await Promise.all([kill, ...writers]);
      }

      const { product, api } = await start();
      try {
        // What a client does that lost the answer: the same request with the same key.
        for (const entry of written.filter((one) => !one.acknowledged)) await write(api, entry);
        expect(written.filter((one) => !one.acknowledged)).toEqual([]);

        const found = new Map<string, number>();
        let after: string | undefined;
        do {
          const page: { records: { id: string; fields: Record<string, number> }[]; next?: string } = await api.call(
            'POST',
            `v3/tables/${deals.id}/records/query`,
            { limit: 1000, ...(after ? { after } : {}) },
          );
          for (const record of page.records) {
            expect(found.has(record.id)).toBe(false);
            found.set(record.id, record.fields[deals.field('Value')] ?? -1);
          }
          after = page.next;
        } while (after);
        expect(found.size).toBe(written.length);
        expect(written.filter((one) => found.get(one.id) !== one.value)).toEqual([]);

        const deadline = Date.now() + 60_000;
        let state = 'running';
        while (state === 'running' && Date.now() < deadline)
          ({ state } = await api.call<{ state: string }>('GET', `connector/imports/${imported.operationId}`));
        expect(state).toBe('done');
        expect(await api.call('POST', `v3/tables/${imported.tableId}/records/count`, {})).toEqual({
          total: importRows,
        });
      } finally {
        await product.stop();
      }
      console.log(
        `${rounds} kills: ${written.length} records acknowledged, 0 lost, 0 twice; import of ${importRows} rows whole`,
      );
    },
    30_000 + rounds * 15_000,
  );

  it('leaves a log whose chain holds and a model that a rebuild makes again, equal', async () => {
    expect(await commandLine(data, 'verify')).toMatch(/ok/i);
    expect(await commandLine(data, 'rebuild', 'tables')).toMatch(/equal/i);
    const { product, api } = await start();
    try {
      expect(await api.call('POST', `v3/tables/${deals.id}/records/count`, {})).toEqual({ total: written.length });
      expect(
        await api.call<{ email: string }>('POST', 'auth/loginV2', { email: owner.email, password: owner.password }),
      ).toMatchObject({ email: owner.email });
    } finally {
      await product.stop();
    }
  }, 120_000);
});
