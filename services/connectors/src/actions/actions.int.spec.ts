import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsProduct, type Json } from '../testing/imports.ts';

const product = importsProduct();
const { call, configure, begin, ended } = product;

beforeAll(async () => {
  await product.start();
  await product.setUp();
});
afterAll(() => product.end());

const entries = async (body: object): Promise<Json[]> => {
  const answer = await call('POST', 'historyLog/list', body);
  expect(answer.status).toBe(200);
  return answer.body['entries'] as Json[];
};

describe('an import in the history log', () => {
  it('is one entry of whoever began it, with its file, its table and how many records came', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => `${i + 1},Deal ${i + 1}`);
    const proposed = await configure(`No,Name\n${rows.join('\n')}\n`);
    const started = await begin(proposed, 'Deals');
    const { operationId, tableId } = started.body as Json;
    await ended(operationId as string);
    const all = await entries({});
    expect(all.map(({ kind }) => kind as string)).toEqual(['importFinished', 'organizationCreated']);
    expect(all[0]).toMatchObject({
      id: operationId,
      action_type: 'import',
      count: 2500,
      target: { kind: 'file', label: 'Deals of 2026.csv' },
      affected_object: { id: tableId, label: 'Deals', live: true },
      created_by: { name: 'Ana Souza' },
      action_source: 'import',
      can_undo: true,
    });
    const person = all[0]!['created_by'].id as string;
    for (const filters of [
      { affected_object: tableId as string },
      { created_by: [person], action_type: ['import'] },
      { action_source: ['import'] },
    ])
      expect((await entries({ filters })).map(({ id }) => id as string)).toEqual([operationId]);
    expect((await entries({ search: 'of 2026.csv' })).map(({ id }) => id as string)).toEqual([operationId]);

    await call('POST', `v3/undo/${operationId}`, {});
    await expect
      .poll(async () => (await entries({ size: 1 }))[0], { timeout: 60_000 })
      .toMatchObject({
        action_type: 'undo',
        undoes: operationId,
      });
  });
});
