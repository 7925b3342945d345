import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let path: string;
let note: string;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body, status } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Invoices',
    fields: [{ name: 'Note', type: 'singleLineText' }],
  });
  expect(status).toBe(201);
  path = `/v3/tables/${body.id}`;
  note = body.fields[0].id;
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const make = async (...notes: string[]): Promise<readonly string[]> => {
  const made = await t.call(ada, 'POST', `${path}/records?fieldKey=name`, {
    records: notes.map((one) => ({ fields: { Note: one } })),
  });
  expect(made.status).toBe(201);
  return made.body.records.map(({ id }: { id: string }) => id);
};
const numbersOf = async (body: object = {}): Promise<readonly (readonly [string, string | undefined])[]> =>
  (await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, { limit: 500, ...body })).body.records.map(
    ({ fields }: { fields: { Note: string; No?: string } }) => [fields.Note, fields.No] as const,
  );

it('records that are there are numbered in the order of their making when the field is made, those in the trash last; one undo takes field and numbers back', async () => {
  const [, second] = await make('a', 'b', 'c');
  expect((await t.call(ada, 'DELETE', `${path}/records/${second}`)).status).toBe(204);
  const added = await t.call(ada, 'POST', `${path}/fields`, {
    name: 'No',
    type: 'identifier',
    props: { prefix: 'INV-', digits: 3 },
  });
  expect(added.status).toBe(201);
  expect(await numbersOf()).toEqual([
    ['a', 'INV-001'],
    ['c', 'INV-002'],
  ]);
  expect(await numbersOf({ deleted: true })).toEqual([['b', 'INV-003']]);
  const { body: stack } = await t.call(ada, 'GET', `${path}/undo-stack`);
  const undone = await t.call(ada, 'POST', `/v3/undo/${stack.undo[0].id}`, {});
  expect(undone.status).toBeLessThan(300);
  await expect
    .poll(async () => (await t.call(ada, 'GET', path)).body.fields.map(({ name }: { name: string }) => name))
    .toEqual(['Note']);

  // The field that comes back goes on where it was.
  expect((await t.call(ada, 'POST', `${path}/fields/${added.body.id}/restore`)).status).toBe(200);
  expect(await numbersOf()).toEqual([
    ['a', 'INV-004'],
    ['c', 'INV-005'],
  ]);
});

it('a number is never given again: not after a record is deleted, not after a creation is undone, not twice at once', async () => {
  const [last] = await make('d');
  expect((await numbersOf()).at(-1)).toEqual(['d', 'INV-007']);
  await t.call(ada, 'DELETE', `${path}/records/${last}`);
  await make('e');
  expect((await numbersOf()).at(-1)).toEqual(['e', 'INV-008']);
  expect((await t.call(ada, 'POST', `${path}/records/restore`, { ids: [last] })).status).toBe(200);

  await Promise.all(Array.from({ length: 20 }, (_, at) => make(`p${at}`, `q${at}`)));
  const numbers = (await numbersOf()).map(([, number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toHaveLength(4 + 40);
});

it('nobody writes a number: not in a record, not in bulk, not as a default, and none is required', async () => {
  const { body: table } = await t.call(ada, 'GET', path);
  const field = table.fields.find(({ name }: { name: string }) => name === 'No').id;
  const [id] = await make('f');
  const codes = await Promise.all(
    [
      t.call(ada, 'POST', `${path}/records`, { fields: { [field]: 'INV-1' } }),
      t.call(ada, 'PATCH', `${path}/records/${id}`, { fields: { [field]: 'INV-1' } }),
      t.call(ada, 'POST', `${path}/records/bulk`, { action: 'update', ids: [id], fields: { [field]: 'x' } }),
      t.call(ada, 'PATCH', `${path}/fields/${field}`, { default: 'x' }),
      t.call(ada, 'PATCH', `${path}/fields/${field}`, { required: true }),
      t.call(ada, 'POST', `${path}/fields/${note}/convert`, { type: 'identifier' }),
    ].map(async (answer) => (await answer).body.error.code),
  );
  expect(codes).toEqual([
    'records.read_only',
    'records.read_only',
    'records.read_only',
    'fields.default_refused',
    'fields.required_refused',
    'fields.conversion_unavailable',
  ]);
});

it('a field like it gives numbers of its own, without or with the values of the other', async () => {
  const { body: table } = await t.call(ada, 'GET', path);
  const field = table.fields.find(({ name }: { name: string }) => name === 'No').id;
  const copy = await t.call(ada, 'POST', `${path}/fields/${field}/duplicate`, { name: 'Other', values: true });
  expect(copy.status).toBe(201);
  const { body } = await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, { limit: 2 });
  expect(body.records.map(({ fields }: { fields: { Other: string } }) => fields.Other)).toEqual(['INV-001', 'INV-002']);
  expect((await t.call(ada, 'DELETE', `${path}/fields/${copy.body.field.id}`)).status).toBe(204);
});

it('another prefix holds for the records that come; it is found, sorted and searched as a text', async () => {
  const { body: table } = await t.call(ada, 'GET', path);
  const field = table.fields.find(({ name }: { name: string }) => name === 'No').id;
  const changed = await t.call(ada, 'PATCH', `${path}/fields/${field}`, { props: { prefix: 'R', digits: 2 } });
  expect(changed.status).toBe(200);
  await make('g');
  const [, number = ''] = (await numbersOf()).at(-1)!;
  expect(number).toMatch(/^R\d+$/);
  expect(await numbersOf({ filter: { fieldId: field, operator: 'equals', value: number } })).toEqual([['g', number]]);
  expect(await numbersOf({ search: 'inv-008' })).toEqual([['e', 'INV-008']]);
  expect((await numbersOf({ sort: [{ fieldId: field, order: 'asc' }] }))[0]).toEqual(['a', 'INV-004']);
});
