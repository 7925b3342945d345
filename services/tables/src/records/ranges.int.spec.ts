import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@tessera/kernel';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let table: string;
let stay: string;
let ids: readonly string[];

const march = { start: '2026-03-01', end: '2026-03-31' };

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body, status } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Stays',
    fields: [
      { name: 'Guest', type: 'singleLineText' },
      { name: 'Stay', type: 'dateRange' },
    ],
  });
  expect(status).toBe(201);
  table = body.id;
  stay = body.fields[1].id;
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, {
    records: [
      { Guest: 'April', Stay: { start: '2026-04-01', end: '2026-04-02' } },
      { Guest: 'March', Stay: march },
      { Guest: 'Open', Stay: { start: '2026-02-01', end: null } },
      { Guest: 'None' },
      { Guest: 'Until', Stay: { end: '2026-01-31' } },
    ].map((fields) => ({ fields })),
  });
  expect(made.status).toBe(201);
  ids = made.body.records.map(({ id }: { id: string }) => id);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const guests = async (body: object): Promise<readonly string[]> => {
  const { body: found } = await t.call(ada, 'POST', `/v3/tables/${table}/records/query?fieldKey=name`, body);
  return found.records.map(({ fields }: { fields: { Guest: string } }) => fields.Guest);
};

describe('a value with parts', () => {
  it('is answered by the names of its parts', async () => {
    const { body } = await t.call(ada, 'GET', `/v3/tables/${table}/records/${ids[1]}?fieldKey=name`);
    expect(body.fields.Stay).toEqual(march);
  });
  it('is found as a whole, by its operators, and by a part', async () => {
    const by = (operator: string, value?: unknown, part?: string) =>
      guests({ filter: { fieldId: stay, operator, ...(part && { part }), ...(value !== undefined && { value }) } });
    expect(await by('between', { from: '2026-03-31', to: '2026-04-01' })).toEqual(['April', 'March', 'Open']);
    expect(await by('before', '2026-03-01')).toEqual(['Until']);
    expect(await by('isEmpty')).toEqual(['None']);
    expect(await by('isEmpty', undefined, 'end')).toEqual(['Open', 'None']);
    expect(await by('onOrAfter', '2026-03-31', 'end')).toEqual(['April', 'March']);
    const unknown = await t.call(ada, 'POST', `/v3/tables/${table}/records/query`, {
      filter: { fieldId: stay, part: 'middle', operator: 'isEmpty' },
    });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'fields.part_unknown']);
  });
  it('is sorted by its first part, and by the one that is named', async () => {
    expect(await guests({ sort: [{ fieldId: stay, order: 'asc' }] })).toEqual([
      'Open',
      'March',
      'April',
      'None',
      'Until',
    ]);
    expect(await guests({ sort: [{ fieldId: stay, part: 'end', order: 'desc' }] })).toEqual([
      'April',
      'March',
      'Until',
      'Open',
      'None',
    ]);
  });
  it('is grouped and totalled by its first part', async () => {
    const { body } = await t.call(ada, 'POST', `/v3/tables/${table}/records/groups`, {
      groupBy: [{ fieldId: stay, order: 'desc' }],
      aggregates: [
        { fieldId: stay, function: 'min' },
        { fieldId: stay, function: 'filled' },
      ],
    });
    expect(body.groups.map(({ key, count }: { key: unknown; count: number }) => [key, count])).toEqual([
      [['2026-04-01'], 1],
      [['2026-03-01'], 1],
      [['2026-02-01'], 1],
      [[null], 2],
    ]);
    expect(body.groups.at(-1).values.map(({ value }: { value: unknown }) => value)).toEqual([null, 1]);
  });
  it('is changed, told in the history and taken back as one value', async () => {
    const path = `/v3/tables/${table}/records/${ids[1]}`;
    const changed = await t.call(ada, 'PATCH', `${path}?fieldKey=name`, { fields: { Stay: { start: '2026-03-05' } } });
    expect(changed.body.fields.Stay).toEqual({ start: '2026-03-05' });
    const refused = await t.call(ada, 'PATCH', `${path}?fieldKey=name`, {
      fields: { Stay: { start: '2026-03-05', end: '2026-03-01' } },
    });
    expect(refused.status).toBe(422);
    const { body: history } = await t.call(ada, 'GET', `${path}/history`);
    const [entry] = history.entries;
    expect(entry.changes ?? entry.fields).toEqual([
      expect.objectContaining({ fieldName: 'Stay', before: march, after: { start: '2026-03-05' } }),
    ]);
    const undone = await t.call(ada, 'POST', `/v3/undo/${entry.commitId}`, {});
    expect([undone.status, (await t.call(ada, 'GET', `${path}?fieldKey=name`)).body.fields.Stay]).toEqual([200, march]);
  });
});
