import { colleague, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string }[] };
};
type Table = { readonly id: string; readonly fields: readonly Field[]; readonly conditionals: readonly object[] };

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
let table: Table;
let f: Readonly<Record<string, string>>;
let won: string;
let fresh: string;

const code = (answer: { readonly body: unknown }): string =>
  (answer.body as { error?: { code: string } }).error?.code ?? '';
const codes = (answer: { readonly body: unknown }): readonly string[] => [
  ...new Set([...JSON.stringify(answer.body).matchAll(/"code":"([a-z_.]+)"/g)].map(([, found]) => found!)),
];
const set = (rules: readonly object[], by = admin) => by.call('PUT', `/v3/tables/${table.id}/conditionals`, { rules });
const when = () => [{ fieldId: f['Stage'], operator: 'isAnyOf', value: [won] }];
const rule = (action: string, fieldIds: readonly string[], more: object = {}) => ({
  id: action,
  action,
  fieldIds,
  match: 'and',
  conditions: when(),
  ...more,
});
const create = (fields: Readonly<Record<string, unknown>>, by = admin) =>
  by.call('POST', `/v3/tables/${table.id}/records?fieldKey=name`, { records: [{ fields }] });
const made = async (fields: Readonly<Record<string, unknown>>): Promise<string> => {
  const answer = await create(fields);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return (answer.body as { records: { id: string }[] }).records[0]!.id;
};
const patch = (id: string, fields: Readonly<Record<string, unknown>>) =>
  admin.call('PATCH', `/v3/tables/${table.id}/records/${id}?fieldKey=name`, { fields });

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  table = (
    await admin.call('POST', '/v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'New' }, { label: 'Won' }] } },
        { name: 'Reason', type: 'singleLineText' },
        { name: 'Value', type: 'number' },
        { name: 'Made', type: 'criado_em' },
      ],
    })
  ).body as Table;
  f = Object.fromEntries(table.fields.map(({ name, id }) => [name, id]));
  [fresh, won] = table.fields.find(({ name }) => name === 'Stage')!.props.options!.map(({ id }) => id) as [
    string,
    string,
  ];
});
afterAll(() => product.stop());

describe('conditional fields', () => {
  it('are set by who manages the table, whole or not at all, and are undone', async () => {
    const answer = await set([rule('show', [f['Reason']!])]);
    expect(answer.status).toBe(200);
    expect((answer.body as Table).conditionals).toHaveLength(1);
    expect((await set([], member)).status).toBe(403);
    const wrong = [
      rule('show', []),
      rule('show', [f['Reason']!], { conditions: [] }),
      rule('show', ['gone']),
      rule('show', [f['Stage']!]),
      rule('require', [f['Made']!]),
      rule('show', [f['Reason']!], { conditions: [{ fieldId: f['Made'], operator: 'isNotEmpty' }] }),
      rule('show', [f['Reason']!], { conditions: [{ fieldId: f['Stage'], operator: 'isAnyOf', value: ['gone'] }] }),
    ];
    for (const [at, one] of wrong.entries()) {
      const refused = await set([{ ...one, id: `w${at}` }]);
      expect([at, refused.status, code(refused)]).toEqual([at, 400, 'conditionals.invalid']);
      // What is off may wait for what it lacks.
      expect((await set([{ ...one, id: `w${at}`, off: true }])).status).toBe(200);
    }
    const last = await set([rule('show', [f['Reason']!])]);
    expect((await admin.call('POST', `/v3/undo/${last.headers.get('tessera-commit')}`, {})).status).toBe(200);
    const now = (await admin.call('GET', `/v3/tables/${table.id}`)).body as Table;
    expect(now.conditionals).toMatchObject([{ id: 'w6', off: true }]);
  });

  it('ask for a value in every write, judged on the record as it would be', async () => {
    await set([rule('require', [f['Reason']!])]);
    expect((await create({ Deal: 'a', Stage: won })).status).toBe(422);
    expect(codes(await create({ Deal: 'a', Stage: won }))).toContain('records.required');
    const id = await made({ Deal: 'a', Stage: fresh });
    expect((await patch(id, { Stage: won })).status).toBe(422);
    expect((await patch(id, { Stage: won, Reason: 'price' })).status).toBe(200);
    expect((await patch(id, { Reason: null })).status).toBe(422);
    expect((await patch(id, { Stage: fresh, Reason: null })).status).toBe(200);
    // What was empty before the rule keeps nobody from changing something else.
    await set([]);
    const old = await made({ Deal: 'old', Stage: won });
    await set([rule('require', [f['Reason']!])]);
    expect((await patch(old, { Deal: 'older' })).status).toBe(200);
    expect((await patch(old, { Reason: '' })).status).toBe(200);
    // The undo of a change brings back what was there, whatever the rules say now.
    const change = await patch(old, { Reason: 'late' });
    expect((await admin.call('POST', `/v3/undo/${change.headers.get('tessera-commit')}`, {})).status).toBe(200);
  });

  it('keep a value as it is while they are met', async () => {
    await set([rule('read_only', [f['Value']!])]);
    const id = await made({ Deal: 'b', Stage: won, Value: 5 });
    const refused = await patch(id, { Value: 6 });
    expect([refused.status, codes(refused)]).toEqual([422, expect.arrayContaining(['records.read_only_now'])]);
    expect((await patch(id, { Stage: won, Deal: 'c' })).status).toBe(200);
    expect((await patch(id, { Stage: fresh, Value: 6 })).status).toBe(200);
    expect((await patch(id, { Value: 7 })).status).toBe(200);
  });

  it('do nothing once what they ask is gone, and go with a copy of the table', async () => {
    await set([rule('require', [f['Reason']!])]);
    const copy = (await admin.call('POST', `/v3/tables/${table.id}/duplicate`, {})) as {
      status: number;
      body: unknown;
    };
    expect(copy.status).toBeLessThan(300);
    const tables = (await admin.call('GET', '/v3/tables')).body as { tables: { id: string; label: string }[] };
    const twin = tables.tables.find(({ label }) => label.endsWith('(copy)'))!;
    expect(((await admin.call('GET', `/v3/tables/${twin.id}`)).body as Table).conditionals).toHaveLength(1);
    expect((await admin.call('DELETE', `/v3/tables/${table.id}/fields/${f['Stage']}`)).status).toBeLessThan(300);
    expect((await create({ Deal: 'd' })).status).toBe(201);
    // A rule that lost a field stays as it is, and others are saved beside it.
    const rules = ((await admin.call('GET', `/v3/tables/${table.id}`)).body as Table).conditionals;
    const more = { ...rule('hide', [f['Reason']!]), conditions: [{ fieldId: f['Deal'], operator: 'isEmpty' }] };
    expect((await set([...rules, more])).status).toBe(200);
  });
});
