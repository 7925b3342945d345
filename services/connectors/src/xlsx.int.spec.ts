import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsProduct, type Json } from './testing/imports.ts';
import { archive, book, bookParts, rowXml } from './testing/books.ts';

const product = importsProduct();
const { call, begin, ended } = product;

beforeAll(async () => {
  await product.start();
  await product.setUp();
});
afterAll(() => product.end());

const orders = book(
  [
    { name: 'Cover', rows: '' },
    {
      name: 'Orders',
      rows:
        rowXml('Order export, January to November 2026') +
        rowXml('Order', 'Sent', 'Price', 'Margin', 'Paid', 'Customer') +
        rowXml([48812, 1], [46328, 2], [489.5, 3], [0.345, 4], true, 'Bluefold Logistics') +
        rowXml([48813, 1], [46329, 2], [1180.1, 3], [0.5, 4], false, 'Oakline Foods') +
        rowXml([48814, 1], [46330, 2], ['96.099999999999994', 3], [1, 4], true, 'Kestrel Clinics') +
        rowXml('Total', null, [1765.7, 3]),
    },
    { name: 'Old prices', state: 'hidden', rows: rowXml('SKU') + rowXml('SC-240') + rowXml('LB-030') },
  ],
  { formats: ['0000000', 14, '[$R$-416] #,##0.00', 10] },
);

const upload = async (content: Uint8Array<ArrayBuffer>, name: string, connector = 'excel') => {
  const { body } = await call('POST', 'connector/identifier', { connector_id: connector });
  const identifier = body['identifier'] as string;
  const form = new FormData();
  form.set('identifier', identifier);
  form.set('connector_id', connector);
  form.set('function', 'upload');
  form.set('file', new Blob([content]), name);
  return { identifier, sent: (await call('POST', 'connector/call', form)).body };
};
const configure = (identifier: string, filePath: unknown, config: object = {}, connector = 'excel') =>
  call('POST', 'connector/config-table', { connector_id: connector, identifier, config: { filePath, ...config } });
