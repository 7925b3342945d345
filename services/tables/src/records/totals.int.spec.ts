import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let path: string;
let fields: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Shifts',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Pay', type: 'number', props: { decimals: 2 } },
      { name: 'Day', type: 'date' },
      { name: 'Begun', type: 'dateTime' },
      { name: 'At', type: 'time' },
      { name: 'Stay', type: 'dateRange' },
    ],
  });
  path = `/v3/tables/${body.id}/records`;
  fields = Object.fromEntries(body.fields.map(({ id, name }: { id: string; name: string }) => [name, id]));
  const made = await t.call(ada, 'POST', `${path}?fieldKey=name`, {
    records: [
      {
        fields: {
          Name: 'a',
          Pay: 10.5,
          Day: '2026-03-01',
          Begun: '2026-03-01T08:00:00Z',
          At: '22:15',
          Stay: { start: '2026-03-01', end: '2026-04-01' },
        },
      },
      { fields: { Name: 'b', Pay: '-3', Day: '2026-02-01', Begun: '2026-03-01T20:00:30Z', At: '06:00' } },
      { fields: { Name: 'b', Pay: 4.25, At: '13:00', Stay: { start: '2026-03-11' } } },
      { fields: { Name: 'c', Pay: '100000000000.01' } },
      { fields: {} },
    ],
  });
  expect(made.status).toBe(201);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const asked = (of: string, functions: readonly string[]) =>
  functions.map((fn) => ({ fieldId: fields[of], function: fn }));

it.each([
  ['Pay', ['percentFilled', 'distinct', 'median', 'range'], [80, 4, 7.375, 100_000_000_003.01]],
  ['Name', ['percentFilled', 'distinct'], [80, 3]],
  ['Day', ['min', 'max', 'range'], ['2026-02-01', '2026-03-01', 28]],
  ['Begun', ['min', 'range'], ['2026-03-01T08:00:00.000Z', 43_230]],
  ['At', ['min', 'max', 'percentFilled'], ['06:00', '22:15', 60]],
  ['Stay', ['min', 'max', 'range'], ['2026-03-01', '2026-03-11', 10]],
])('%s has its totals', async (of, functions, values) => {
  const { status, body } = await t.call(ada, 'POST', `${path}/aggregate`, { aggregates: asked(of, functions) });
  expect(status).toBe(200);
  expect(body.values.map(({ value }: { value: unknown }) => value)).toEqual(values);
});

it('tells them of groups, and of nothing where nothing is', async () => {
  const { body } = await t.call(ada, 'POST', `${path}/groups`, {
    groupBy: [{ fieldId: fields['Name'] }],
    aggregates: [...asked('Pay', ['median', 'range', 'percentFilled']), ...asked('At', ['max'])],
  });
  expect(
    body.groups.map(({ values }: { values: readonly { value: unknown }[] }) => values.map(({ value }) => value)),
  ).toEqual([
    [10.5, 0, 100, '22:15'],
    [0.625, 7.25, 100, '13:00'],
    [100_000_000_000.01, 0, 100, null],
    [null, null, 0, null],
  ]);
});

it('refuses what a field has not', async () => {
  const { status, body } = await t.call(ada, 'POST', `${path}/aggregate`, { aggregates: asked('At', ['median']) });
  expect([status, body.error.code]).toEqual([400, 'query.aggregate_unknown']);
});
