import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tessera/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../infra/runtime/src/config.ts';
import { startEmbedded, type Running } from '../../../infra/runtime/src/embedded.ts';

type Json = { [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path
const data = mkdtempSync(join(tmpdir(), 'tessera-into-'));
let running: Running;
let owner = '';
let table = '';
let fields: Record<string, string> = {};

const call = async (
  method: string,
  path: string,
  body?: object,
  as = owner,
): Promise<{ status: number; body: Json }> => {
  const form = body instanceof FormData;
  const response = await fetch(`http://localhost:${running.port}/api/${path}`, {
    method,
    headers: {
      ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Json) : {} };
};
type Sent = { readonly identifier: string; readonly filePath: string };
const send = async (csv: string, as = owner): Promise<Sent> => {
  const { body } = await call('POST', 'connector/identifier', { connector_id: 'csv', object: table }, as);
  const form = new FormData();
  form.set('identifier', body['identifier'] as string);
  form.set('connector_id', 'csv');
  form.set('function', 'upload');
  form.set('file', new Blob([csv]), 'more.csv');
  const sent = await call('POST', 'connector/call', form, as);
  return { identifier: body['identifier'] as string, filePath: sent.body['filePath'] as string };
};
const propose = async (sent: Sent, choices: readonly object[] = [], as = owner) =>
  call(
    'POST',
    'connector/config-table',
    {
      connector_id: 'csv',
      identifier: sent.identifier,
      config: { filePath: sent.filePath, type: 'import_only', object: table, fields: choices },
    },
    as,
  );
const begin = async (sent: Sent, choices: readonly object[], config: object = {}, as = owner) =>
  call(
    'POST',
    'connector/import-table',
    {
      connector_id: 'csv',
      identifier: sent.identifier,
      table_import_configs: [
        {
          label: '',
          fields: choices,
          config: { filePath: sent.filePath, type: 'import_only', object: table, ...config },
        },
      ],
    },
    as,
  );
const ended = async (operationId: string, as = owner): Promise<Json> => {
  let state: Json = {};
  await expect
    .poll(
      async () =>
        (state = (await call('GET', `connector/imports/${operationId}`, undefined, as)).body)['state'] as string,
      { timeout: 60_000, interval: 30 },
    )
    .not.toBe('running');
  return state;
};
const rows = async (): Promise<Json[]> =>
  (
    (await call('POST', `v3/tables/${table}/records/query?fieldKey=name`, { limit: 200 })).body['records'] as Json[]
  ).map((record) => record['fields'] as Json);
const count = async (): Promise<number> =>
  (await call('POST', `v3/tables/${table}/records/count`, {})).body['total'] as number;
/** Somebody with a seat and a role, and how they call. */
const invite = async (email: string, seat: string, role: string): Promise<string> => {
  const { body } = await call('POST', 'v3/invitations', { email, seat, role });
  const accepted = await call(
    'POST',
    `invitations/${(body['link'] as string).split('/').at(-1)!}/accept`,
    { name: email, email, password: 'correct horse battery 9' },
    '',
  );
  return accepted.body['token'] as string;
};

beforeAll(async () => {
  running = await startEmbedded(
    readConfig({ PORT: '0', TESSERA_DATA: data, TESSERA_RATE_LIMITS: 'off', TESSERA_LOG: 'error' }),
    createLogger({ level: 'error', service: 'test' }),
  );
  const setup = await call('POST', 'setup', {
    organization: 'Acme',
    name: 'Ana Souza',
    email: 'ana@acme.example',
    password: 'correct horse battery 9',
    language: 'en',
    timezone: 'America/Sao_Paulo',
  });
  owner = setup.body['token'] as string;
  const made = await call('POST', 'v3/tables', {
    label: 'Deals of everybody, with a name that is longer than a new table may have',
    fields: [
      { name: 'Título', type: 'singleLineText', required: true },
      { name: 'Code', type: 'singleLineText', unique: true },
      { name: 'Amount', type: 'number', props: { decimals: 2 } },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
      { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'red' }] } },
      { name: 'Close', type: 'date' },
      { name: 'Kind', type: 'singleLineText', default: 'plain' },
    ],
  });
  table = made.body['id'] as string;
  fields = Object.fromEntries((made.body['fields'] as Json[]).map((one) => [one['name'], one['id']]));
  await call('POST', `v3/tables/${table}/records?fieldKey=name`, { fields: { Título: 'There', Code: 'A-1' } });
});
afterAll(async () => {
  await running.stop();
  rmSync(data, { recursive: true, force: true });
});