const bytes = (from: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(from);

describe('a workbook', () => {
  it('is read sheet by sheet, lands as shown, and is undone as one', async () => {
    const { identifier, sent } = await upload(bytes(orders), 'orders-2026.xlsx');
    expect(sent).toMatchObject({ name: 'orders-2026.xlsx', error: null });
    const filePath = sent['filePath'] as string;
    const { body } = await configure(identifier, filePath);
    expect(body['sheets']).toEqual([
      { index: 0, name: 'Cover', hidden: false, rows: 0 },
      { index: 1, name: 'Orders', hidden: false, rows: 3 },
      { index: 2, name: 'Old prices', hidden: true, rows: 2 },
    ]);
    expect(body['layout']).toMatchObject({ source: 'excel', sheetIndex: 1, headerRow: 2, rows: 4, totalsRow: 4 });
    expect(body['label']).toBe('Orders');
    expect((body['fields'] as Json[]).map(({ name, type, ambiguous }) => [name, type, ambiguous])).toEqual([
      ['Order', 'singleLineText', null],
      ['Sent', 'date', null],
      ['Price', 'currency', null],
      ['Margin', 'percent', null],
      ['Paid', 'checkbox', null],
      ['Customer', 'singleLineText', null],
    ]);
    const hidden = await configure(identifier, filePath, { sheetIndex: 2 });
    expect(hidden.body).toMatchObject({ label: 'Old prices', layout: { sheetIndex: 2, rows: 2 } });
    // A reload goes on with the sheet that was chosen last.
    await configure(identifier, filePath, { sheetIndex: 1 });
    expect((await call('GET', `connector/imports?identifier=${identifier}`)).body).toMatchObject({
      file: { name: 'orders-2026.xlsx' },
      config: { sheetIndex: 1 },
    });

    const started = await begin(
      { identifier, filePath, body },
      'Orders',
      () => ({}),
      { sheetIndex: 1, leaveOutTotals: true },
      undefined,
      'excel',
    );
    expect(started.status).toBe(202);
    const { operationId, tableId } = started.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({ state: 'done', done: 3, total: 3, misfits: 0 });
    const records = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
    expect((records.body['records'] as Json[]).map((record) => record['fields'])).toEqual([
      { Order: '0048812', Sent: '2026-11-02', Price: 489.5, Margin: 34.5, Paid: true, Customer: 'Bluefold Logistics' },
      { Order: '0048813', Sent: '2026-11-03', Price: 1180.1, Margin: 50, Paid: false, Customer: 'Oakline Foods' },
      { Order: '0048814', Sent: '2026-11-04', Price: 96.1, Margin: 100, Paid: true, Customer: 'Kestrel Clinics' },
    ]);
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBeLessThan(300);
    await expect
      .poll(async () => ((await call('GET', 'v3/tables')).body['tables'] as Json[]).map((one) => one['id']))
      .not.toContain(tableId);
  });

  it('repeats the value of merged cells by choice, in the table as in the preview', async () => {
    const rows = rowXml('Team', 'Name') + rowXml('Red', 'Ana') + rowXml(null, 'Bo') + rowXml('Blue', 'Cy');
    const merged = book([{ name: 'S', rows, after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' }]);
    const { identifier, sent } = await upload(bytes(merged), 'teams.xlsx');
    const filePath = sent['filePath'] as string;
    const { body } = await configure(identifier, filePath, { fillMerged: true });
    expect(body['layout']).toMatchObject({ merged: 1, tall: 1, fillMerged: true });
    const config = { fillMerged: true };
    const started = await begin({ identifier, filePath, body }, 'Teams', () => ({}), config, undefined, 'excel');
    const { operationId, tableId } = started.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({ state: 'done', done: 3 });
    const records = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
    expect((records.body['records'] as Json[]).map((record) => (record['fields'] as Json)['Team'])).toEqual([
      'Red',
      'Red',
      'Blue',
    ]);
  });

  const good = bookParts([{ name: 'S', rows: rowXml('a') + rowXml('b') }]);
  it.each<[string, string, Buffer, string]>([
    ['of the old kind', 'old.xls', Buffer.from('x'), 'old_workbook'],
    ['of the old kind under the new name', 'old.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_workbook'],
    [
      'with a password',
      'locked.xlsx',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'protected',
    ],
    ['that is text', 'text.xlsx', Buffer.from('a,b\n1,2\n'), 'not_workbook'],
    ['of another program', 'sheet.ods', Buffer.from('x'), 'workbook'],
    ['under the name of a text', 'orders.csv', archive(good), 'misnamed'],
  ])('%s is refused with its reason', async (_, name, content, reason) => {
    const { sent } = await upload(bytes(content), name, name.endsWith('.csv') ? 'csv' : 'excel');
    expect(sent).toMatchObject({ filePath: null, error: { id: 'review_spreadsheet', reason } });
  });

  it('that is damaged says so when it is read', async () => {
    const { identifier, sent } = await upload(
      bytes(archive({ ...good, 'xl/worksheets/sheet1.xml': '<a>' })),
      'cut.xlsx',
    );
    expect(await configure(identifier, sent['filePath'])).toMatchObject({
      status: 400,
      body: { error: { code: 'review_spreadsheet', details: { reason: 'workbook_broken' } } },
    });
  });

  it.each([
    ['json', 'deals.json', '{"deals":[{"name":"Acme","size":1.234,"at":{"city":"Rio"}},{"name":"Bo","size":12}]}'],
    ['paste', 'Pasted table.txt', 'name\tsize\tat.city\nAcme\t1.234\tRio\nBo\t12.5\t\n'],
  ])('is not the only source: %s', async (connector, name, content) => {
    const { identifier, sent } = await upload(bytes(Buffer.from(content)), name, connector);
    expect(sent['error']).toBeNull();
    const filePath = sent['filePath'] as string;
    const { body } = await configure(identifier, filePath, {}, connector);
    expect(body).toMatchObject({ sheets: [], layout: { source: connector, sheetIndex: null, rows: 2, columns: 3 } });
    const started = await begin({ identifier, filePath, body }, connector, () => ({}), {}, undefined, connector);
    const { operationId, tableId } = started.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({ state: 'done', done: 2 });
    const records = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
    expect((records.body['records'] as Json[])[0]!['fields']).toEqual({ name: 'Acme', size: 1.234, 'at.city': 'Rio' });
  });

  it('and a text go by their own connectors', async () => {
    expect((await upload(bytes(orders), 'orders.xlsx', 'csv')).sent['error']).toMatchObject({
      id: 'invalid_file_type',
    });
    expect((await upload(bytes(Buffer.from('a,b\n')), 'a.csv')).sent['error']).toMatchObject({
      id: 'invalid_file_type',
    });
    expect((await call('POST', 'connector/identifier', { connector_id: 'numbers' })).status).toBe(404);
  });
});
