import { execFileSync } from 'node:child_process';
import { fieldTypes } from '@tessera/fields';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, invite, owner, root, setUp, startProduct } from '../product/product.ts';
import type { Client, Product } from '../product/product.ts';

type Operation = {
  security?: unknown[];
  description?: string;
  responses?: Record<string, unknown>;
  'x-allows'?: string;
  parameters?: { in: string; name: string; required?: boolean; schema?: { type?: string } }[];
  requestBody?: { content: Record<string, unknown> };
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };
type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/**
 * Every documented route, as anyone on the network would try it: without credentials, with a stranger's ids, with
 * bodies that nobody described.
 */
describe('every route of the documented API', () => {
  let product: Product;
  let api: Client;
  let calls: Call[];
  const filled = (path: string) => path.slice(1).replace(/\{[^}]+\}/g, () => newId());

  beforeAll(async () => {
    product = await startProduct();
    api = await setUp(product.url);
    const document = await client(product.url, '').call<Document>('GET', 'openapi.json');
    expect(document.openapi).toMatch(/^3\.1/);
    calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  });
  afterAll(() => product.stop());

  const isPublic = ({ operation }: Call) => Array.isArray(operation.security) && operation.security.length === 0;
  const hasJsonBody = ({ operation }: Call) => operation.requestBody?.content['application/json'] !== undefined;

  it('names at least the routes of the main job', () => {
    const documented = new Set(calls.map((call) => `${call.method} ${call.path.replace(/\{[^}]+\}/g, '{id}')}`));
    for (const route of [
      'POST /setup',
      'POST /auth/loginV2',
      'POST /auth/loginWithToken',
      'GET /org/get',
      'GET /v3/tables',
      'POST /v3/tables',
      'GET /v3/tables/{id}',
      'PATCH /v3/tables/{id}',
      'DELETE /v3/tables/{id}',
      'POST /v3/undo/{id}',
      'POST /connector/import-table',
    ])
      expect(documented, route).toContain(route);
    expect(calls.length).toBeGreaterThan(40);
  });

  it("is the one that the browser's client was generated from", () => {
    expect(() =>
      execFileSync(process.execPath, ['frontends/kit/build/api-types.ts', product.url, '--check'], {
        cwd: root,
        stdio: 'pipe',
      }),
    ).not.toThrow();
  });

  it('describes each one, with its refusals and the shape of its body', () => {
    const lacking = calls.flatMap((call) => {
      const { description = '', responses = {}, requestBody } = call.operation;
      const wanted = [
        '400',
        '429',
        ...(isPublic(call) ? [] : ['401', '403']),
        ...(call.path.includes('{') ? ['404'] : []),
      ];
      const schema = requestBody?.content['application/json'] as { schema?: object } | undefined;
      return [
        ...(description.length < 10 ? ['no description'] : []),
        ...wanted.filter((status) => responses[status] === undefined).map((status) => `no ${status}`),
        ...(requestBody?.content['application/json'] !== undefined && Object.keys(schema?.schema ?? {}).length === 0
          ? ['a body of any shape']
          : []),
      ].map((fault) => `${call.method} ${call.path}: ${fault}`);
    });
    expect(lacking).toEqual([]);
  });

  it('stands on a page that runs by its nonce alone, after what the types of fields take', async () => {
    const page = await fetch(`${product.url}/api/docs`);
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
    const html = await page.text();
    expect(html.match(/<script/g)?.length ?? 0).toBe(html.split(`<script nonce="${nonce}"`).length - 1);
    const { info } = await client(product.url, '').call<{ info: { description: string } }>('GET', 'openapi.json');
    for (const heading of ['Field types', 'Filters', 'Paging', 'Undo', 'Idempotency', 'Rate limits', 'Errors'])
      expect(info.description).toContain(`\n# ${heading}\n`);
    for (const type of fieldTypes) expect(info.description).toContain(`\`${type.id}\``);
  });

  it('says which right each one checks', () => {
    expect(calls.filter((call) => !call.operation['x-allows']).map((call) => `${call.method} ${call.path}`)).toEqual(
      [],
    );
  });

  it('answers 401 in the common shape where credentials are missing or false', async () => {
    for (const call of calls.filter((one) => !isPublic(one))) {
      for (const token of ['', 'not-a-token']) {
        const response = await client(product.url, token).raw(
          call.method,
          filled(call.path),
          hasJsonBody(call) ? {} : undefined,
        );
        const body = (await response.json()) as { error: { id: string; code: string; message: string } };
        expect(`${call.method} ${call.path} ${response.status}`).toBe(`${call.method} ${call.path} 401`);
        expect(Object.keys(body.error).sort()).toEqual(expect.arrayContaining(['code', 'id', 'message']));
      }
    }
  });

  it('never fails on ids that nobody made', async () => {
    const surprising: string[] = [];
    for (const call of calls.filter((one) => one.path.includes('{'))) {
      const response = await api.raw(call.method, filled(call.path), hasJsonBody(call) ? {} : undefined);
      if (response.status >= 500 || (response.ok && call.method === 'GET' && !call.path.startsWith('/invitations')))
        surprising.push(`${call.method} ${call.path} ${response.status} ${(await response.text()).slice(0, 120)}`);
    }
    expect(surprising).toEqual([]);
  });

  it('refuses bodies with keys that nobody described, and bodies that are no JSON', async () => {
    const surprising: string[] = [];
    for (const call of calls.filter(hasJsonBody)) {
      const unknown = await api.raw(call.method, filled(call.path), { __proto: 1, unheardOf: { $where: '1' } });
      if (unknown.status < 400 || unknown.status >= 500)
        surprising.push(`${call.method} ${call.path} ${unknown.status}`);
      const broken = await fetch(`${product.url}/api${filled(call.path).replace(/^/, '/')}`, {
        method: call.method,
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
        body: '{"a":',
      });
      if (broken.status !== 400) surprising.push(`broken JSON: ${call.method} ${call.path} ${broken.status}`);
    }
    expect(surprising).toEqual([]);
  });

  it('lets a member do what members may, and nothing that changes structure or people', async () => {
    const member = await invite(api, { name: 'Tobin', email: 'tobin@marlow.example' });
    const table = await api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [{ name: 'Deal', type: 'singleLineText' }],
    });
    const refused = [
      ['POST', 'v3/tables', { label: 'Mine', fields: [{ name: 'a', type: 'text' }] }],
      ['DELETE', `v3/tables/${table.id}`, undefined],
      ['POST', `v3/tables/${table.id}/fields`, { name: 'b', type: 'text' }],
      ['DELETE', `v3/tables/${table.id}/fields/${table.fields[0]?.id}`, undefined],
      ['POST', 'v3/invitations', { seat: 'member', role: '3' }],
      ['POST', 'connector/identifier', { connector_id: 'csv' }],
    ] as const;
    for (const [method, path, body] of refused)
      expect(`${method} ${path} ${(await member.raw(method, path, body)).status}`).toBe(`${method} ${path} 403`);
    const record = await member.call<{ id: string; version: number }>('POST', `v3/tables/${table.id}/records`, {
      fields: { [table.fields[0]?.id ?? '']: 'Kiosks' },
    });
    expect(record.version).toBe(1);
    expect((await member.raw('GET', `v3/tables/${table.id}`)).status).toBe(200);
  });

  it('is set up once', async () => {
    const again = await client(product.url, '').raw('POST', 'setup', { ...owner, organization: 'Another' });
    expect(again.status).toBe(409);
    expect(((await again.json()) as { error: { code: string } }).error.code).toBe('already_set_up');
  });
});
