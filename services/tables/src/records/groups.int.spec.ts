import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const zoe = actorOf(organization, 'member');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;
let options: Readonly<Record<string, string>>;

const ask = (body: object, query = '') => t.call(ada, 'POST', `/v3/tables/${table}/records/groups${query}`, body);
type Told = { begins: number; key: unknown[]; count: number; values: { value: unknown }[] };
const told = async (body: object): Promise<unknown[]> => {
  const answer = await ask(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.groups.map(({ key, count, values }: Told) => [key, count, ...values.map(({ value }) => value)]);
};
const beneath = async (groupBy: object, under: unknown[]): Promise<number[]> => {
  const { status, body } = await t.call(ada, 'POST', `/v3/tables/${table}/records/query?fieldKey=name`, {
    groupBy,
    under,
    total: true,
  });
  expect([status, body.total], JSON.stringify(body)).toEqual([200, body.records.length]);
  return body.records.map(({ fields }: { fields: { No: number } }) => fields.No);
};

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: zoe, name: 'Zoe', email: 'zoe@example.com' },
  ]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: 'Lost' }] } },
      { name: 'City', type: 'singleLineText' },
      { name: 'Amount', type: 'number', props: { decimals: 2 } },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Owner', type: 'user' },
      { name: 'At', type: 'dateTime' },
      { name: 'Due', type: 'date' },
      { name: 'Topics', type: 'multipleSelect', props: { options: [{ label: 'Red' }, { label: 'Blue' }] } },
      { name: 'Team', type: 'multipleUsers' },
      { name: 'No', type: 'number' },
      { name: 'File', type: 'files' },
    ],
  });
  table = body.id;
  f = Object.fromEntries(body.fields.map((x: { name: string; id: string }) => [x.name, x.id]));
  type Field = { props: { options?: { label: string; id: string }[] } };
  options = Object.fromEntries(
    body.fields.flatMap(({ props }: Field) => (props.options ?? []).map(({ label, id }) => [label, id])),
  );
  const rows: readonly Readonly<Record<string, unknown>>[] = [
    {
      Stage: 'Lost',
      City: 'são paulo',
      Amount: 1.5,
      Paid: true,
      Owner: zoe.id,
      At: '2026-03-01T01:30:00Z',
      Due: '2026-03-01',
      Topics: ['Blue', 'Red'],
      Team: [zoe.id, ada.id],
    },
    {
      Stage: 'Won',
      City: 'Rio',
      Amount: 2,
      Owner: ada.id,
      At: '2026-03-31T12:00:00Z',
      Due: '2026-02-28',
      Topics: ['Red'],
    },
    {
      Stage: 'Won',
      City: 'São Paulo',
      Amount: 4,
      Paid: true,
      Owner: zoe.id,
      At: '2026-04-01T12:00:00Z',
      Due: '2025-12-31',
    },
    { Stage: 'Won', City: 'SAO PAULO', Amount: '100000000000000.01', Team: [zoe.id] },
    { City: 'Rio', Amount: 8, Due: '2026-03-02' },
  ];
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
    records: rows.map((fields, i) => ({ fields: { ...fields, No: i + 1 } })),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

