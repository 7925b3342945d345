import { inflateRawSync } from 'node:zlib';
import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
let t: TestTables;
let table: string;
let f: Readonly<Record<string, string>>;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada "A." Lovelace', email: 'ada@example.com' }]);
  const customers = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Customers',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  const acme = await t.call(ada, 'POST', `/v3/tables/${customers.body.id}/records?fieldKey=name`, {
    fields: { Name: 'Acme, Inc.' },
  });
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Q1/Q2 – Ações',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Note', type: 'text' },
      { name: 'Amount', type: 'number', props: { decimals: 2 } },
      { name: 'Day', type: 'date' },
      { name: 'At', type: 'dateTime' },
      { name: 'Done', type: 'checkbox' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Won' }, { label: '=Lost' }] } },
      { name: 'Owner', type: 'user' },
    ],
  });
  table = body.id;
  const customer = await t.call(ada, 'POST', `/v3/tables/${table}/fields`, {
    name: 'Customer',
    type: 'connectedRecord',
    props: { tableId: customers.body.id },
  });
  expect(customer.status).toBe(201);
  const whole = await t.call(ada, 'GET', `/v3/tables/${table}`);
  f = Object.fromEntries(whole.body.fields.map((one: { name: string; id: string }) => [one.name, one.id]));
  const records = [
    {
      Name: 'One',
      Note: 'a "b"\r\nc; d',
      Amount: -5.25,
      Day: '2026-11-24',
      At: '2026-11-24T10:30:00.000Z',
      Done: true,
      Stage: 'Won',
      Owner: ada.userId ?? ada.id,
      Customer: [acme.body.id],
    },
    { Name: '=1+1', Note: '+cmd|x', Amount: 1234567.5, Stage: '=Lost' },
    { Name: '名前 <&> 😀', Note: '-minus', Done: false },
  ].map((fields) => ({ fields }));
  const made = await t.call(ada, 'POST', `/v3/tables/${table}/records?fieldKey=name`, { records });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
});
afterAll(() => t.stop());

const file = async (body: object, actor: Actor = ada) => {
  const answer = await fetch(`${t.base}/api/v3/tables/${table}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${actor.id}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** The files in a ZIP file by their names, read from its directory. */
const unzip = (bytes: Buffer): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(from, from + packed));
    expect(content.length).toBe(size);
    found.set(name, content.toString());
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return found;
};

describe('an export', () => {
  it('is a CSV file of what people read, in which no text is a formula', async () => {
    const { status, headers, bytes } = await file({ format: 'csv' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(headers.get('content-disposition')!)).toContain("filename*=UTF-8''Q1-Q2 – Ações.csv");
    expect(bytes.toString('utf8')).toBe(
      [
        '\uFEFFName,Note,Amount,Day,At,Done,Stage,Owner,Customer',
        'One,"a ""b""\nc; d",-5.25,11/24/2026,11/24/2026 07:30,Yes,Won,"Ada ""A."" Lovelace","""Acme, Inc."""',
        "'=1+1,'+cmd|x,1234567.50,,,,'=Lost,,",
        "名前 <&> 😀,'-minus,,,,No,,,",
        '',
      ].join('\r\n'),
    );
  });

  it('has the fields, the order and the records that are asked for, or those of a view', async () => {
    const query = {
      fields: ['Amount', f['Name']!],
      filter: { fieldId: 'Amount', operator: 'isNotEmpty' },
      sort: [{ fieldId: 'Amount', order: 'desc' }],
    };
    const asked = await file({ format: 'csv', delimiter: 'tab', query });
    expect(asked.bytes.toString('utf8')).toBe("\uFEFFAmount\tName\r\n1234567.50\t'=1+1\r\n-5.25\tOne\r\n");
    const view = await t.call(ada, 'POST', `/v3/tables/${table}/views`, {
      type: 'table',
      label: 'Short',
      config: {
        fields: Object.values(f).map((fieldId) => ({ fieldId, hidden: fieldId !== f['Day'] && fieldId !== f['Name'] })),
        filter: { fieldId: f['Day'], operator: 'isNotEmpty' },
      },
    });
    const shown = await file({ format: 'csv', viewId: view.body.id });
    expect(shown.bytes.toString('utf8')).toBe('\uFEFFName,Day\r\nOne,11/24/2026\r\n');
    expect((await file({ format: 'csv', viewId: newId() })).status).toBe(404);
  });

  it('is JSON with exact values', async () => {
    const { bytes } = await file({ format: 'json', query: { fields: ['Name', 'Amount', 'Customer', 'Done'] } });
    expect(JSON.parse(bytes.toString())).toMatchObject([
      { fields: { Name: 'One', Amount: '-5.25', Customer: [{ label: 'Acme, Inc.' }], Done: true } },
      { fields: { Name: '=1+1', Amount: '1234567.5', Customer: null, Done: null } },
      { fields: { Name: '名前 <&> 😀', Amount: null, Done: false } },
    ]);
    const none = await file({ format: 'json', query: { filter: { fieldId: 'Name', operator: 'isEmpty' } } });
    expect(JSON.parse(none.bytes.toString())).toEqual([]);
  });

  it('is a workbook whose numbers and days are numbers and days', async () => {
    const { headers, bytes } = await file({ format: 'xlsx' });
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    const parts = unzip(bytes);
    expect([...parts.keys()]).toContain('[Content_Types].xml');
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Q1 Q2 – Ações"');
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    expect(sheet).toContain('<c r="C2"><v>-5.25</v></c>');
    expect(sheet).toContain('<c r="D2" s="1"><v>46350</v></c>');
    expect(sheet).toContain('<c r="E2" s="2"><v>46350.3125</v></c>');
    expect(sheet).toContain('<c r="F2" t="b"><v>1</v></c>');
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
    expect(sheet).toContain('<t xml:space="preserve">名前 &lt;&amp;&gt; 😀</t>');
  });

  it('is refused to whoever may not read the table, and above ten thousand records', async () => {
    const nobody = actorOf(newId(), 'admin');
    expect((await file({ format: 'csv' }, nobody)).status).toBeGreaterThanOrEqual(400);
    const big = await t.call(ada, 'POST', '/v3/tables', {
      label: 'Big',
      fields: [{ name: 'N', type: 'number' }],
    });
    for (let from = 0; from <= 10_000; from += 1000) {
      const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { N: from + i } }));
      await t.call(ada, 'POST', `/v3/tables/${big.body.id}/records?fieldKey=name`, { records });
    }
    const refused = await t.call(ada, 'POST', `/v3/tables/${big.body.id}/export`, { format: 'csv' });
    expect(refused.body.error).toMatchObject({ code: 'export.too_many' });
    const some = await fetch(`${t.base}/api/v3/tables/${big.body.id}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.id}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        format: 'csv',
        query: { filter: { fieldId: 'N', operator: 'lessThan', value: 10_000 } },
      }),
    });
    expect((await some.text()).split('\r\n')).toHaveLength(10_002);
  });
});
