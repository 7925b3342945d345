import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, isApiError, pages, type Client as ApiClient } from '@tessera/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApiClient, packageFile } from '../../../frontends/kit/build/api-client.ts';
import { setUp, startProduct, type Product } from '../product/product.ts';

const run = promisify(execFile);

/** The package for programs, from its build to what it does with a started product. */
describe('a program with the client', () => {
  let product: Product;
  let token: string;
  let client: ApiClient;
  let folder: string;
  let table: string;
  beforeAll(async () => {
    product = await startProduct();
    const owner = await setUp(product.url);
    ({ token } = await owner.call<{ token: string }>('POST', 'v3/api-token', { name: 'Program' }));
    client = createClient({ url: product.url, token });
    folder = mkdtempSync(join(tmpdir(), 'tessera-program-'));
    const made = await client.post('/v3/tables', {
      body: {
        label: 'Boats',
        fields: [
          { name: 'Boat', type: 'singleLineText' },
          { name: 'Berth', type: 'number' },
        ],
      },
    });
    table = made.id;
    await client.post('/v3/tables/{table}/records', {
      path: { table },
      query: { fieldKey: 'name' },
      body: { records: Array.from({ length: 5 }, (_, at) => ({ fields: { Boat: `Boat ${at}`, Berth: at } })) },
    });
  });
  afterAll(async () => {
    await product?.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it('reads a list to its end, by query and by body', async () => {
    const read: unknown[] = [];
    for await (const { records } of pages(client, 'get', '/v3/tables/{table}/records', {
      path: { table },
      query: { fieldKey: 'name', limit: 2 },
    }))
      read.push(...records.map(({ fields }) => fields['Boat']));
    expect(read).toEqual(['Boat 0', 'Boat 1', 'Boat 2', 'Boat 3', 'Boat 4']);
    let asked = 0;
    for await (const { records } of pages(client, 'post', '/v3/tables/{table}/records/query', {
      path: { table },
      body: { limit: 3 },
    }))
      asked += records.length;
    expect(asked).toBe(5);
  });

  it('writes once by its key, and takes back what it wrote by the commit', async () => {
    const write = () =>
      client.send('post', '/v3/tables/{table}/records', {
        path: { table },
        query: { fieldKey: 'name' },
        body: { fields: { Boat: 'Once' } },
        idempotencyKey: 'boat-once-0001',
      });
    const [first, again] = [await write(), await write()];
    expect(again.data).toEqual(first.data);
    const boats = async (): Promise<number> =>
      (await client.post('/v3/tables/{table}/records/query', { path: { table }, body: { search: 'Once' } })).records
        .length;
    expect(await boats()).toBe(1);
    await client.post('/v3/undo/{id}', { path: { id: first.commit ?? '' }, body: {} });
    expect(await boats()).toBe(0);
  });

  it('is refused with the code and id of the API', async () => {
    const refused = await client
      .get('/v3/tables/{table}', { path: { table: 'nowhere' } })
      .catch((error: unknown) => error);
    expect(isApiError(refused)).toBe(true);
    expect(refused).toMatchObject({ code: 'object_not_found', status: 404, id: expect.stringMatching(/.+/) });
    const nobody = createClient({ url: product.url, token: 'nonsense' });
    await expect(nobody.get('/v3/session')).rejects.toMatchObject({ status: 401 });
  });

  it('gets the package from the installation', async () => {
    const served = await fetch(`${product.url}/${packageFile}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect((await served.bytes()).subarray(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]));
  });

  it('is the same as npm installs it: by itself, in plain JavaScript, with types', async () => {
    expect(await buildApiClient(folder)).toBeGreaterThan(10_000);
    const once = readFileSync(join(folder, packageFile));
    await buildApiClient(folder);
    expect(readFileSync(join(folder, packageFile)).equals(once)).toBe(true);
    const place = join(folder, 'node_modules/@tessera/client');
    mkdirSync(place, { recursive: true });
    await run('tar', ['-xzf', join(folder, packageFile), '-C', place, '--strip-components=1']);
    expect(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
    const program = `
import { createClient, pages } from '@tessera/client';
const client = createClient({ url: process.env.TESSERA_URL, token: process.env.TESSERA_TOKEN });
let found = 0;
for await (const { records } of pages(client, 'get', '/v3/tables/{table}/records', { path: { table: '${table}' }, query: { limit: 2 } }))
  found += records.length;
console.log(found);
`;
    writeFileSync(join(folder, 'program.mjs'), program);
    writeFileSync(
      join(folder, 'program.mts'),
      `${program}\n// @ts-expect-error: no such route\nvoid client.get('/v3/tabels');\n`,
    );
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { stdout } = await run(process.execPath, ['program.mjs'], {
      cwd: folder,
      env: { ...process.env, TESSERA_URL: product.url, TESSERA_TOKEN: token, NODE_OPTIONS: '' },
    });
    expect(stdout.trim()).toBe('5');
    const root = new URL('../../../', import.meta.url).pathname;
    const compiler = [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...'--strict --noEmit --module nodenext --target es2023 --types node --typeRoots'.split(' '),
      join(root, 'node_modules/@types'),
      'program.mts',
    ];
    const checked = await run(process.execPath, compiler, { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(checked.stdout).toBe('');
  });
});