describe('groups of records', () => {
  it('stand in the order of their field, with counts and sums, and say where an outer one begins', async () => {
    const { status, body } = await ask({
      groupBy: [{ fieldId: f.Stage }, { fieldId: f.City, order: 'desc' }],
      aggregates: [
        { fieldId: f.Amount, function: 'sum' },
        { fieldId: f.Owner, function: 'distinct' },
      ],
    });
    const values = (sum: unknown, owners: number) => [
      { fieldId: f.Amount, function: 'sum', value: sum },
      { fieldId: f.Owner, function: 'distinct', value: owners },
    ];
    expect([status, body]).toEqual([
      200,
      {
        groups: [
          { begins: 0, key: [options.Won, 'SAO PAULO'], count: 2, values: values('100000000000004.01', 1) },
          { begins: 1, key: [options.Won, 'Rio'], count: 1, values: values(2, 1) },
          { begins: 0, key: [options.Lost, 'são paulo'], count: 1, values: values(1.5, 1) },
          { begins: 0, key: [null, 'Rio'], count: 1, values: values(8, 0) },
        ],
      },
    ]);
    const texts = await ask(
      { groupBy: [{ fieldId: 'Stage' }], aggregates: [{ fieldId: 'Amount', function: 'sum' }] },
      '?numbers=text&fieldKey=name',
    );
    expect(texts.body.groups.map(({ values: found }: Told) => found[0]!.value)).toEqual([
      '100000000000006.01',
      '1.5',
      '8',
    ]);
  });

  it('come in pages, of the records that a filter and a search leave', async () => {
    const groupBy = [{ fieldId: f.Paid }, { fieldId: f.Owner }];
    const whole = await told({ groupBy });
    // An empty checkbox is an unchecked one; people stand by their names.
    expect(whole).toEqual([
      [[false, ada.id], 1],
      [[false, null], 2],
      [[true, zoe.id], 2],
    ]);
    const paged: unknown[] = [];
    for (let after: string | undefined; ;) {
      const { body } = await ask({ groupBy, limit: 1, ...(after !== undefined && { after }) });
      paged.push(...body.groups.map(({ key, count }: Told) => [key, count]));
      if (body.next === undefined) break;
      after = body.next as string;
    }
    expect(paged).toEqual(whole);
    const filter = { fieldId: f.Stage, operator: 'equals', value: 'Won' };
    expect(await told({ groupBy, filter, search: 'sao' })).toEqual([
      [[false, null], 1],
      [[true, zoe.id], 1],
    ]);
  });

  it('have a record with several values in the group of each', async () => {
    const byTopic = [{ fieldId: f.Topics }];
    expect(await told({ groupBy: byTopic, aggregates: [{ fieldId: f.Amount, function: 'sum' }] })).toEqual([
      [[options.Red], 2, 3.5],
      [[options.Blue], 1, 1.5],
      [[null], 3, '100000000000012.01'],
    ]);
    const both = [{ fieldId: f.Team, order: 'desc' }, { fieldId: f.Topics }];
    expect(await told({ groupBy: both })).toEqual([
      [[zoe.id, options.Red], 1],
      [[zoe.id, options.Blue], 1],
      [[zoe.id, null], 1],
      [[ada.id, options.Red], 1],
      [[ada.id, options.Blue], 1],
      [[null, options.Red], 1],
      [[null, null], 2],
    ]);
    expect(await beneath(both, [zoe.id])).toEqual([1, 4]);
    expect(await beneath(both, [zoe.id, options.Red])).toEqual([1]);
    expect(await beneath(byTopic, [null])).toEqual([3, 4, 5]);
  });

  it('have the days of a bucket together, in the zone and the week of the organization', async () => {
    // 01:30 in UTC is the evening before in São Paulo.
    expect(await told({ groupBy: [{ fieldId: f.At, bucket: 'month' }] })).toEqual([
      [['2026-02-01'], 1],
      [['2026-03-01'], 1],
      [['2026-04-01'], 1],
      [[null], 2],
    ]);
    expect(await told({ groupBy: [{ fieldId: f.At, bucket: 'day', order: 'desc' }] })).toEqual([
      [['2026-04-01'], 1],
      [['2026-03-31'], 1],
      [['2026-02-28'], 1],
      [[null], 2],
    ]);
    const nested = [
      { fieldId: f.Due, bucket: 'year' },
      { fieldId: f.Due, bucket: 'week' },
    ];
    expect(await told({ groupBy: nested })).toEqual([
      [['2025-01-01', '2025-12-28'], 1],
      [['2026-01-01', '2026-02-22'], 1],
      [['2026-01-01', '2026-03-01'], 2],
      [[null, null], 1],
    ]);
    expect(await beneath(nested, ['2026-01-01'])).toEqual([1, 2, 5]);
    expect(await beneath(nested, ['2026-01-01', '2026-03-01'])).toEqual([1, 5]);
    expect(await beneath([{ fieldId: f.At, bucket: 'quarter' }], ['2026-01-01'])).toEqual([1, 2]);
  });

  it('come a level at a time beneath a key, as their records do', async () => {
    const groupBy = [{ fieldId: f.Stage }, { fieldId: f.City }, { fieldId: f.Paid }];
    const aggregates = [{ fieldId: f.No, function: 'max' }];
    expect(await told({ groupBy, aggregates, under: [] })).toEqual([
      [[options.Won], 3, 4],
      [[options.Lost], 1, 1],
      [[null], 1, 5],
    ]);
    expect(await told({ groupBy, aggregates, under: [options.Won] })).toEqual([
      [[options.Won, 'Rio'], 1, 2],
      [[options.Won, 'SAO PAULO'], 2, 4],
    ]);
    const { body } = await ask({ groupBy, under: [options.Won, 'SAO PAULO'] });
    expect(body.groups.map(({ begins, key }: Told) => [begins, key])).toEqual([
      [2, [options.Won, 'SAO PAULO', false]],
      [2, [options.Won, 'SAO PAULO', true]],
    ]);
    expect(await beneath(groupBy, [options.Won, 'sao paulo', true])).toEqual([3]);
    expect(await beneath(groupBy, [options.Won, 'SAO PAULO', false])).toEqual([4]);
    expect(await beneath([{ fieldId: f.Amount }], ['100000000000000.01'])).toEqual([4]);
    expect(await beneath([{ fieldId: f.Owner }], [zoe.id])).toEqual([1, 3]);
  });

  it('stand in the order of what they and those around them come to, page by page', async () => {
    const aggregates = [{ fieldId: f.Amount, function: 'sum' }];
    const groupBy = [
      { fieldId: f.Stage, by: 'count', order: 'asc' },
      { fieldId: f.City, by: 0, order: 'desc' },
    ];
    const whole = await told({ groupBy, aggregates });
    expect(whole).toEqual([
      [[options.Lost, 'são paulo'], 1, 1.5],
      [[null, 'Rio'], 1, 8],
      [[options.Won, 'SAO PAULO'], 2, '100000000000004.01'],
      [[options.Won, 'Rio'], 1, 2],
    ]);
    const paged: unknown[] = [];
    for (let after: string | undefined; ;) {
      const { body } = await ask({ groupBy, aggregates, limit: 3, ...(after !== undefined && { after }) });
      paged.push(...body.groups.map(({ begins }: Told) => begins));
      if (body.next === undefined) break;
      after = body.next as string;
    }
    expect(paged).toEqual([0, 0, 0, 1]);
    expect(await told({ groupBy, aggregates, under: [] })).toEqual([
      [[options.Lost], 1, 1.5],
      [[null], 1, 8],
      [[options.Won], 3, '100000000000006.01'],
    ]);
    expect(await told({ groupBy: [{ fieldId: f.Owner, by: 'count', order: 'desc' }] })).toEqual([
      [[zoe.id], 2],
      [[null], 2],
      [[ada.id], 1],
    ]);
  });

  it('are refused by a field that has none, the same field twice, what is no key, and a cursor of other groups', async () => {
    const code = async (body: object) => (await ask(body)).body.error.code;
    expect(await code({ groupBy: [{ fieldId: f.At }] })).toBe('query.not_groupable');
    expect(await code({ groupBy: [{ fieldId: f.File }] })).toBe('query.not_groupable');
    expect(await code({ groupBy: [{ fieldId: f.City, bucket: 'day' }] })).toBe('query.not_groupable');
    expect(await code({ groupBy: [{ fieldId: f.City }, { fieldId: f.City }] })).toBe('query.invalid_groups');
    expect(await code({ groupBy: [{ fieldId: f.City, by: 0 }] })).toBe('query.invalid_groups');
    expect(await code({ groupBy: [] })).toBe('request.invalid');
    expect(await code({ groupBy: [{ fieldId: 'nothing' }] })).toBe('fields.not_found');
    expect(await code({ groupBy: [{ fieldId: f.City }], under: ['Rio'] })).toBe('query.under_invalid');
    for (const [field, key] of [
      [f.City, 1],
      [f.Amount, 'many'],
      [f.Paid, 'yes'],
      [f.Due, 'tomorrow'],
      [f.Stage, { id: 1 }],
    ] as const) {
      const groupBy = [{ fieldId: field }];
      const { body } = await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { groupBy, under: [key] });
      expect([field, body.error?.code]).toEqual([field, 'query.under_invalid']);
    }
    const alone = await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, { under: ['Rio'] });
    expect(alone.body.error.code).toBe('query.under_invalid');
    const { next } = (await ask({ groupBy: [{ fieldId: f.City }], limit: 1 })).body;
    expect(next).toEqual(expect.any(String));
    expect(await code({ groupBy: [{ fieldId: f.Stage }], after: next })).toBe('query.invalid_cursor');
    expect(await code({ groupBy: [{ fieldId: f.Stage, by: 'count' }], after: next })).toBe('query.invalid_cursor');
  });
});
