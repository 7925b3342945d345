import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let visits: string;
let notes: string;
let link: string;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const made = async (label: string): Promise<string> =>
    (await t.call(ada, 'POST', '/v3/tables', { label, fields: [{ name: 'Name', type: 'singleLineText' }] })).body.id;
  [visits, notes] = [await made('Visits'), await made('Notes')];
  link = (await add({ name: 'Notes', type: 'connectedRecord', props: { tableId: notes } })).body.id;
});
afterAll(() => t.stop());

const add = (field: object) => t.call(ada, 'POST', `/v3/tables/${visits}/fields`, field);

it('keeps what it says and what it is for, and has no value', async () => {
  const open = await add({ name: 'Open', type: 'openRecordBtn', props: { label: ' Look ', open_as: 'full_screen' } });
  expect(open.body).toMatchObject({ type: 'openRecordBtn', props: { label: 'Look', open_as: 'full_screen' } });
  const usual = await add({ name: 'Open as usual', type: 'openRecordBtn' });
  expect(usual.body.props).toEqual({ open_as: 'side_panel' });
  const { id } = open.body;
  const path = `/v3/tables/${visits}/records`;
  const record = await t.call(ada, 'POST', path, { fields: {} });
  expect(record.body.fields).not.toHaveProperty(id);
  const codes: unknown[] = [];
  for (const [method, to, body] of [
    ['POST', path, { fields: { [id]: 'x' } }],
    ['PATCH', `${path}/${record.body.id}`, { fields: { [id]: 'x' } }],
    ['POST', `${path}/query`, { filter: { fieldId: id, operator: 'isEmpty' } }],
    ['POST', `${path}/query`, { sort: [{ fieldId: id, order: 'asc' }] }],
    ['POST', `${path}/aggregate`, { aggregates: [{ fieldId: id, function: 'count' }] }],
    ['PATCH', `/v3/tables/${visits}/fields/${id}`, { required: true }],
    ['PATCH', `/v3/tables/${visits}/fields/${id}`, { default: 'x' }],
    ['PATCH', `/v3/tables/${visits}/fields/${id}`, { type: 'singleLineText' }],
  ] as const) {
    const { status, body: answered } = await t.call(ada, method, to, body);
    codes.push([status, answered.error?.details?.errors?.[0]?.code ?? answered.error?.code]);
  }
  expect(codes).toEqual([
    [422, 'records.read_only'],
    [422, 'records.read_only'],
    [400, 'filter.operator_unknown'],
    [400, 'query.not_sortable'],
    [400, 'query.aggregate_unknown'],
    [400, 'fields.required_refused'],
    [400, 'fields.default_refused'],
    [400, 'fields.conversion_unavailable'],
  ]);
});

it('adds along a link field of its table, and is not kept without one', async () => {
  const codeOf = async (linkFieldId?: string): Promise<unknown> =>
    (await add({ name: `Add ${newId()}`, type: 'addConnectedRecordBtn', props: { linkFieldId } })).body.error?.code;
  const name = (await t.call(ada, 'GET', `/v3/tables/${visits}`)).body.fields[0].id;
  expect([await codeOf(), await codeOf(newId()), await codeOf(name)]).toEqual(
    Array.from({ length: 3 }, () => 'fields.link_unknown'),
  );
  const table = { label: 'T', fields: [{ name: 'Add', type: 'addConnectedRecordBtn', props: { linkFieldId: link } }] };
  expect((await t.call(ada, 'POST', '/v3/tables', table)).body.error.code).toBe('fields.link_unknown');

  const button = await add({ name: 'Add note', type: 'addConnectedRecordBtn', props: { linkFieldId: link } });
  expect([button.status, button.body.props]).toEqual([201, { linkFieldId: link }]);
  const path = `/v3/tables/${visits}/fields/${button.body.id}`;
  const gone = await t.call(ada, 'PATCH', path, { props: { linkFieldId: name } });
  expect(gone.body.error.code).toBe('fields.link_unknown');
  // Who deletes the link field is told of the button.
  const uses = await t.call(ada, 'GET', `/v3/tables/${visits}/fields/${link}/uses`);
  expect(JSON.stringify(uses.body)).toContain('Add note');

  const deleted = await t.call(ada, 'DELETE', path);
  const undone = await t.call(ada, 'POST', `/v3/undo/${deleted.headers.get('tessera-commit')!}`);
  expect(undone.status).toBe(200);
  const { fields } = (await t.call(ada, 'GET', `/v3/tables/${visits}`)).body;
  expect(fields.find(({ id }: { id: string }) => id === button.body.id)).toMatchObject({
    props: { linkFieldId: link },
  });
});
