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
