import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bob = actorOf(organization, 'admin');
let t: TestTables;
let table: string;
let fields: Record<string, string>;
let ids: readonly string[];

const values = async (field: string): Promise<readonly unknown[]> => {
  const { body } = await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, {});
  return body.records.map((record: { fields: Record<string, unknown> }) => record.fields[field] ?? null);
};
const tableNow = async () => (await t.call(ada, 'GET', `/v3/tables/${table}`)).body;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: bob, name: 'Bob', email: 'bob@example.com' },
  ]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: 'Lost' }] }, description: 'Now' },
      { name: 'Price', type: 'number', props: { decimals: 2 }, default: 5 },
      { name: 'Code', type: 'singleLineText', unique: true },
      { name: 'Made', type: 'criado_em' },
    ],
  });
  table = body.id;
  fields = Object.fromEntries(body.fields.map(({ id, name }: { id: string; name: string }) => [name, id]));
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
    records: [
      { fields: { Name: 'a', Stage: 'Won', Price: 1.25, Code: 'x' } },
      { fields: { Name: 'b', Price: null, Code: 'y' } },
      { fields: { Name: 'c', Stage: 'Lost', Price: '100000000000000.01' } },
      { fields: { Name: 'gone', Stage: 'Won', Price: 7 } },
    ],
  });
  ids = made.body.records.map(({ id }: { id: string }) => id);
  await t.call(ada, 'DELETE', `/v3/tables/${table}/records/${ids[3]}`);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const duplicate = (field: string, body: object, headers?: Record<string, string>) =>
  t.call(ada, 'POST', `/v3/tables/${table}/fields/${fields[field]}/duplicate`, body, headers);

it('adds a field like it, behind it, without values', async () => {
  const { status, body } = await duplicate('Stage', { name: 'Stage before' });
  expect([status, body.field.type, body.field.description, body.operationId]).toEqual([
    201,
    'select',
    'Now',
    undefined,
  ]);
  const { fields: now } = await tableNow();
  expect(now.map(({ name }: { name: string }) => name)).toEqual([
    'Name',
    'Stage',
    'Stage before',
    'Price',
    'Code',
    'Made',
  ]);
  expect(body.field.props).toEqual(now[1].props);
  expect(await values(body.field.id)).toEqual([null, null, null]);
  await t.call(ada, 'DELETE', `/v3/tables/${table}/fields/${body.field.id}`);
});

it('copies the values, of the trash too, and one undo takes all of it back', async () => {
  const { status, body } = await duplicate('Price', { values: true });
  expect([status, body.field.name, body.field.default]).toEqual([201, 'Price (copy)', 5]);
  expect(await values(body.field.id)).toEqual([1.25, null, '100000000000000.01']);
  await t.call(ada, 'POST', `/v3/tables/${table}/records/restore`, { ids: [ids[3]] });
  expect(await values(body.field.id)).toEqual([1.25, null, '100000000000000.01', 7]);

  const undone = await t.call(ada, 'POST', `/v3/undo/${body.operationId}`, {});
  expect([undone.status, undone.body.skipped ?? 0]).toEqual([200, 0]);
  expect((await tableNow()).fields.map(({ id }: { id: string }) => id)).not.toContain(body.field.id);
  const redone = await t.call(ada, 'POST', `/v3/undo/${undone.body.operationId ?? undone.body.commitId}`, {});
  expect(redone.status).toBe(200);
  expect(await values(body.field.id)).toEqual([1.25, null, '100000000000000.01', 7]);
});

it('does it once for a request that is repeated', async () => {
  const headers = { 'idempotency-key': newId() };
  const first = await duplicate('Stage', { values: true }, headers);
  const second = await duplicate('Stage', { values: true }, headers);
  expect(second.body.field.id).toBe(first.body.field.id);
  expect((await values(first.body.field.id)).length).toBe(4);
  expect((await tableNow()).fields.filter(({ name }: { name: string }) => name.startsWith('Stage (copy'))).toHaveLength(
    1,
  );
});

it('makes no second key of a unique field, and copies nothing of one that the system keeps', async () => {
  const code = await duplicate('Code', { values: true });
  expect([code.body.field.unique, await values(code.body.field.id)]).toEqual([false, ['x', 'y', null, null]]);
  const made = await duplicate('Made', { values: true, name: 'Made again' });
  expect([made.status, made.body.operationId]).toEqual([201, undefined]);
  expect(await values(made.body.field.id)).toEqual(await values(fields['Made']!));
  expect((await duplicate('Code', { name: 'name' })).body.error.code).toBe('fields.name_taken');
});

it('tells where a field is used, and of views of others how many', async () => {
  const view = (who: typeof ada, label: string, config: object, personal = false) =>
    t.call(who, 'POST', `/v3/tables/${table}/views`, {
      type: 'table',
      label,
      personal,
      config: { fields: [], ...config },
    });
  const by = { fieldId: fields['Price'], operator: 'isNotEmpty' };
  const made = await Promise.all([
    view(ada, 'Dear', { filter: { and: [{ or: [by] }] }, sort: [{ fieldId: fields['Price'], order: 'asc' }] }),
    view(ada, 'Summed', { fields: [{ fieldId: fields['Price'], total: 'sum' }] }),
    view(ada, 'Wide', { fields: [{ fieldId: fields['Price'], width: 300 }] }),
    view(bob, 'Mine', { sort: [{ fieldId: fields['Price'] }] }, true),
  ]);
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const uses = async (who: typeof ada, field: string) =>
    (await t.call(who, 'GET', `/v3/tables/${table}/fields/${fields[field]}/uses`)).body;
  const told = await uses(ada, 'Price');
  expect(told.others).toBe(1);
  expect(
    told.uses
      .map(({ name, as, breaks }: { name: string; as: string[]; breaks: boolean }) => [name, as, breaks])
      .toSorted(),
  ).toEqual([
    ['Dear', ['filter', 'sort'], true],
    ['Summed', ['total'], false],
  ]);
  expect((await uses(bob, 'Price')).uses.map(({ name }: { name: string }) => name)).toContain('Mine');
  expect((await uses(ada, 'Name')).uses).toMatchObject([{ kind: 'table', as: ['label'], breaks: true }]);
  expect(await uses(ada, 'Stage')).toEqual({ uses: [], others: 0 });
});