const csv = [
  'TITULO,code,Amount,Stage,Tags,Close,Kind,Other',
  'One,A-2,"1.255",open,"red, blue",31/12/2026,,x',
  'Two,A-3,many,Lost,red,not a day,special,x',
  ',A-4,3,Won,,01/02/2026,,x',
  'Four,a-1,4,Won,,01/02/2026,,x',
  'Five,A-2,5,Won,,01/02/2026,,x',
  'Six,A-6,6,,,,,x',
].join('\n');

describe('a file for a table that is there', () => {
  it('is matched by header, counted by the rules of its fields, lands as shown, and is taken back alone', async () => {
    const sent = await send(csv);
    const proposed = await propose(sent);
    expect(proposed.status).toBe(200);
    expect(
      (proposed.body['fields'] as Json[]).map((one) => [one['header'], one['name'], one['type'], one['deleted']]),
    ).toEqual([
      ['TITULO', 'Título', 'singleLineText', false],
      ['code', 'Code', 'singleLineText', false],
      ['Amount', 'Amount', 'number', false],
      ['Stage', 'Stage', 'select', false],
      ['Tags', 'Tags', 'multipleSelect', false],
      ['Close', 'Close', 'date', false],
      ['Kind', 'Kind', 'singleLineText', false],
      ['Other', 'Other', 'checkbox', true],
    ]);
    const fit = (at: number): Json => ((proposed.body['fields'] as Json[])[at] as Json)['fit'] as Json;
    expect(fit(2)).toMatchObject({
      matched: 5,
      rounded: 1,
      misfits: [{ row: 2, value: 'many', reason: 'number.invalid' }],
    });
    expect(fit(3)).toMatchObject({ matched: 4, empty: 1, misfits: [{ value: 'Lost', reason: 'select.unknown' }] });
    expect((proposed.body['fields'] as Json[])[3]).toMatchObject({ missingOptions: ['Lost'], createOptions: false });
    expect((proposed.body['fields'] as Json[])[4]).toMatchObject({ missingOptions: ['blue'] });
    expect(proposed.body['object_id']).toBe(table);
    expect(proposed.body['table']).toMatchObject({
      mayAddOptions: true,
      unfilled: [],
      leftOut: 3,
      unchecked: false,
      refused: [
        { field: fields['Título'], reason: 'required', count: 1, rows: [3] },
        { field: fields['Code'], reason: 'repeated', count: 1, rows: [5] },
        { field: fields['Code'], reason: 'taken', count: 1, rows: [4] },
      ],
    });

    const choices = (proposed.body['fields'] as Json[]).map(({ key, field }) => ({
      key,
      field,
      ...(field === fields['Stage'] ? { createOptions: true } : {}),
      ...(field === fields['Amount']
        ? { replacements: [{ value: 'many', text: '99' }], readAs: { decimal: '.' } }
        : {}),
    }));
    // Lost and blue: one has an option made for it, 1.255 is rounded, "not a day" is emptied; records that are kept out empty nothing.
    expect(proposed.body['changed']).toEqual({ emptied: 4, rounded: 1, joined: 0, altered: 0 });
    const kept = await begin(sent, choices, { leaveOut: true });
    expect([kept.status, kept.body['error']]).toEqual([
      422,
      {
        id: expect.any(String),
        code: 'imports.misfits',
        message: expect.stringContaining('"Close": 1 value does not fit (such as "not a day" in row 2)'),
        details: {
          emptied: 2,
          rounded: 1,
          joined: 0,
          altered: 0,
          columns: [
            {
              key: 'c2',
              name: 'Amount',
              type: 'number',
              emptied: 0,
              rounded: 1,
              joined: 0,
              altered: 0,
              alterations: [],
              examples: [],
            },
            {
              key: 'c4',
              name: 'Tags',
              type: 'multipleSelect',
              emptied: 1,
              rounded: 0,
              joined: 0,
              altered: 0,
              alterations: [],
              examples: [{ value: 'red, blue', row: 1, count: 1, reason: 'select.unknown' }],
            },
            {
              key: 'c5',
              name: 'Close',
              type: 'date',
              emptied: 1,
              rounded: 0,
              joined: 0,
              altered: 0,
              alterations: [],
              examples: [{ value: 'not a day', row: 2, count: 1, reason: 'date.invalid' }],
            },
          ],
        },
      },
    ]);
    expect(await count()).toBe(1);
    const asText = await begin(sent, choices, { leaveOut: true, onMisfit: 'text' });
    expect(asText.body['error']).toMatchObject({ code: 'imports.on_misfit' });
    const refused = await begin(sent, choices, { onMisfit: 'empty' });
    expect(refused.status).toBe(422);
    expect(refused.body['error'] ?? refused.body).toMatchObject({ code: 'imports.rows_refused' });
    const started = await begin(sent, choices, { leaveOut: true, onMisfit: 'empty' });
    expect(started.status).toBe(202);
    expect(started.body['tableId']).toBe(table);
    const { operationId } = started.body as { operationId: string };
    expect(await ended(operationId)).toMatchObject({
      state: 'done',
      done: 3,
      total: 6,
      misfits: 2,
      leftOut: 3,
      into: true,
      error: null,
    });
    const options = ((await call('GET', `v3/tables/${table}`)).body['fields'] as Json[]).map(
      (one) => (one['props']['options'] as Json[] | undefined)?.map((option) => option['label'] as string) ?? [],
    );
    expect(options[3]).toEqual(['Open', 'Won', 'Lost']);
    expect(options[4]).toEqual(['red']);
    const made = await rows();
    expect(made.map((row) => row['Título'])).toEqual(['There', 'One', 'Two', 'Six']);
    expect(made[1]).toMatchObject({ Code: 'A-2', Amount: 1.26, Close: '2026-12-31', Kind: 'plain' });
    expect(made[1]!['Tags']).toBeUndefined();
    expect(made[2]).toMatchObject({ Amount: 99, Kind: 'special' });
    expect(made[2]!['Close']).toBeUndefined();

    const history = (await call('GET', `v3/tables/${table}/history`)).body['entries'] as Json[];
    expect(history[0]).toMatchObject({ id: operationId, origin: 'import', undoable: true });
    const preview = await call('POST', `v3/undo/${operationId}`, { preview: true });
    expect(preview.body).toMatchObject({ records: 3, conflicts: [] });
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBeLessThan(300);
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
    // An option that records in the trash have stays: they may come back.
    const left = (await call('GET', `v3/tables/${table}`)).body['fields'] as Json[];
    expect((left[3]!['props']['options'] as Json[]).map((one) => one['label'] as string)).toContain('Lost');
    const after = await propose(sent);
    expect((after.body['table']['refused'] as Json[]).map((one) => one['reason'] as string)).toEqual([
      'required',
      'repeated',
      'taken',
    ]);
  });

  it('says before it begins what cannot be', async () => {
    const sent = await send('Code,Stage\nB-1,Open\n');
    const proposed = await propose(sent);
    expect(proposed.body['table']).toMatchObject({ unfilled: [fields['Título']] });
    const code = async (choices: readonly object[], config: object = {}) => {
      const { status, body } = await begin(sent, choices, config);
      return [status, (body['error'] ?? body)['code'] as string];
    };
    expect(await code([{ key: 'c0' }, { key: 'c1' }])).toEqual([400, 'imports.required_unfilled']);
    expect(await code([{ key: 'c0', field: null }])).toEqual([400, 'imports.no_fields']);
    expect(
      await code([
        { key: 'c0', field: fields['Code'] },
        { key: 'c1', field: fields['Code'] },
      ]),
    ).toEqual([409, 'imports.field_twice']);
    // A field goes by its name as well as by its id.
    expect(
      await code([
        { key: 'c0', field: 'Code' },
        { key: 'c1', field: fields['Code'] },
      ]),
    ).toEqual([409, 'imports.field_twice']);
    expect(await code([{ key: 'c0', field: '01arz3ndektsv4rrffq69g5fav' }])).toEqual([400, 'imports.unknown_field']);
    expect(await code([{ key: 'c0' }], { type: 'import_create_structure' })).toEqual([400, 'imports.object']);
    expect(await code([{ key: 'c0' }], { primaryKey: 'c0' })).toEqual([400, 'imports.key']);
  });

  it('is told to whoever reads the table, without what the file had beside it, and listed for them', async () => {
    const reader = await invite('ro@acme.example', 'viewer', '3');
    const sent = await send('Título,Close,Salary\nSeen,not a day,10\n');
    const started = await begin(sent, [{ key: 'c0' }, { key: 'c1' }, { key: 'c2', field: null }], {
      onMisfit: 'empty',
    });
    const { operationId } = started.body as { operationId: string };
    await ended(operationId);
    const receipt = async (as?: string) => (await call('GET', `connector/imports/${operationId}`, undefined, as)).body;
    const losses = (examples: readonly object[]) => [{ name: 'Close', reason: 'misfit', count: 1, examples }];
    expect(await receipt()).toMatchObject({
      mayStop: true,
      report: { losses: losses([{ value: 'not a day', row: 1 }]), leftColumns: ['Salary'] },
    });
    expect(await receipt(reader)).toMatchObject({
      fileName: 'more.csv',
      done: 1,
      misfits: 1,
      mayStop: false,
      report: { losses: losses([]), leftColumns: [] },
    });
    const stop = await call('POST', `connector/imports/${operationId}/cancel`, {}, reader);
    expect(stop.body['error']).toMatchObject({ code: 'imports.not_found' });
    const listed = async (query: string, as?: string) =>
      ((await call('GET', `connector/import-history?${query}`, undefined, as)).body['imports'] as Json[]).map(
        (one) => one['operationId'] as string,
      );
    expect(await listed('scope=all')).toContain(operationId);
    expect(await listed('scope=all', reader)).toContain(operationId);
    expect(await listed(`object=${table}`, reader)).toContain(operationId);
    expect(await listed('scope=mine', reader)).toEqual([]);
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBeLessThan(300);
  });

  it('gets new fields for columns that have none, by choice, and its undo takes them back while nobody else uses them', async () => {
    const text = 'Título,Size,At,Level,Note\nA,007,2018-11-04 00:30,low,x\nB,12,2018-11-05 10:00,high,y\n';
    const sent = await send(text);
    const news = [
      { key: 'c1', newField: true, type: 'number' },
      { key: 'c2', newField: true },
      { key: 'c3', newField: true, type: 'select', name: 'Priority' },
    ];
    const proposed = await propose(sent, news);
    const shown = (proposed.body['fields'] as Json[]).map((one) => [
      one['name'],
      one['type'],
      one['newField'],
      one['deleted'],
      one['field'] === null,
    ]);
    expect(shown).toEqual([
      ['Título', 'singleLineText', false, false, false],
      ['Size', 'number', true, false, true],
      // What a field of moments would change stays text, as in a new table.
      ['At', 'singleLineText', true, false, true],
      ['Priority', 'select', true, false, true],
      ['Note', 'singleLineText', false, true, true],
    ]);
    expect(proposed.body['changed']).toMatchObject({ emptied: 0, altered: 1 });
    expect(proposed.body['table']).toMatchObject({ mayAddFields: true });
    const size = (proposed.body['fields'] as Json[])[3]!['props'] as Json;
    expect((size['options'] as Json[]).map((one) => one['label'] as string)).toEqual(['low', 'high']);

    const names = async () =>
      ((await call('GET', `v3/tables/${table}`)).body['fields'] as Json[]).map((one) => one['name'] as string);
    const before = await names();
    const code = async (choices: readonly object[], as = owner) => {
      const { status, body } = await begin(sent, choices, { onMisfit: 'empty' }, as);
      return [status, (body['error'] as Json)['code'] as string];
    };
    const whole = [{ key: 'c0' }, ...news];
    expect((await begin(sent, whole)).body['error']).toMatchObject({
      code: 'imports.misfits',
      details: { altered: 1 },
    });
    expect(await code([{ key: 'c0' }, { key: 'c1', newField: true, name: 'CODE' }])).toEqual([
      400,
      'imports.name_taken',
    ]);
    expect(
      await code([
        { key: 'c0' },
        { key: 'c1', newField: true, name: 'Same' },
        { key: 'c2', newField: true, name: 'same' },
      ]),
    ).toEqual([400, 'imports.name_taken']);
    expect(await code([{ key: 'c0' }, { key: 'c1', newField: true, type: 'criado_em' }])).toEqual([
      400,
      'imports.type',
    ]);
    const member = await invite('me@acme.example', 'member', '3');
    const theirs = await send(text, member);
    expect((await propose(theirs, news, member)).body['table']).toMatchObject({ mayAddFields: false });
    const { status, body } = await begin(theirs, whole, { onMisfit: 'empty' }, member);
    expect([status, (body['error'] as Json)['code']]).toEqual([403, 'imports.fields_forbidden']);
    expect(await names()).toEqual(before);

    const options = (proposed.body['fields'] as Json[])[3]!['props'] as Json;
    const chosen = whole.map((one) => (one.key === 'c3' ? { ...one, props: options } : one));
    const bring = async () => {
      const started = await begin(sent, chosen, { onMisfit: 'empty' });
      expect([started.status, started.body['tableId']]).toEqual([202, table]);
      const { operationId } = started.body as { operationId: string };
      expect(await ended(operationId)).toMatchObject({
        state: 'done',
        done: 2,
        fields: 4,
        report: { newFields: ['Size', 'At', 'Priority'], leftColumns: [] },
      });
      return operationId;
    };
    const first = await bring();
    expect(await names()).toEqual([...before, 'Size', 'At', 'Priority']);
    expect((await rows()).slice(-2)).toMatchObject([
      { Título: 'A', Size: 7, At: '2018-11-04 00:30' },
      { Título: 'B', Size: 12, At: '2018-11-05 10:00' },
    ]);
    const preview = await call('POST', `v3/undo/${first}`, { preview: true });
    expect(preview.body).toMatchObject({ records: 2, conflicts: [] });
    const undo = async (operation: string) => {
      const { status: ok, body: undone } = await call('POST', `v3/undo/${operation}`, {});
      expect(ok).toBeLessThan(300);
      return undone['operationId'] as string;
    };
    const taken = await undo(first);
    await expect.poll(names, { timeout: 20_000 }).toEqual(before);
    expect(await count()).toBe(1);
    // The undo can be undone: the fields come back with the values.
    await undo(taken);
    await expect.poll(async () => (await names()).slice(before.length), { timeout: 20_000 }).toHaveLength(3);
    await expect.poll(async () => (await rows()).filter((one) => one['Size'] === 7).length).toBe(1);
    await undo(first);
    await expect.poll(names, { timeout: 20_000 }).toEqual(before);

    // A field that another record has a value in by then stays; the others go.
    const second = await bring();
    const other = await call('POST', `v3/tables/${table}/records?fieldKey=name`, {
      fields: { Título: 'Own', Size: 3 },
    });
    expect(other.status).toBe(201);
    await undo(second);
    await expect.poll(names, { timeout: 20_000 }).toEqual([...before, 'Size']);
    await expect.poll(async () => (await rows()).map((one) => one['Size'] ?? null)).toEqual([null, 3]);
    const left = ((await call('GET', `v3/tables/${table}`)).body['fields'] as Json[]).at(-1)!;
    expect((await call('DELETE', `v3/tables/${table}/records/${other.body['id'] as string}`)).status).toBeLessThan(300);
    expect((await call('DELETE', `v3/tables/${table}/fields/${left['id'] as string}`)).status).toBeLessThan(300);
  });

  it('is for who may add records there, makes options for nobody else, and ends with the right to', async () => {
    const member = await invite('bo@acme.example', 'member', '3');
    const viewer = await invite('vi@acme.example', 'viewer', '3');
    const identifier = (as: string, object?: string) =>
      call('POST', 'connector/identifier', { connector_id: 'csv', ...(object === undefined ? {} : { object }) }, as);
    expect((await identifier(member)).status).toBe(403);
    expect((await identifier(viewer, table)).body).toMatchObject({ error: { code: 'imports.fill_forbidden' } });
    const long = `Título,Stage\n${Array.from({ length: 60_000 }, (_, i) => `Row ${i},${i % 2 ? 'Maybe' : 'Open'}`).join('\n')}\n`;
    const sent = await send(long, member);
    const proposed = await propose(sent, [], member);
    expect(proposed.body['table']).toMatchObject({ mayAddOptions: false, leftOut: 0 });
    const asked = await begin(sent, [{ key: 'c0' }, { key: 'c1', createOptions: true }], {}, member);
    expect(asked.status).toBe(403);
    // A new table is not theirs to make with the same file.
    const other = await begin(sent, [{ key: 'c0' }], { type: 'import_create_structure', object: null }, member);
    expect(other.status).toBe(403);

    const before = await count();
    const started = await begin(sent, [{ key: 'c0' }, { key: 'c1' }], { onMisfit: 'empty' }, member);
    expect(started.status).toBe(202);
    const { operationId } = started.body as { operationId: string };
    await expect
      .poll(async () => (await call('GET', `connector/imports/${operationId}`)).body['done'] as number, {
        interval: 10,
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    const people = (await call('GET', 'v3/users')).body['users'] as Json[];
    const bo = people.find((one) => one['email'] === 'bo@acme.example')!['id'] as string;
    expect((await call('PUT', `v3/account/user/${bo}`, { seat: 'viewer' })).status).toBe(204);
    const end = await ended(operationId);
    expect(end).toMatchObject({
      state: 'failed',
      total: 60_000,
      error: { code: expect.stringContaining('forbidden') },
    });
    expect(end['done']).toBeLessThan(60_000);
    expect((await count()) - before).toBe(end['done']);
    // Who may, takes back what came until then.
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBeLessThan(300);
    await expect.poll(count, { timeout: 60_000, interval: 200 }).toBe(before);
  });

  it('begins whatever its wizard asks meanwhile', async () => {
    const sent = await send('Título,Kind,Amount\nSeven,one,many\n');
    const proposed = await propose(sent);
    const choices = (proposed.body['fields'] as Json[]).map(({ key, field }) => ({ key, field }));
    const others = [[{ key: 'c1', field: null }], [{ key: 'c2', field: null }], [{ key: 'c3', field: null }]];
    for (const config of [{ leaveOut: true }, { leaveOut: true, onMisfit: 'empty' }]) {
      const asked = [
        begin(sent, choices, config),
        ...others.map((choice) => propose(sent, choice)),
        begin(sent, choices, config),
      ];
      const [first, , , , last] = await Promise.all(asked);
      if (config.onMisfit === undefined) {
        expect([first!.body['error'], last!.body['error']]).toMatchObject([
          { code: 'imports.misfits' },
          { code: 'imports.misfits' },
        ]);
        continue;
      }
      expect([first!.status, last!.status]).toEqual([202, 202]);
      for (const one of [first!, last!])
        expect(await ended(one.body['operationId'] as string)).toMatchObject({ state: 'done' });
    }
  });
});
