import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const mel = actorOf(organization, 'member');
const none = actorOf(organization, 'none');
let t: TestTables;
const tables: string[] = [];
const find = async (who: typeof ada, search: string, limit?: number) =>
  (await t.call(who, 'POST', '/v3/search', { search, ...(limit !== undefined && { limit }) })).body.records;

beforeAll(async () => {
  const person = (actor: typeof ada, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
  Object.assign(mel, { permissions: { ...roles.member, tables_enabled: {} } });
  t = await startTables([person(ada, 'Ada'), person(mel, 'Mel'), person(none, 'None')]);
  for (const label of ['Firms', 'Deals']) {
    const fields = [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Note', type: 'text' },
    ];
    const { id } = (await t.call(ada, 'POST', '/v3/tables', { label, fields })).body;
    tables.push(id);
    const records = Array.from({ length: 7 }, (_, i) => ({ fields: { Name: `${label} ${i}`, Note: `of Acme` } }));
    await t.call(ada, 'POST', `/v3/tables/${id}/records?fieldKey=name`, { records });
  }
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

it('finds records of all tables by any of their texts, some of each', async () => {
  expect(await find(ada, 'deals 3')).toMatchObject([{ tableId: tables[1], tableLabel: 'Deals', label: 'Deals 3' }]);
  const all = await find(ada, 'acme');
  expect(all.map(({ tableLabel }: { tableLabel: string }) => tableLabel)).toEqual([
    ...Array.from({ length: 5 }, () => 'Deals'),
    ...Array.from({ length: 5 }, () => 'Firms'),
  ]);
  expect(await find(ada, 'acme', 3)).toHaveLength(3);
  expect(await find(ada, 'nowhere')).toEqual([]);
  expect((await t.call(ada, 'POST', '/v3/search', { search: '  ' })).status).toBe(400);
});

it('finds nothing of what its asker may not read', async () => {
  Object.assign(mel, { permissions: { ...roles.member, tables_enabled: { [tables[0]!]: 'view' } } });
  expect((await find(mel, 'acme')).every(({ tableId }: { tableId: string }) => tableId === tables[0])).toBe(true);
  const note = (await t.call(ada, 'GET', `/v3/tables/${tables[0]}`)).body.fields[1].id;
  Object.assign(mel, {
    permissions: {
      ...roles.member,
      tables_enabled: { [tables[0]!]: 'view' },
      table_fields: { [tables[0]!]: { hidden: [note], readOnly: [] } },
    },
  });
  expect(await find(mel, 'acme')).toEqual([]);
  expect(await find(mel, 'firms 1')).toHaveLength(1);
  expect(await find(none, 'acme')).toEqual([]);
});
