import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importsProduct, type Json } from './testing/imports.ts';
import { createHandles, rotateUploadKey } from './upload/handles.ts';

const product = importsProduct();
const { call, send, configure, begin, until, ended } = product;
const rowsOf = (n: number): string =>
  `No,Name,Stage\n${Array.from({ length: n }, (_, i) => `${i + 1},Deal ${i + 1},${['Open', 'Won', 'Lost'][i % 3]}`).join('\n')}\n`;

beforeAll(async () => {
  vi.stubEnv('TESSERA_UPLOAD_MB', '4');
  await product.start();
  await product.setUp();
});
afterAll(() => product.end());

const messy = [
  'Pipeline export;;;;;;',
  ';;;;;;',
  'Code;Name;Amount;Close date;Owner;Done;Name',
  '007;Acme;R$ 1.234,56;31/12/2026;ana@acme.example;sim;x',
  '008;"Multi',
  'line";(R$ 10,00);TBC;ana@acme.example;não;y',
  '009;Zoë;#N/A;01/02/2026;Ana Souza;sim;z',
  '010;Bo;R$ 3;02/02/2026;ana@acme.example;;',
  'Total;;R$ 1.227,56;;;;',
  '',
].join('\r\n');

describe('an import', () => {
  it('is proposed from all values, lands as shown, and is undone as one', async () => {
    const proposed = await configure(messy);
    expect(proposed.body['layout']).toMatchObject({
      delimiter: ';',
      headerRow: 2,
      rows: 5,
      columns: 7,
      blankRows: 1,
      totalsRow: 5,
    });
    expect(
      (proposed.body['fields'] as Json[]).map((field) => [field['name'], field['type'], field['nameProblem']]),
    ).toEqual([
      ['Code', 'singleLineText', null],
      ['Name', 'text', null],
      ['Amount', 'currency', null],
      ['Close date', 'singleLineText', null],
      ['Owner', 'user', null],
      ['Done', 'checkbox', null],
      ['Name 2', 'singleLineText', 'duplicate'],
    ]);
    const chosen = await call('POST', 'connector/config-table', {
      connector_id: 'csv',
      identifier: proposed.identifier,
      config: {
        filePath: proposed.filePath,
        fields: [
          { key: 'c3', type: 'date', replacements: [{ value: 'TBC', text: '15/06/2026' }] },
          { key: 'c6', deleted: true },
        ],
      },
    });
    const date = (chosen.body['fields'] as Json[])[3]!;
    expect(date).toMatchObject({
      type: 'date',
      readAs: { dayFirst: true },
      fit: { total: 5, empty: 1, matched: 3, misfits: [{ row: 2, value: 'TBC', count: 1, reason: 'date.invalid' }] },
    });
    expect((chosen.body['records'] as Json[])[1]).toEqual({
      fields: { c0: '008', c1: 'Multi\nline', c2: -10, c3: '2026-06-15', c4: expect.any(String), c5: false },
      misfits: [],
    });

    const started = await begin(
      { ...proposed, body: chosen.body },
      'Deals',
      (field) => ({ readAs: field['readAs'], deleted: field['deleted'], replacements: field['replacements'] }),
      { leaveOutTotals: true },
    );
    expect(started.status).toBe(202);
    const { operationId, tableId } = started.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({
      state: 'done',
      done: 4,
      total: 4,
      // #N/A says that there is no amount.
      misfits: 0,
      tableId,
      label: 'Deals',
      error: null,
    });
    const table = (await call('GET', `v3/tables/${tableId}`)).body;
    expect((table['fields'] as Json[]).map((field) => field['name'])).toEqual([
      'Code',
      'Name',
      'Amount',
      'Close date',
      'Owner',
      'Done',
    ]);
    expect(table['labelFieldId']).toBe((table['fields'] as Json[])[0]!['id']);
    const { body } = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, { total: true });
    expect(body['total']).toBe(4);
    expect((body['records'] as Json[]).map((record) => record['fields'])).toEqual([
      { Code: '007', Name: 'Acme', Amount: 1234.56, 'Close date': '2026-12-31', Owner: expect.any(String), Done: true },
      {
        Code: '008',
        Name: 'Multi\nline',
        Amount: -10,
        'Close date': '2026-06-15',
        Owner: expect.any(String),
        Done: false,
      },
      { Code: '009', Name: 'Zoë', 'Close date': '2026-02-01', Owner: expect.any(String), Done: true },
      { Code: '010', Name: 'Bo', Amount: 3, 'Close date': '2026-02-02', Owner: expect.any(String) },
    ]);

    const preview = await call('POST', `v3/undo/${operationId}`, { preview: true });
    expect(preview.body).toMatchObject({ records: 4, conflicts: [] });
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBeLessThan(300);
    await expect
      .poll(async () => ((await call('GET', 'v3/tables')).body['tables'] as Json[]).map((one) => one['id']))
      .not.toContain(tableId);
    // The import itself hears of it, and of a restoration, whoever did it.
    await expect
      .poll(async () => (await call('GET', `connector/imports/${operationId}`)).body['tableGone'], { timeout: 20_000 })
      .toBe(true);
    expect((await call('POST', `v3/tables/${tableId}/restore`)).status).toBe(200);
    await expect
      .poll(async () => (await call('GET', `connector/imports/${operationId}`)).body['tableGone'], { timeout: 20_000 })
      .toBe(false);
  });

  it('goes on after a reload of its wizard', async () => {
    const proposed = await configure(rowsOf(3), { fields: [{ key: 'c1', name: 'Title' }] });
    const { body } = await call('GET', `connector/imports?identifier=${proposed.identifier}`);
    expect(body).toMatchObject({
      identifier: proposed.identifier,
      file: { name: 'Deals of 2026.csv', filePath: proposed.filePath },
      config: { fields: [{ key: 'c1', name: 'Title' }] },
      imports: [],
    });
  });

  it('stopped by its user keeps the rows that are there', async () => {
    const proposed = await configure(rowsOf(60_000));
    const { operationId, tableId } = (await begin(proposed, 'Stopped')).body as {
      operationId: string;
      tableId: string;
    };
    await until(operationId, (state) => (state['done'] as number) > 0);
    const { body } = await call('POST', `connector/imports/${operationId}/cancel`);
    expect(body['state']).toBe('cancelled');
    expect(body['done']).toBeLessThan(60_000);
    expect((await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total']).toBe(body['done']);
  });

  it(
    'cut off by a stop of the server goes on with the next start, and no row comes twice',
    { timeout: 180_000 },
    async () => {
      const proposed = await configure(rowsOf(80_000));
      const { operationId, tableId } = (await begin(proposed, 'Cut off')).body as {
        operationId: string;
        tableId: string;
      };
      await until(operationId, (state) => (state['done'] as number) > 3000);
      await product.stop();
      await product.start();
      expect((await ended(operationId))['state']).toBe('done');
      expect((await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total']).toBe(80_000);
      const field = ((await call('GET', `v3/tables/${tableId}`)).body['fields'] as Json[])[0]!['id'] as string;
      expect(
        (
          await call('POST', `v3/tables/${tableId}/records/aggregate`, {
            aggregates: [
              { fieldId: field, function: 'distinct' },
              { fieldId: field, function: 'sum' },
            ],
          })
        ).body['values'],
      ).toMatchObject([{ value: 80_000 }, { value: 3_200_040_000 }]);
      const last = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, { offset: 79_999, limit: 5 });
      expect((last.body['records'] as Json[]).map((record) => (record['fields'] as Json)['No'])).toEqual([80_000]);
    },
  );

  it('goes on after a restart that lost the list of what runs: the log has it', async () => {
    const { operationId, tableId } = (await begin(await configure(rowsOf(20_000)), 'Lost list')).body as {
      operationId: string;
      tableId: string;
    };
    await until(operationId, (state) => (state['done'] as number) > 3000);
    await product.stop();
    const state = new DatabaseSync(join(product.data, 'state.db'));
    state.exec("DELETE FROM state WHERE bucket = 'running-imports'");
    state.close();
    await product.start();
    expect((await ended(operationId))['state']).toBe('done');
    expect((await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total']).toBe(20_000);
  });

  it('says why it failed and keeps what it wrote', async () => {
    const wide = Array.from({ length: 12 }, (_, i) => `Part ${i}`).join(',');
    const proposed = await configure(
      `${wide}\n${'a,b,c,d,e,f,g,h,i,j,k,l\n'.repeat(2500)}${Array.from({ length: 12 }, () => 'x'.repeat(90_000)).join(',')}\n`,
    );
    const { operationId, tableId } = (await begin(proposed, 'Too wide', () => ({ type: 'text', props: {} }))).body as {
      operationId: string;
      tableId: string;
    };
    expect(await ended(operationId)).toMatchObject({
      state: 'failed',
      done: 2500,
      error: { code: 'row_too_large', message: expect.stringContaining('2501') },
    });
    expect((await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total']).toBe(2500);
  });

  it('names the record that holds more than a record may', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `Part ${i}`).join(',');
    // Each of these letters unfolds to eighteen: a cell of 99 kB has a key of 1.1 MB.
    const folding = Array.from({ length: 8 }, () => '\ufdfa'.repeat(33_000)).join(',');
    const proposed = await configure(`${names}\n${'a,b,c,d,e,f,g,h\n'.repeat(2500)}${folding}\n`);
    const { operationId } = (await begin(proposed, 'Too heavy', () => ({ type: 'text', props: {} }))).body as {
      operationId: string;
    };
    expect(await ended(operationId)).toMatchObject({
      state: 'failed',
      error: { code: 'row_too_large', message: 'Record 2501 holds more than a record may (4 MB).' },
    });
  });

  it('by a column that does not tell records apart says which rows have which value, and makes no table', async () => {
    const content = 'Code,Name\nA-1,x\nB-2,y\n a-1 ,z\n,w\nC-3,v\nB-2,u\nA-1,t\n';
    const proposed = await configure(content, { primaryKey: 'c0' });
    const key = {
      key: 'c0',
      repeated: 3,
      empty: 1,
      values: [
        { value: 'A-1', count: 3, rows: [1, 3, 7] },
        { value: 'B-2', count: 2, rows: [2, 6] },
      ],
    };
    expect(proposed.body['key']).toEqual(key);
    const tables = ((await call('GET', 'v3/tables')).body['tables'] as Json[]).length;
    const refused = await begin(proposed, 'Keyed', () => ({}), { primaryKey: 'c0' });
    expect([
      refused.status,
      (refused.body['error'] as Json)['code'],
      (refused.body['error'] as Json)['details'],
    ]).toEqual([422, 'imports.key_repeated', key]);
    expect(((await call('GET', 'v3/tables')).body['tables'] as Json[]).length).toBe(tables);
    const other = await configure(content, { primaryKey: 'c1' });
    expect(other.body['key']).toEqual({ key: 'c1', repeated: 0, empty: 0, values: [] });
    const { operationId, tableId } = (await begin(other, 'Keyed', () => ({}), { primaryKey: 'c1' })).body as {
      operationId: string;
      tableId: string;
    };
    expect(await ended(operationId)).toMatchObject({ state: 'done', done: 7 });
    const table = (await call('GET', `v3/tables/${tableId}`)).body;
    expect(table['uniqueFieldId']).toBe((table['fields'] as Json[])[1]!['id']);
  });

  it('tells how many rows are read, goes on reading for a wizard that was reloaded, and stops when it is told to', async () => {
    const { identifier, body } = await send(rowsOf(150_000), 'Long.csv');
    const ask = () =>
      call('POST', 'connector/config-table', {
        connector_id: 'csv',
        identifier,
        config: { filePath: body['filePath'] },
      });
    const state = async (): Promise<Json> => (await call('GET', `connector/imports?identifier=${identifier}`)).body;
    const waiting = ask();
    await expect
      .poll(async () => ((await state())['reading'] as Json | null)?.['rows'] ?? 0, { interval: 1, timeout: 30_000 })
      .toBeGreaterThan(0);
    const [reloaded, first] = [await ask(), await waiting];
    expect([first.status, reloaded.status, (reloaded.body['layout'] as Json)['rows']]).toEqual([200, 200, 150_000]);
    expect((await state())['reading']).toBeNull();

    const second = await send(rowsOf(150_000), 'Longer.csv');
    const stopped = call('POST', 'connector/config-table', {
      connector_id: 'csv',
      identifier: second.identifier,
      config: { filePath: second.body['filePath'] },
    });
    await expect
      .poll(
        async () => (await call('POST', 'connector/reading/stop', { identifier: second.identifier })).body['stopped'],
        { interval: 1 },
      )
      .toBe(true);
    expect([(await stopped).status, ((await stopped).body['error'] as Json)['code']]).toEqual([
      409,
      'imports.reading_stopped',
    ]);
    expect((await call('POST', 'connector/reading/stop', { identifier: second.identifier })).body['stopped']).toBe(
      false,
    );
  });
});

describe('an upload', () => {
  it.each([
    [
      'another extension',
      'a,b\n1,2\n',
      'deals.docx',
      'invalid_file_type',
      'Invalid file type / Invalid file: deals.docx',
    ],
    ...['deals.XLS', 'deals.ods', 'deals.numbers'].map(
      (name) =>
        [
          name,
          'a,b\n1,2\n',
          name,
          'review_spreadsheet',
          expect.stringMatching(/"Excel(?: workbook \(\.xlsx\))?".*import that file/) as string,
        ] as const,
    ),
    ['an empty file', '', 'deals.csv', 'review_spreadsheet', 'This file is empty.'],
    [
      'a workbook in disguise',
      'PK\x03\x04\x14\0\0\0\0\0xl/workbook.xml',
      'deals.csv',
      'review_spreadsheet',
      expect.stringContaining('Give its name the ending .xlsx'),
    ],
  ] as const)('of %s is refused in words', async (_name, content, name, id, message) => {
    expect((await send(content, name)).body).toMatchObject({ filePath: null, error: { id, message } });
  });
  it.each(['deals.tsv', 'Deals.TXT'])('%s is taken as a CSV file is', async (name) => {
    expect((await send('a\tb\n1\t2\n', name)).body).toMatchObject({ name, error: null });
  });
  it('holds while keys are changed, and is signed with the new one from then on', async () => {
    const handles = () => createHandles(product.vault(), Date.now);
    const upload = { organizationId: 'o', userId: 'u', file: 'f', name: 'n', size: 1, sha256: 's' };
    const actor = { organizationId: 'o', kind: 'user', id: 'u' } as Actor;
    const before = await handles().make(upload);
    expect(await rotateUploadKey(product.vault(), Date.now)).toBe(2);
    const after = await handles().make(upload);
    for (const handle of [before, after]) expect(await handles().read(handle, actor)).toMatchObject(upload);
    expect([before, after].map((handle) => handle.split('.').length)).toEqual([2, 3]);
    const [body, signature] = after.split('.');
    for (const wrong of [`${body}.${signature}`, `${body}.${signature}.00000000`, `${after}.x`])
      await expect(handles().read(wrong, actor)).rejects.toMatchObject({ code: 'connectors.file_gone' });
  });

  it('answers a handle that is no path, and forged, foreign or changed ones are all gone', async () => {
    const { identifier, body } = await send('a,b\n1,2\n', '../../etc/passwd.csv');
    expect(body).toMatchObject({ name: 'passwd.csv', error: null });
    const handle = body['filePath'] as string;
    const [payload = '', signature = ''] = handle.split('.');
    const changed = Buffer.from(payload, 'base64url').toString().replace('"name":"passwd.csv"', '"name":"xasswd.csv"');
    for (const filePath of [
      '/etc/passwd',
      `${payload}.`,
      `${payload}.${signature.slice(1)}A`,
      `${Buffer.from(changed).toString('base64url')}.${signature}`,
      `${handle}.x`,
    ]) {
      const refused = await call('POST', 'connector/config-table', {
        connector_id: 'csv',
        identifier,
        config: { filePath },
      });
      expect([refused.status, (refused.body['error'] as Json)['code']]).toEqual([
        expect.any(Number),
        'connectors.file_gone',
      ]);
    }
  });
  it('over the limit is refused with the limit, which was said before', async () => {
    expect((await call('POST', 'connector/identifier', { connector_id: 'csv' })).body['limits']).toMatchObject({
      bytes: 4 * 1024 * 1024,
      columns: 500,
    });
    expect((await send(`a\n${'x'.repeat(5 * 1024 * 1024)}`, 'big.csv')).body).toMatchObject({
      filePath: null,
      error: { id: 'file_too_large', message: 'This file is larger than 4 MB, the most that an import takes.' },
    });
  });
  it('that breaks off leaves nothing behind', async () => {
    const { body } = await call('POST', 'connector/identifier', { connector_id: 'csv' });
    const parts = () =>
      readdirSync(join(product.data, 'files'), { recursive: true }).filter((name) => String(name).endsWith('.part'));
    const upload = request({
      port: product.port(),
      path: '/api/connector/call',
      method: 'POST',
      headers: {
        authorization: `Bearer ${product.token()}`,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': 10_000_000,
      },
    });
    upload.on('error', () => undefined);
    upload.write(
      `--xx\r\ncontent-disposition: form-data; name="identifier"\r\n\r\n${body['identifier']}\r\n--xx\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${'a,b\n'.repeat(100_000)}`,
    );
    await expect.poll(parts).toHaveLength(1);
    upload.destroy();
    await expect.poll(parts).toEqual([]);
  });
  it('of an unknown connector or function does not exist', async () => {
    expect((await call('POST', 'connector/identifier', { connector_id: 'nope' })).body['error']).toMatchObject({
      code: 'object_not_found',
    });
    const form = new FormData();
    form.set('identifier', '0'.repeat(26));
    form.set('connector_id', 'csv');
    form.set('function', 'list-tables');
    expect((await call('POST', 'connector/call', form)).status).toBe(404);
  });
  it('of a file whose bytes cannot be read says where', async () => {
    const { body, status } = await configure(`a,b\n${'x,'.repeat(700)}\n${'y,'.repeat(700)}1\n`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body['error']).toMatchObject({ code: 'review_spreadsheet', details: { reason: 'too_many_columns' } });
  });
});

describe('rules of a table that is imported', () => {
  const invalid = async (label: string, choose: (field: Json) => object, config: object = {}): Promise<unknown> => {
    const answer = await begin(await configure('Name,Age\nAna,5\nBob,6\n'), label, choose, config);
    return (answer.body['error'] as Json | undefined)?.['code'] ?? answer.status;
  };
  it.each([
    ['a name', '', () => ({}), {}, 'imports.label_required'],
    ['a short name', 'x'.repeat(46), () => ({}), {}, 'imports.label_too_long'],
    ['a field', 'T', () => ({ deleted: true }), {}, 'imports.no_fields'],
    ['different names', 'T', () => ({ name: 'Same' }), {}, 'imports.name_taken'],
    ['types that exist', 'T', () => ({ type: 'criado_em', props: {} }), {}, 'imports.type'],
    ['a key that is imported', 'T', () => ({}), { primaryKey: 'c9' }, 'imports.key'],
  ])('asks for %s', async (_name, label, choose, config, code) => {
    expect(await invalid(label, choose, config)).toBe(code);
  });
});

describe('who may import', () => {
  const invite = async (seat: string, role: string, email: string): Promise<string> => {
    const { body } = await call('POST', 'v3/invitations', { seat, role, email });
    const secret = (body['link'] as string).split('/').pop()!;
    return (
      await call(
        'POST',
        `invitations/${secret}/accept`,
        { name: `A ${seat}`, email, password: 'another good pass 7' },
        '',
      )
    ).body['token'] as string;
  };
  it('is who may create tables; others may read what came of it and stop nothing', async () => {
    const roles = (await call('POST', 'profile/list', {})).body['profiles'] as Json[];
    const idOf = (name: string): string => String(roles.find((role) => role['name'] === name)!['id_profile']);
    const viewer = await invite('viewer', idOf('Member'), 'vic@acme.example');
    const builder = await invite('builder', idOf('Builder'), 'bea@acme.example');
    const refused = await call('POST', 'connector/identifier', { connector_id: 'csv' }, viewer);
    expect([refused.status, refused.body['error']]).toEqual([
      403,
      expect.objectContaining({ message: "You don't have permission to create tables." }),
    ]);
    const proposed = await configure(rowsOf(3));
    const { operationId } = (await begin(proposed, 'Mine')).body as { operationId: string };
    await ended(operationId);
    for (const other of [viewer, builder]) {
      const { status, body } = await call('GET', `connector/imports/${operationId}`, undefined, other);
      expect([status, body]).toEqual([200, expect.objectContaining({ state: 'done', total: 3, mayStop: false })]);
      expect((await call('POST', `connector/imports/${operationId}/cancel`, undefined, other)).status).toBe(404);
      expect((await call('GET', `connector/imports?identifier=${proposed.identifier}`, undefined, other)).status).toBe(
        404,
      );
    }
    expect((await send('a,b\n1,2\n', 'x.csv', builder)).body['error']).toBeNull();
  });

  it('uses the files that they sent themselves: a handle is no use to anybody else', async () => {
    const theirs = await invite('builder', '2', 'cleo@acme.example');
    const { filePath } = await configure(rowsOf(3));
    const { body } = await call('POST', 'connector/identifier', { connector_id: 'csv' }, theirs);
    const identifier = body['identifier'] as string;
    const proposed = await configure(rowsOf(3), {}, theirs);
    const answers = [
      await call('POST', 'connector/config-table', { connector_id: 'csv', identifier, config: { filePath } }, theirs),
      await begin({ ...proposed, filePath }, 'Taken', undefined, undefined, theirs),
    ];
    expect(answers.map((one) => (one.body['error'] as Json)['code'])).toEqual(
      answers.map(() => 'connectors.file_gone'),
    );
  });

  it.each([
    ['whose person is disabled', (id: string) => call('PUT', `v3/account/user/${id}`, { active: false })],
    [
      'that is deleted',
      async (_id: string, person: string) => {
        const { tokens } = (await call('GET', 'v3/api-token', undefined, person)).body;
        return call('DELETE', `v3/api-token/${(tokens as Json[])[0]!['id_api_token']}`, undefined, person);
      },
    ],
  ])('goes on for no token %s', async (what, stop) => {
    const person = await invite('builder', '2', `dan-${what.length}@acme.example`);
    const { id } = (await call('GET', 'v3/session', undefined, person)).body['user'] as { id: string };
    const program = (await call('POST', 'v3/api-token', { name: 'script' }, person)).body['token'] as string;
    const proposed = await configure(rowsOf(60_000), {}, program);
    const { body } = await begin(proposed, 'By a token', undefined, undefined, program);
    const { tableId } = body as { tableId: string };
    const count = async () => (await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total'] as number;
    await expect.poll(count, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
    expect((await stop(id, person)).status).toBe(204);
    expect(await ended(body['operationId'] as string)).toMatchObject({
      state: 'failed',
      error: { code: 'connectors.forbidden' },
    });
    expect(await count()).toBeLessThan(60_000);
  });
});
