import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'builder');
const mel = actorOf(organization, 'member');
const eve = actorOf(newId(), 'admin');
let t: TestTables;

const make = async (label: string, records = 0): Promise<string> => {
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label,
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  if (records > 0)
    await t.call(ada, 'POST', `/v3/tables/${body.id}/records`, {
      records: Array.from({ length: records }, () => ({ fields: {} })),
    });
  return body.id;
};
/** Whether a file of the service holds a text, packed commits included. */
const holds = (text: string): boolean => {
  const folder = join(t.folder, 'tables');
  if (readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(text))) return true;
  const db = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
  const bodies = db.prepare('SELECT body FROM commits WHERE encoding = 1').all() as { body: Uint8Array }[];
  db.close();
  return bodies.some(({ body }) => zstdDecompressSync(body).includes(text));
};
const trash = async (who = ada) => (await t.call(who, 'GET', '/v3/trash')).body.items as { id: string }[];

beforeAll(async () => {
  const person = (actor: typeof ada, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
  t = await startTables([person(ada, 'Ada'), person(bob, 'Bob'), person(mel, 'Mel'), person(eve, 'Eve')]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('the trash of the workspace', () => {
  it('lists deleted tables, the newest first, with who deleted them, and gives them back', async () => {
    const [first, second, kept] = [await make('First', 3), await make('Second'), await make('Kept')];
    await t.call(ada, 'DELETE', `/v3/tables/${first}`);
    await t.call(bob, 'DELETE', `/v3/tables/${second}`);
    const items = await trash();
    expect(items).toMatchObject([
      { id: second, type: 'table', label: 'Second', records: 0, archivedBy: bob.id },
      { id: first, type: 'table', label: 'First', records: 3, archivedBy: ada.id },
    ]);
    const restored = await t.call(bob, 'POST', `/v3/trash/${first}/restore`, { type: 'table' });
    expect([restored.status, restored.body.id]).toEqual([200, first]);
    expect((await trash()).map(({ id }) => id)).toEqual([second]);
    expect((await t.call(ada, 'POST', `/v3/tables/${first}/records/count`, {})).body.total).toBe(3);
    await t.call(ada, 'DELETE', `/v3/tables/${kept}`);
    expect((await trash()).map(({ id }) => id)).toEqual([kept, second]);
  });

  it('deletes a table forever for an administrator: nothing answers for it any more, and no file holds its records', async () => {
    const id = await make('Spare parts');
    const kept = await make('Kept parts');
    const { fields } = (await t.call(ada, 'GET', `/v3/tables/${id}`)).body;
    const records = (count: number) =>
      t.call(ada, 'POST', `/v3/tables/${id}/records`, {
        records: Array.from({ length: count }, (_, i) => ({ fields: { [fields[0].id]: `planted-9d4c ${i}` } })),
      });
    for (let i = 0; i < 3; i++) expect((await records(700)).status).toBe(201);
    const erase = (who = ada) => t.call(who, 'DELETE', `/v3/trash/${id}?type=table`);
    expect((await erase()).body.error.code).toBe('tables.not_in_trash');
    const archived = await t.call(ada, 'DELETE', `/v3/tables/${id}`);
    for (const who of [bob, mel]) expect((await erase(who)).status).toBe(403);
    expect((await erase(eve)).body.error.code).toBe('object_not_found');
    expect(holds('planted-9d4c')).toBe(true);

    expect((await erase()).status).toBe(204);
    expect((await trash()).map((one) => one.id)).not.toContain(id);
    expect((await t.call(ada, 'GET', `/v3/tables/${id}`)).body.error.code).toBe('object_not_found');
    expect((await records(1)).body.error.code).toBe('object_not_found');
    for (const again of [
      await erase(),
      await t.call(ada, 'POST', `/v3/trash/${id}/restore`, { type: 'table' }),
      await t.call(ada, 'POST', '/v3/undo', { commitId: archived.headers.get('tessera-commit') }),
    ])
      expect(again.status).toBeGreaterThanOrEqual(400);
    await expect.poll(() => holds('planted-9d4c'), { timeout: 20_000 }).toBe(false);
    expect((await t.call(ada, 'GET', `/v3/tables/${kept}`)).status).toBe(200);
    expect((await t.call(ada, 'POST', '/v3/tables', { id, label: 'Again', fields: [] })).status).not.toBe(500);
  });

  it('is for those who build, and of one organization', async () => {
    const id = await make('Private');
    await t.call(ada, 'DELETE', `/v3/tables/${id}`);
    const restore = (who: typeof ada) => t.call(who, 'POST', `/v3/trash/${id}/restore`, { type: 'table' });
    expect((await t.call(mel, 'GET', '/v3/trash')).body.error.code).toBe('forbidden');
    expect((await restore(mel)).status).toBe(403);
    expect(await trash(eve)).toEqual([]);
    expect((await restore(eve)).body.error.code).toBe('object_not_found');
    expect((await t.call(ada, 'POST', `/v3/trash/${id}/restore`, { type: 'dashboard' })).status).toBe(400);
    expect((await restore(ada)).status).toBe(200);
  });
});
