import { logicalDump, rebuildModel } from '@tessera/event-store';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, until, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
let t: TestTables;

const call = (method: string, path: string, body?: unknown) => t.call(ada, method, `/v3${path}`, body);

type Made = { readonly table: string; readonly fields: Readonly<Record<string, string>> };
const formula = (name: string, text: string, more: object = {}) => ({
  name,
  type: 'formula',
  props: { formula: text, ...more },
});
const make = async (...more: object[]): Promise<Made> => {
  const { status, body } = await call('POST', '/tables', {
    label: 'Deals',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number', props: { decimals: 2 } },
      { name: 'Quantity', type: 'number' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: 'Lost' }] } },
      { name: 'Due', type: 'date' },
      ...more,
    ],
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return {
    table: body.id,
    fields: Object.fromEntries(body.fields.map((one: { id: string; name: string }) => [one.name, one.id])),
  };
};
type Answered = { readonly id: string; readonly version: number; readonly fields: Readonly<Record<string, unknown>> };
const create = async ({ table }: Made, ...records: object[]): Promise<readonly Answered[]> => {
  const { status, body } = await call('POST', `/tables/${table}/records?fieldKey=name`, {
    records: records.map((fields) => ({ fields })),
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.records;
};
const all = async ({ table }: Made, query: object = {}) => {
  const { status, body } = await call('POST', `/tables/${table}/records/query?fieldKey=name`, query);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const values = async (made: Made, name: string, query: object = {}): Promise<unknown[]> =>
  (await all(made, query)).records.map((one: { fields: Record<string, unknown> }) => one.fields[name] ?? null);

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('a formula that is a field', () => {
  it('is computed with the record, told in the answer, and follows what it reads', async () => {
    const made = await make(
      formula('Twice', '{Total} * 2'),
      formula('Total', 'Price * {Quantity}', { decimals: 2 }),
      formula('Words', '{Name} & ": " & {Stage}'),
      formula('Late', '{Due} < DATE(2026, 1, 1)'),
      formula('Next', 'DATEADD({Due}, 1, "day")'),
      formula('Each', '{Total} / {Quantity}'),
    );
    const [first] = await create(made, { Name: 'Sofa', Price: 19.99, Quantity: 3, Stage: 'Won', Due: '2025-12-31' });
    const expected = { Total: 59.97, Twice: 119.94, Words: 'Sofa: Won', Late: true, Next: '2026-01-01', Each: 19.99 };
    expect(first!.fields).toMatchObject(expected);
    const { body: read } = await call('GET', `/tables/${made.table}/records/${first!.id}?fieldKey=name`);
    expect(read.fields).toMatchObject(expected);
    const { body: changed } = await call('PATCH', `/tables/${made.table}/records/${first!.id}?fieldKey=name`, {
      fields: { Quantity: 0, Name: 'Chair' },
    });
    expect(changed.fields).toMatchObject({
      Total: 0,
      Twice: 0,
      Words: 'Chair: Won',
      Each: { error: 'division_by_zero' },
    });
    expect((await all(made)).records[0].fields).toEqual(changed.fields);
    expect(changed.version).toBe(2);
  });

  it('is filtered, sorted, grouped, totalled and searched as what it makes', async () => {
    const made = await make(
      formula('Total', '{Price} * {Quantity}'),
      formula('Words', '{Name} & " " & {Stage}'),
      formula('Each', '{Price} / {Quantity}'),
    );
    await create(
      made,
      { Name: 'Sofa', Price: 10, Quantity: 3, Stage: 'Won' },
      { Name: 'Chair', Price: 5, Quantity: 0, Stage: 'Lost' },
      { Name: 'Lamp', Price: 7, Quantity: 2, Stage: 'Won' },
    );
    const { Total, Words, Each } = made.fields;
    expect(await values(made, 'Name', { sort: [{ fieldId: Total, order: 'desc' }] })).toEqual([
      'Sofa',
      'Lamp',
      'Chair',
    ]);
    expect(await values(made, 'Name', { filter: { fieldId: Total, operator: 'greaterThan', value: 10 } })).toEqual([
      'Sofa',
      'Lamp',
    ]);
    expect(await values(made, 'Name', { filter: { fieldId: Words, operator: 'contains', value: 'lost' } })).toEqual([
      'Chair',
    ]);
    expect(await values(made, 'Name', { filter: { fieldId: Each, operator: 'isError' } })).toEqual(['Chair']);
    expect(await values(made, 'Name', { filter: { fieldId: Each, operator: 'isNotError' } })).toEqual(['Sofa', 'Lamp']);
    expect(await values(made, 'Each')).toEqual([3.333333, { error: 'division_by_zero' }, 3.5]);
    expect(await values(made, 'Name', { search: 'lamp won' })).toEqual(['Lamp']);
    const { body: totals } = await call('POST', `/tables/${made.table}/records/aggregate`, {
      aggregates: [
        { fieldId: Total, function: 'sum' },
        { fieldId: Each, function: 'filled' },
      ],
    });
    expect(totals.aggregates ?? totals.values).toMatchObject([{ value: 44 }, { value: 2 }]);
  });

  it('is written by nobody', async () => {
    const made = await make(formula('Total', '{Price} * {Quantity}'));
    const { status, body } = await call('POST', `/tables/${made.table}/records?fieldKey=name`, {
      fields: { Total: 3 },
    });
    expect([status, body.error.code]).toEqual([422, 'records.read_only']);
  });

  it('names its fields by name, and a renamed one stays meant', async () => {
    const made = await make(formula('Total', 'price * {Quantity}'));
    await call('PATCH', `/tables/${made.table}/fields/${made.fields['Price']}`, { name: 'Cost {net}' });
    const { body } = await call('GET', `/tables/${made.table}`);
    expect(body.fields.at(-1).props).toMatchObject({ formula: '{Cost {net\\}} * {Quantity}', result: 'number' });
    const [one] = await create(made, { 'Cost {net}': 2, Quantity: 4 });
    expect(one!.fields['Total']).toBe(8);
  });

  it('is refused where it is wrong, at its place, and where it uses itself', async () => {
    const made = await make(formula('Total', '{Price} * 2'), formula('Tax', '{Total} / 10'));
    const added = await call('POST', `/tables/${made.table}/fields`, formula('Wrong', '{Prize} + ROUND({Name})'));
    expect([added.status, added.body.error.code]).toEqual([400, 'fields.formula_invalid']);
    expect(added.body.error.details.problems).toMatchObject([
      { from: 0, to: 7, code: 'formula.unknown_field' },
      { from: 16, to: 22, code: 'formula.expects' },
    ]);
    const { body } = await call('PATCH', `/tables/${made.table}/fields/${made.fields['Total']}`, {
      props: { formula: '{Tax} + 1' },
    });
    expect(body.error.message).toBe('The formula uses itself: Total → Tax → Total');
    const moving = await call('POST', `/tables/${made.table}/fields`, formula('Age', 'TODAY()'));
    expect(moving.body.error.details.problems).toMatchObject([{ code: 'formula.moving' }]);
  });
});

describe('a formula of a table that has records', () => {
  const settled = async (made: Made, name: string, expected: readonly unknown[]): Promise<void> => {
    await until(async () => JSON.stringify(await values(made, name)) === JSON.stringify(expected));
    expect(await values(made, name)).toEqual(expected);
  };

  it('is filled for them, anew when it changes, and as before when that is undone', async () => {
    const made = await make();
    await create(made, { Price: 2, Quantity: 3 }, { Price: 4, Quantity: 5 });
    const added = await call('POST', `/tables/${made.table}/fields`, formula('Total', '{Price} * {Quantity}'));
    expect(added.status).toBe(201);
    await settled(made, 'Total', [6, 20]);
    const changed = await call('PATCH', `/tables/${made.table}/fields/${added.body.id}`, {
      props: { formula: '{Price} & "x"' },
    });
    expect(changed.body.props).toMatchObject({ formula: '{Price} & "x"', result: 'text' });
    await settled(made, 'Total', ['2x', '4x']);
    const undone = await call('POST', `/undo/${changed.headers.get('tessera-commit')}`, {});
    expect(undone.status).toBe(200);
    await settled(made, 'Total', [6, 20]);
  });

  it('follows an option that is called otherwise, and a field that goes and comes back', async () => {
    const made = await make(formula('Words', '{Stage} & "!"'));
    await create(made, { Stage: 'Won' }, { Stage: 'Lost' });
    const { body } = await call('GET', `/tables/${made.table}`);
    const { options } = body.fields.find((one: { name: string }) => one.name === 'Stage').props;
    await call('PATCH', `/tables/${made.table}/fields/${made.fields['Stage']}`, {
      props: { options: [{ ...options[0], label: 'Signed' }, options[1]] },
    });
    await settled(made, 'Words', ['Signed!', 'Lost!']);
    await call('DELETE', `/tables/${made.table}/fields/${made.fields['Stage']}`);
    await settled(made, 'Words', [{ error: 'field_gone' }, { error: 'field_gone' }]);
    await call('POST', `/tables/${made.table}/fields/${made.fields['Stage']}/restore`);
    await settled(made, 'Words', ['Signed!', 'Lost!']);
    expect(t.faults).toEqual([]);
  });
});

it('comes out of a rebuild as it was, with columns that were filled and some that were given up', async () => {
  const made = await make(formula('Total', '{Price} * {Quantity}'));
  const [first] = await create(made, { Name: 'a', Price: 2, Quantity: 3 }, { Name: 'b', Price: 4 });
  await call('POST', `/tables/${made.table}/fields`, formula('Twice', '{Total} * 2'));
  await call('PATCH', `/tables/${made.table}/fields/${made.fields['Total']}`, {
    props: { formula: '{Price} & {Name}' },
  });
  await call('PATCH', `/tables/${made.table}/records/${first!.id}?fieldKey=name`, { fields: { Price: 7 } });
  await call('PATCH', `/tables/${made.table}/fields/${made.fields['Total']}`, { props: { formula: '{Price} * 3' } });
  await create(made, { Name: 'c', Price: 5 });
  await until(async () => JSON.stringify(await values(made, 'Twice')) === '[42,24,30]');
  await t.stop(true);
  const model = { dataFolder: t.folder, service: 'tables', writeModuleUrl: new URL('../write.ts', import.meta.url) };
  const live = await logicalDump(model);
  expect((await rebuildModel(model)).hash).toBe(live);
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }], { folder: t.folder });
  expect(await values(made, 'Twice')).toEqual([42, 24, 30]);
});
