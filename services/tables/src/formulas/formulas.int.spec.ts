import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
let t: TestTables;
let table: string;
let records: readonly string[];

const preview = (formula: string, query = '', ids: readonly string[] = records) =>
  t.call(ada, 'POST', `/v3/tables/${table}/formulas/preview${query}`, { formula, recordIds: ids });

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Price', type: 'number', props: { decimals: 2 } },
      { name: 'Quantity', type: 'number' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: 'Lost' }] } },
      { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'red' }, { label: 'blue' }] } },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Due', type: 'date' },
      { name: 'Begun', type: 'dateTime' },
      { name: 'Owner', type: 'user' },
    ],
  });
  table = body.id;
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
    records: [
      {
        fields: {
          Name: 'Sofa',
          Price: 19.99,
          Quantity: 3,
          Stage: 'Won',
          Tags: ['red', 'blue'],
          Paid: true,
          Due: '2026-11-30',
          Begun: '2026-11-20T12:30:00Z',
          Owner: ada.id,
        },
      },
      { fields: { Name: 'Chair', Price: '100000000000000.01' } },
    ],
  });
  expect(made.status).toBe(201);
  records = made.body.records.map(({ id }: { id: string }) => id);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('the preview of a formula', () => {
  it.each([
    ['{Price} * {Quantity}', 'number', [59.97, 0]],
    ['{Price} + 1', 'number', [20.99, '100000000000001.01']],
    ['{Name} & " " & {Stage}', 'text', ['Sofa Won', 'Chair ']],
    ['{Tags}', 'text[]', [['red', 'blue'], null]],
    ['ARRAYJOIN({Tags}, "+")', 'text', ['red+blue', null]],
    ['{Paid}', 'boolean', [true, null]],
    ['DATEADD({Due}, 1, "day")', 'date', ['2026-12-01', null]],
    ['DATEADD({Begun}, 1, "hour")', 'dateTime', ['2026-11-20T13:30:00.000Z', null]],
    ['{Begun} - DATEADD({Begun}, -90, "minutes")', 'duration', [5400, null]],
    [
      '{Price} / {Quantity}',
      'number',
      [expect.any(String), { error: 'division_by_zero', message: 'It divides by zero' }],
    ],
  ])('%s', async (formula, type, values) => {
    const { status, body } = await preview(formula);
    expect([status, body]).toEqual([200, { type, values, errors: [] }]);
  });

  it('names a record by its id, and says of one that is not there that it is not', async () => {
    const { body } = await preview('RECORD_ID()', '', [records[1]!, newId()]);
    expect(body.values).toEqual([records[1], { error: 'no_such_record', message: 'There is no such record' }]);
  });

  it('answers every decimal as text where that is asked for', async () => {
    expect((await preview('{Price}', '?numbers=text')).body.values).toEqual(['19.99', '100000000000000.01']);
  });

  it('answers what is wrong, at its place, without values', async () => {
    const { status, body } = await preview('{Prize} + ROUND({Name})');
    expect(status).toBe(200);
    expect(body).toEqual({
      type: null,
      values: [],
      errors: [
        {
          from: 0,
          to: 7,
          code: 'formula.unknown_field',
          message: 'There is no field Prize',
          params: { name: 'Prize' },
        },
        {
          from: 16,
          to: 22,
          code: 'formula.expects',
          message: 'ROUND expects a number here, this is a text. VALUE reads a number from a text',
          params: { name: 'ROUND', takes: 'number', type: 'text' },
        },
      ],
    });
    expect((await preview('{Owner}')).body.errors).toMatchObject([{ code: 'formula.field_type' }]);
  });

  it('keeps nothing, and refuses what is too long', async () => {
    const before = await t.call(ada, 'GET', `/v3/tables/${table}`);
    await preview('1');
    expect((await t.call(ada, 'GET', `/v3/tables/${table}`)).body).toEqual(before.body);
    expect((await preview('x'.repeat(10_001))).status).toBe(400);
    expect(
      (
        await preview(
          '1',
          '',
          Array.from({ length: 51 }, () => records[0]!),
        )
      ).status,
    ).toBe(400);
  });
});
