import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsProduct, type Json } from './testing/imports.ts';

const { start, setUp, end, call, configure, begin: beginNew, ended } = importsProduct();
beforeAll(async () => {
  await start();
  await setUp();
});
afterAll(end);

const made = async (path: string, body: object): Promise<Json> => {
  const answer = await call('POST', path, body);
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body;
};
const named = (table: Json): Record<string, string> =>
  Object.fromEntries((table['fields'] as Json[]).map((one) => [one['name'], one['id'] as string]));

/** Uploads a file for a table that is there. */
const upload = async (csv: string, object: string) => {
  const { body } = await call('POST', 'connector/identifier', { connector_id: 'csv', object });
  const form = new FormData();
  form.set('identifier', body['identifier'] as string);
  form.set('connector_id', 'csv');
  form.set('function', 'upload');
  form.set('file', new Blob([csv]), 'orders.csv');
  const sent = await call('POST', 'connector/call', form);
  return { identifier: body['identifier'] as string, filePath: sent.body['filePath'] as string };
};

it('links the records that a column names by unique value or label, and lists those that it does not find', async () => {
  const customers = await made('v3/tables', {
    label: 'Customers',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Code', type: 'singleLineText', unique: true },
    ],
  });
  const of = named(customers);
  const { records } = await made(`v3/tables/${customers['id']}/records`, {
    records: [
      ['Acme, Inc.', 'A-1'],
      ['Bolt', 'A-2'],
      ['Twin', 'A-3'],
      ['Twin', 'A-4'],
    ].map(([name, code]) => ({ fields: { [of['Name']!]: name, [of['Code']!]: code } })),
  });
  const [acme, bolt] = (records as Json[]).map(({ id }) => id as string);
  const orders = await made('v3/tables', { label: 'Orders', fields: [{ name: 'Name', type: 'singleLineText' }] });
  const link = await made(`v3/tables/${orders['id']}/fields`, {
    name: 'Customer',
    type: 'connectedRecord',
    props: { tableId: customers['id'] },
  });
  const csv = [
    'Name,Customer',
    'one,a-1',
    'two,"Acme, Inc."',
    'three,"Bolt, A-1"',
    'four,Twin',
    'five,Nobody',
    'six,Nobody',
    'seven,',
  ].join('\n');
  const sent = await upload(csv, orders['id'] as string);
  const target = { filePath: sent.filePath, type: 'import_only', object: orders['id'] };
  const proposed = await call('POST', 'connector/config-table', {
    connector_id: 'csv',
    identifier: sent.identifier,
    config: target,
  });
  expect([proposed.status, proposed.body]).toEqual([200, proposed.body]);
  const column = (proposed.body['fields'] as Json[])[1]!;
  expect(column).toMatchObject({ field: link['id'], type: 'connectedRecord', emptied: 3 });
  expect(column['fit']).toMatchObject({
    matched: 3,
    empty: 1,
    misfits: [
      { value: 'Nobody', count: 2, row: 5, reason: 'links.unknown' },
      { value: 'Twin', count: 1, row: 4, reason: 'links.ambiguous' },
    ],
  });
  expect((proposed.body['records'] as Json[])[1]).toMatchObject({
    fields: { [column['key']]: [{ id: acme, label: 'Acme, Inc.' }] },
  });

  const fields = (proposed.body['fields'] as Json[]).map(({ key, field }) => ({ key, field }));
  const begin = (config: object) =>
    call('POST', 'connector/import-table', {
      connector_id: 'csv',
      identifier: sent.identifier,
      table_import_configs: [{ label: '', fields, config: { ...target, ...config } }],
    });
  const kept = await begin({});
  expect([kept.status, kept.body['error']['code']]).toEqual([422, 'imports.misfits']);
  const begun = await begin({ onMisfit: 'empty' });
  expect([begun.status, begun.body]).toEqual([202, begun.body]);
  const operation = begun.body['operationId'] as string;
  expect(await ended(operation)).toMatchObject({ state: 'done', done: 7, misfits: 3 });
  const query = async () =>
    (await call('POST', `v3/tables/${orders['id']}/records/query`, {})).body['records'] as Json[];
  expect((await query()).map((record) => record['fields'][link['id']] as unknown)).toEqual([
    [acme],
    [acme],
    [bolt, acme],
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const report = await call('GET', `connector/imports/${operation}`);
  expect(JSON.stringify(report.body)).toContain('Nobody');
  // The other side has them, and the import is taken back as one.
  const there = (await call('GET', `v3/tables/${customers['id']}/records/${acme}`)).body;
  expect(there['fields'][link['props']['referenceFieldId']]).toHaveLength(3);
  const undone = await call('POST', `v3/undo/${operation}`, {});
  expect(undone.status).toBe(200);
  expect(await query()).toEqual([]);
});

it('makes a table of its own of a column whose values repeat, links it, and takes both away by one undo', async () => {
  const customer = (i: number): string => (i % 12 === 5 ? '"Acme, Inc."' : `Customer ${i % 12}`);
  const csv = ['Order,Customer', ...Array.from({ length: 60 }, (_, i) => `Order ${i},${customer(i)}`), 'Last,n/a'].join(
    '\n',
  );
  const plain = await configure(csv);
  const column = (plain.body['fields'] as Json[])[1]!;
  expect(column).toMatchObject({ asTable: false, repeats: 13 });
  expect((plain.body['fields'] as Json[])[0]).toMatchObject({ repeats: null });
  const own = (field: Json): object => (field['key'] === column['key'] ? { asTable: true } : {});
  const begun = await beginNew(plain, 'Orders', own);
  expect([begun.status, begun.body]).toEqual([202, begun.body]);
  const operation = begun.body['operationId'] as string;
  expect(await ended(operation)).toMatchObject({ state: 'done', done: 61, misfits: 0 });
  const table = (await call('GET', `v3/tables/${begun.body['tableId']}`)).body;
  const link = (table['fields'] as Json[]).find(({ name }) => name === 'Customer')!;
  expect(link).toMatchObject({ type: 'connectedRecord', props: { multiple: false } });
  const child = link['props']['tableId'] as string;
  expect((await call('GET', `v3/tables/${child}`)).body).toMatchObject({ label: 'Customer' });
  const labels = async (id: string): Promise<readonly Json[]> =>
    (await call('POST', `v3/tables/${id}/records/query?expand=labels&fieldKey=name`, { limit: 100 })).body[
      'records'
    ] as Json[];
  const customers = await labels(child);
  expect(customers.map(({ fields }) => fields['Customer'] as string).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, i) => customer(i).replaceAll('"', '')).toSorted(),
  );
  const orders = await labels(begun.body['tableId'] as string);
  expect(orders.map(({ fields }) => (fields['Customer'] as Json[] | undefined)?.[0]?.['label'] as unknown)).toEqual([
    ...Array.from({ length: 60 }, (_, i) => customer(i).replaceAll('"', '')),
    undefined,
  ]);
  const undone = await call('POST', `v3/undo/${operation}`, {});
  expect([undone.status, undone.body]).toEqual([200, undone.body]);
  const left = async (): Promise<readonly string[]> =>
    ((await call('GET', 'v3/tables')).body['tables'] as Json[]).map(({ id }) => id as string);
  for (const id of [child, begun.body['tableId']]) expect(await left()).not.toContain(id);
  const redone = await call('POST', `v3/undo/${undone.body['operationId']}`, {});
  expect([redone.status, redone.body]).toEqual([200, redone.body]);
  expect(await left()).toEqual(expect.arrayContaining([child, begun.body['tableId']]));
  expect(await labels(begun.body['tableId'] as string)).toEqual(orders);
});
