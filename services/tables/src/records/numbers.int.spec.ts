import { newId } from '@tessera/kernel';
import { seeded, someDecimal } from '@tessera/fields/testing';
import { toUnscaled } from '@tessera/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const scales = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const random = seeded(4);
/** Of each scale as many as make a page; those of the report first. */
const rows: readonly (readonly string[])[] = [
  scales.map((scale) => (scale === 2 ? '100000000000000.01' : scale === 0 ? '999999999999999999' : '0')),
  ...Array.from({ length: 150 }, () => scales.map((scale) => someDecimal(random, scale))),
];
const isLong = (decimal: string): boolean => decimal.replace(/^-?[0.]*/, '').replace('.', '').length > 15;
const wire = (decimal: string): number | string => (isLong(decimal) ? decimal : Number(decimal));

let t: TestTables;
let table: string;
let ids: readonly string[];
let f: readonly string[];

const send = (path: string, body: string) => t.call(ada, 'POST', path, body);

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Numbers',
    fields: scales.map((decimals) => ({ name: `N${decimals}`, type: 'number', props: { decimals } })),
  });
  table = body.id;
  f = body.fields.map(({ id }: { id: string }) => id);
  // Every other record as JSON numbers of all their digits, as a program with exact decimals writes them.
  const records = rows.map(
    (row, i) => `{"fields":{${row.map((d, at) => `"${f[at]!}":${i % 2 === 0 ? d : `"${d}"`}`).join(',')}}}`,
  );
  const made = await send(`/v3/tables/${table}/records`, `{"records":[${records.join(',')}]}`);
  expect(made.status).toBe(201);
  ids = made.body.records.map(({ id }: { id: string }) => id);
  expect(made.body.records.map(({ fields }: { fields: object }) => fields)).toEqual(expected(wire));
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const expected = (shown: (decimal: string) => unknown): object[] =>
  rows.map((row) => Object.fromEntries(row.map((decimal, at) => [f[at]!, shown(decimal)])));
const fieldsOf = (body: { records: readonly { fields: object }[] }): object[] => body.records.map((r) => r.fields);

describe('decimals of up to 18 digits', () => {
  it('come back to the last digit from pages, single records, lists by id and in texts', async () => {
    const at = `/v3/tables/${table}/records`;
    for (const [query, shown] of [
      ['', wire],
      ['?numbers=text', (decimal: string) => decimal],
    ] as const) {
      const page = await t.call(ada, 'POST', `${at}/query${query}`, { limit: 1000 });
      expect(fieldsOf(page.body)).toEqual(expected(shown));
      expect(fieldsOf((await t.call(ada, 'POST', `${at}/query${query}`, { ids })).body)).toEqual(expected(shown));
      expect(fieldsOf((await t.call(ada, 'GET', `${at}${query}${query === '' ? '?' : '&'}limit=1000`)).body)).toEqual(
        expected(shown),
      );
      const one = await t.call(ada, 'GET', `${at}/${ids[0]!}${query}`);
      expect(one.body.fields).toEqual(expected(shown)[0]);
    }
  });

  it('are found and compared by every digit, given as numbers or as texts', async () => {
    for (const value of ['999999999999999999', '"999999999999999999"']) {
      const filter = `{"fieldId":"${f[0]!}","operator":"equals","value":${value}}`;
      const found = await send(`/v3/tables/${table}/records/query`, `{"filter":${filter}}`);
      expect(found.body.records.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
    }
    const beside = `{"fieldId":"${f[2]!}","operator":"equals","value":100000000000000.02}`;
    expect((await send(`/v3/tables/${table}/records/query`, `{"filter":${beside}}`)).body.records).toEqual([]);
  });

  it('are summed to the last digit', async () => {
    const aggregates = f.map((fieldId) => ({ fieldId, function: 'sum' }));
    const { body } = await t.call(ada, 'POST', `/v3/tables/${table}/records/aggregate`, { aggregates });
    body.values.forEach(({ value }: { value: number | string }, at: number) => {
      const sum = rows.reduce((all, row) => all + toUnscaled(row[at]!, 8), 0n);
      expect(toUnscaled(String(value), 8)).toBe(sum);
      expect(typeof value).toBe(isLong(String(value)) ? 'string' : 'number');
    });
    const texts = await t.call(ada, 'POST', `/v3/tables/${table}/records/aggregate?numbers=text`, { aggregates });
    expect(texts.body.values.every(({ value }: { value: unknown }) => typeof value === 'string')).toBe(true);
  });

  it('stay what they are in changes, repeated answers, histories and conflicts', async () => {
    const path = `/v3/tables/${table}/records/${ids[1]!}`;
    const change = (value: string, version?: number) =>
      t.call(
        ada,
        'PATCH',
        `${path}?numbers=text`,
        `{"fields":{"${f[0]!}":${value}}${version === undefined ? '' : `,"version":${version}`}}`,
        { 'idempotency-key': `k${value}` },
      );
    const first = await change('123456789012345678');
    expect(first.body.fields[f[0]!]).toBe('123456789012345678');
    expect((await change('123456789012345678')).body).toEqual(first.body);
    const refused = await change('123456789012345679', 1);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.conflicts[0]).toMatchObject({
      yours: '123456789012345679',
      theirs: '123456789012345678',
    });
    const { body } = await t.call(ada, 'GET', `${path}/history`);
    expect(body.entries[0].changes[0].after).toBe('123456789012345678');
  });

  it('that do not fit are refused, not rounded', async () => {
    const refused = await send(`/v3/tables/${table}/records`, `{"fields":{"${f[0]!}":12345678901234567890}}`);
    expect(refused.body.error.code).toBe('number.too_large');
    const version = await t.call(
      ada,
      'PATCH',
      `/v3/tables/${table}/records/${ids[2]!}`,
      '{"fields":{},"version":9007199254740993}',
    );
    expect(version.status).toBe(400);
  });
});
