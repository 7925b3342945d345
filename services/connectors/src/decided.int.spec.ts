import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsProduct, type Json } from './testing/imports.ts';

const product = importsProduct();
const { call, send, configure, begin, ended } = product;

beforeAll(async () => {
  await product.start();
  await product.setUp();
});
afterAll(() => product.end());

describe('an import', () => {
  it('counts what its cells would not say, in the time zone of the organization, and refuses it unless told', async () => {
    const content = 'Task,Code,At\nA,007,2018-11-04 00:30\nB,7,2018-11-04 02:30\nC,12,2018-11-05 10:00\n';
    const proposed = await configure(content);
    expect((proposed.body['fields'] as Json[]).map((one) => [one['type'], one['staysText']?.why ?? null])).toEqual([
      ['singleLineText', null],
      ['singleLineText', 'codes'],
      ['singleLineText', 'skipped'],
    ]);
    const fields = [
      { key: 'c1', type: 'number', readAs: { decimal: '.' } },
      { key: 'c2', type: 'dateTime' },
    ];
    const chosen = await configure(content, { fields });
    expect(chosen.body['changed']).toEqual({ emptied: 0, rounded: 0, joined: 0, altered: 2 });
    expect((chosen.body['fields'] as Json[]).slice(1).map((one) => one['fit'] as Json)).toMatchObject([
      { matched: 3, altered: 1, alterations: [{ value: '007', row: 1, count: 1, becomes: '7' }] },
      { matched: 3, altered: 1, alterations: [{ value: '2018-11-04 00:30', becomes: '2018-11-04 01:30' }] },
    ]);
    const refused = await begin(chosen, 'Tasks');
    expect([refused.status, refused.body['error']]).toMatchObject([
      422,
      {
        code: 'imports.misfits',
        message:
          'The import would change some values. "Code": 1 value would say something else (such as "007" in row 1, which becomes 7); "At": 1 value would say something else (such as "2018-11-04 00:30" in row 1, which becomes 2018-11-04 01:30).',
        details: {
          altered: 2,
          columns: [
            { key: 'c1', altered: 1 },
            { key: 'c2', altered: 1 },
          ],
        },
      },
    ]);
    const told = await begin(chosen, 'Tasks', () => ({}), { onMisfit: 'empty' });
    expect(told.status).toBe(202);
    const { operationId, tableId } = told.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({
      state: 'done',
      done: 3,
      misfits: 0,
      report: {
        losses: [
          { name: 'Code', reason: 'altered', count: 1, examples: [{ value: '007', row: 1 }] },
          { name: 'At', reason: 'altered', count: 1, examples: [{ value: '2018-11-04 00:30', row: 1 }] },
        ],
      },
    });
    const { body: page } = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
    expect((page['records'] as Json[]).map((one) => one['fields'] as Json)).toMatchObject([
      { Code: 7, At: '2018-11-04T03:30:00.000Z' },
      { Code: 7, At: '2018-11-04T04:30:00.000Z' },
      { Code: 12, At: '2018-11-05T12:00:00.000Z' },
    ]);
  });

  it('that would change values is refused before it makes a table, unless its maker says what becomes of them', async () => {
    const content = 'Item,Size,Share\nA,15,1.25\nB,15B,1.5\nC,<0.5,1.125\nD,n/a,1\nE,15B,2\nF,7,3\n';
    const fields = [
      { key: 'c1', type: 'number', props: { decimals: 0 } },
      { key: 'c2', type: 'number', props: { decimals: 2 } },
    ];
    const proposed = await configure(content, { fields });
    expect(proposed.body['changed']).toEqual({ emptied: 3, rounded: 1, joined: 0, altered: 0 });
    expect((proposed.body['fields'] as Json[]).map((one) => one['emptied'])).toEqual([0, 3, 0]);
    const tables = async () => ((await call('GET', 'v3/tables')).body['tables'] as Json[]).length;
    const before = await tables();
    const refused = await begin(proposed, 'Sizes');
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      {
        id: expect.any(String),
        code: 'imports.misfits',
        message:
          'The import would change some values. "Size": 3 values do not fit (such as "15B" in row 2); "Share": 1 number would be rounded.',
        details: {
          emptied: 3,
          rounded: 1,
          joined: 0,
          altered: 0,
          columns: [
            {
              key: 'c1',
              name: 'Size',
              type: 'number',
              emptied: 3,
              rounded: 0,
              joined: 0,
              altered: 0,
              alterations: [],
              examples: [
                { value: '15B', row: 2, count: 2, reason: 'number.invalid' },
                { value: '<0.5', row: 3, count: 1, reason: 'number.invalid' },
              ],
            },
            {
              key: 'c2',
              name: 'Share',
              type: 'number',
              emptied: 0,
              rounded: 1,
              joined: 0,
              altered: 0,
              alterations: [],
              examples: [],
            },
          ],
        },
      },
    ]);
    expect(await tables()).toBe(before);

    const records = async (onMisfit: string) => {
      const { status, body } = await begin(proposed, `Sizes ${onMisfit}`, () => ({}), { onMisfit });
      expect(status).toBe(202);
      const { operationId, tableId } = body as { operationId: string; tableId: string };
      const { misfits } = await ended(operationId);
      const table = (await call('GET', `v3/tables/${tableId}`)).body;
      const { body: page } = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
      return {
        misfits: misfits as number,
        types: (table['fields'] as Json[]).map((field) => field['type'] as string),
        rows: (page['records'] as Json[]).map((record) => {
          const { Size, Share } = record['fields'] as Json;
          return [Size ?? null, Share ?? null];
        }),
      };
    };
    expect(await records('empty')).toEqual({
      misfits: 3,
      types: ['singleLineText', 'number', 'number'],
      rows: [
        [15, 1.25],
        [null, 1.5],
        [null, 1.13],
        [null, 1],
        [null, 2],
        [7, 3],
      ],
    });
    expect(await records('text')).toEqual({
      misfits: 0,
      types: ['singleLineText', 'singleLineText', 'singleLineText'],
      rows: [
        ['15', '1.25'],
        ['15B', '1.5'],
        ['<0.5', '1.125'],
        ['n/a', '1'],
        ['15B', '2'],
        ['7', '3'],
      ],
    });

    // What a person decided about value by value is no surprise: another text, or an empty cell.
    const decided = [
      {
        ...fields[0],
        replacements: [
          { value: '15B', text: '' },
          { value: '<0.5', text: '0' },
        ],
      },
      { key: 'c2', type: 'number', props: { decimals: 3 } },
    ];
    const again = await configure(content, { fields: decided });
    expect(again.body['changed']).toEqual({ emptied: 0, rounded: 0, joined: 0, altered: 0 });
    const chosen = await begin(again, 'Sizes decided', (field) => ({ replacements: field['replacements'] }));
    expect(chosen.status).toBe(202);
    expect(await ended((chosen.body as { operationId: string }).operationId)).toMatchObject({
      state: 'done',
      misfits: 2,
    });
    const unreadable = await configure(content, {
      fields: [{ ...fields[0], replacements: [{ value: '15B', text: 'many' }] }, decided[1]],
    });
    expect(unreadable.body['changed']).toEqual({ emptied: 3, rounded: 0, joined: 0, altered: 0 });
  });

  it('of texts of several lines keeps them, and where one line is chosen counts those that it would join', async () => {
    const content = 'Item,Note\nA,"one\ntwo"\nB,plain\nC,"three\u2028four"\n';
    const proposed = await configure(content);
    expect((proposed.body['fields'] as Json[]).map((one) => one['type'])).toEqual(['singleLineText', 'text']);
    expect(proposed.body['changed']).toEqual({ emptied: 0, rounded: 0, joined: 0, altered: 0 });
    const chosen = await configure(content, { fields: [{ key: 'c1', type: 'singleLineText' }] });
    expect(chosen.body['changed']).toEqual({ emptied: 0, rounded: 0, joined: 2, altered: 0 });
    expect((chosen.body['fields'] as Json[])[1]!['fit']).toMatchObject({ matched: 3, joined: 2, misfits: [] });
    expect((await begin(chosen, 'Notes')).body['error']).toMatchObject({
      code: 'imports.misfits',
      message: 'The import would change some values. "Note": the lines of 2 values would be joined.',
      details: { joined: 2, columns: [{ key: 'c1', joined: 2 }] },
    });
    const notes = async (onMisfit: string) => {
      const { operationId, tableId } = (await begin(chosen, `Notes ${onMisfit}`, () => ({}), { onMisfit })).body as {
        operationId: string;
        tableId: string;
      };
      await ended(operationId);
      const page = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
      return {
        cells: (page.body['records'] as Json[]).map((record) => (record['fields'] as Json)['Note']),
        losses: ((await call('GET', `connector/imports/${operationId}`)).body['report'] as Json)['losses'],
      };
    };
    expect(await notes('text')).toEqual({ cells: ['one\ntwo', 'plain', 'three\u2028four'], losses: [] });
    expect(await notes('empty')).toEqual({
      cells: ['one two', 'plain', 'three four'],
      losses: [{ name: 'Note', reason: 'joined', count: 2, examples: [] }],
    });
  });

  it('of a column that reads in two ways waits for which', async () => {
    const content = 'Item,Weight,Due\nA,1.234,01/02/2026\nB,5.678,03/04/2026\n';
    const proposed = await configure(content);
    const refused = await begin(proposed, 'Weights');
    expect([refused.status, refused.body['error']]).toMatchObject([
      422,
      {
        code: 'imports.ambiguous',
        message:
          'Some columns can be read in two ways: "Weight" (such as "1.234"), "Due" (such as "01/02/2026"). Say how each is read.',
        details: {
          columns: [
            { key: 'c1', kind: 'decimal', example: '1.234', count: 2, decide: 'readAs.decimal' },
            { key: 'c2', kind: 'dayOrder', example: '01/02/2026', count: 2, decide: 'readAs.dayFirst' },
          ],
        },
      },
    ]);
    const readAs: Record<string, object> = { c1: { decimal: ',' }, c2: { dayFirst: true } };
    const half = await begin(proposed, 'Weights', ({ key }) => (key === 'c1' ? { readAs: readAs['c1'] } : {}));
    expect((half.body['error'] as Json)['details']['columns']).toMatchObject([{ key: 'c2' }]);
    const { body } = await begin(proposed, 'Weights', ({ key }) => ({ readAs: readAs[key as string] }));
    const { operationId, tableId } = body as { operationId: string; tableId: string };
    await ended(operationId);
    const page = await call('POST', `v3/tables/${tableId}/records/query?fieldKey=name`, {});
    expect((page.body['records'] as Json[]).map((record) => record['fields'])).toEqual([
      { Item: 'A', Weight: 1234, Due: '2026-02-01' },
      { Item: 'B', Weight: 5678, Due: '2026-04-03' },
    ]);
  });

  it('of a header alone makes a table without records, and says when the header is a guess', async () => {
    const { identifier, body } = await send('Lima\tPeru\n', 'cities.TSV');
    const filePath = body['filePath'] as string;
    const config = { connector_id: 'csv', identifier, config: { filePath } };
    const asked = await call('POST', 'connector/config-table', config);
    expect(asked.body['layout']).toMatchObject({
      delimiter: '\t',
      headerRow: 1,
      header: 'unsure',
      rows: 0,
      columns: 2,
    });
    const chosen = { ...config, config: { filePath, headerRow: 1 } };
    expect((await call('POST', 'connector/config-table', chosen)).body['layout']).toMatchObject({ header: 'sure' });
    const started = await begin({ identifier, filePath, body: asked.body }, 'Header alone');
    const { operationId, tableId } = started.body as { operationId: string; tableId: string };
    expect(await ended(operationId)).toMatchObject({ state: 'done', done: 0, total: 0, fields: 2 });
    const fields = (await call('GET', `v3/tables/${tableId}`)).body['fields'] as Json[];
    expect(fields.map((field) => [field['name'], field['type']])).toEqual([
      ['Lima', 'singleLineText'],
      ['Peru', 'singleLineText'],
    ]);
  });

  it('is kept with what it left out, and its undo tells what stays', async () => {
    const fields = [
      { key: 'c1', type: 'number' },
      { key: 'c2', deleted: true },
    ];
    const proposed = await configure('Item,Size,Old\nA,15,x\nB,15B,y\nC,n/a,z\nD,15B,z\n', { fields });
    const choose = ({ key }: Json) => (key === 'c2' ? { deleted: true } : {});
    const { operationId, tableId } = (await begin(proposed, 'Kept sizes', choose, { onMisfit: 'empty' })).body as {
      operationId: string;
      tableId: string;
    };
    await ended(operationId);
    const { body } = await call('GET', `connector/imports/${operationId}`);
    expect(body).toMatchObject({ fileName: 'Deals of 2026.csv', done: 4, misfits: 2 });
    expect(body['report']).toEqual({
      losses: [{ name: 'Size', reason: 'misfit', count: 2, examples: [{ value: '15B', row: 2 }] }],
      leftColumns: ['Old'],
      newFields: [],
      totalsLeftOut: false,
    });
    const history = async (query: string) => (await call('GET', `connector/import-history?${query}`)).body;
    const { imports, more } = await history(`object=${tableId}`);
    expect([(imports as Json[]).map((one) => one['operationId']), more]).toEqual([[operationId], false]);
    const newest = await history('limit=1');
    expect((newest['imports'] as Json[])[0]).toMatchObject({ operationId, label: 'Kept sizes' });
    expect(newest['more']).toBe(true);
    const before = (newest['imports'] as Json[])[0]!['startedAt'] as string;
    const older = (await history(`before=${encodeURIComponent(before)}`))['imports'] as Json[];
    expect(older.length).toBeGreaterThan(0);
    expect(older.map((one) => one['operationId'])).not.toContain(operationId);

    const untouched = await call('POST', `v3/undo/${operationId}`, { preview: true });
    const table = { id: tableId, label: 'Kept sizes', added: 0, edited: 0 };
    expect(untouched.body).toMatchObject({ records: 4, table });
    // A record that somebody added stays, even an empty one, and its table with it; unless both are to go.
    await call('POST', `v3/tables/${tableId}/records`, { fields: {} });
    const preview = await call('POST', `v3/undo/${operationId}`, { preview: true });
    expect(preview.body['table']).toEqual({ ...table, added: 1 });
    expect((await call('POST', `v3/undo/${operationId}`, {})).status).toBe(409);
    expect((await call('POST', `v3/undo/${operationId}`, { conflicts: 'skip' })).status).toBeLessThan(300);
    const count = async () => (await call('POST', `v3/tables/${tableId}/records/count`, {})).body['total'] as number;
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
  });

  it('whose table got records since goes with it where that is asked', async () => {
    const { operationId, tableId } = (await begin(await configure('Item,Size\nA,1\nB,2\n'), 'Both go')).body as {
      operationId: string;
      tableId: string;
    };
    await ended(operationId);
    await call('POST', `v3/tables/${tableId}/records`, { fields: {} });
    expect((await call('POST', `v3/undo/${operationId}`, { conflicts: 'overwrite' })).status).toBeLessThan(300);
    await expect
      .poll(async () => ((await call('GET', 'v3/tables')).body['tables'] as Json[]).map((one) => one['id']))
      .not.toContain(tableId);
  });
});
