import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Token = {
  id_api_token: string;
  name: string;
  ativo: number;
  token: string;
  org_created_by: { name: string };
  last_used_at: string | null;
};

let product: TestProduct;
let admin: TestCaller;
let lee: TestCaller;
let tableId = '';
let otherId = '';
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  lee = await colleague(product, admin, { email: 'lee@marlow.example', seat: 'builder', role: '2' });
  const table = async (label: string): Promise<string> =>
    (
      (
        await admin.call('POST', '/v3/tables', {
          label,
          fields: [{ name: 'Name', type: 'singleLineText' }],
        })
      ).body as { id: string }
    ).id;
  tableId = await table('Deals');
  otherId = await table('Salaries');
});
afterAll(() => product.stop());

const make = async (by: TestCaller, body: object): Promise<Token> => {
  const made = await by.call('POST', '/v3/api-token', body);
  expect(made.body).toMatchObject({ name: expect.any(String) as string });
  return made.body as Token;
};
const list = async (by: TestCaller, query = ''): Promise<{ tokens: Token[]; total: number }> =>
  (await by.call('GET', `/v3/api-token${query}`)).body as { tokens: Token[]; total: number };
const program = (token: string) => caller(product.url, token);
const opens = async (token: string): Promise<number> => (await program(token).call('GET', '/v3/session')).status;
const inTime = { timeout: 20_000 };

describe('a token with scopes', () => {
  it('reaches the tables that they name, as far as they say, and builds nothing', async () => {
    const { token } = await make(admin, { name: 'reader', scopes: [{ table: tableId, access: 'view' }] });
    const reader = program(token);
    const read = (id: string) => reader.call('POST', `/v3/tables/${id}/records/query`, {});
    expect([(await read(tableId)).status, (await read(otherId)).status]).toEqual([200, 403]);
    expect((await reader.call('POST', `/v3/tables/${tableId}/records`, { fields: {} })).status).toBe(403);
    expect((await reader.call('POST', '/v3/tables', { label: 'More', fields: [] })).status).toBe(403);
  });
  it('is not made beyond the rights of its maker, nor with an end that is over', async () => {
    const mia = await colleague(product, admin, { email: 'mia@marlow.example', seat: 'viewer', role: '2' });
    const beyond = { name: 'x', scopes: [{ table: '*', access: 'edit' }] };
    expect(await mia.call('POST', '/v3/api-token', beyond)).toMatchObject({
      status: 403,
      body: { error: { code: 'api_token.beyond_rights' } },
    });
    expect(await admin.call('POST', '/v3/api-token', { name: 'x', expires_at: '2020-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { error: { code: 'api_token.expired' } },
    });
    for (const scopes of [[], [{ table: 'deals', access: 'view' }], [beyond.scopes[0], beyond.scopes[0]]])
      expect((await admin.call('POST', '/v3/api-token', { name: 'x', scopes })).status).toBe(400);
  });
});

describe('a token that is changed', () => {
  it('does not work while it is off, and does again', async () => {
    const { id_api_token: id, token } = await make(lee, { name: 'scanner' });
    expect(await opens(token)).toBe(200);
    expect((await lee.call('PUT', `/v3/api-token/${id}`, { ativo: 0 })).status).toBe(204);
    await vi.waitFor(async () => expect(await opens(token)).toBe(401), inTime);
    expect((await lee.call('GET', `/v3/api-token/${id}`)).body).toMatchObject({ name: 'scanner', ativo: 0 });
    expect((await lee.call('PUT', `/v3/api-token/${id}`, { ativo: 1, name: 'Scanner 2' })).status).toBe(204);
    await vi.waitFor(async () => expect(await opens(token)).toBe(200), inTime);
    expect((await lee.call('GET', `/v3/api-token/${id}`)).body).toMatchObject({ name: 'Scanner 2', ativo: 1 });
  });
  it('has another secret, and the one before ends', async () => {
    const { id_api_token: id, token } = await make(lee, { name: 'anew' });
    expect(await opens(token)).toBe(200);
    const answered = await lee.call('POST', `/v3/api-token/${id}/generate`);
    const anew = answered.body as Token;
    expect(answered.status).toBe(200);
    expect(anew.token).not.toBe(token);
    await vi.waitFor(async () => expect(await opens(token)).toBe(401), inTime);
    expect(await opens(anew.token)).toBe(200);
    expect((await lee.call('GET', `/v3/api-token/${id}`)).body).toMatchObject({ token: `…${anew.token.slice(-4)}` });
    expect(await admin.call('POST', `/v3/api-token/${id}/generate`)).toMatchObject({
      status: 403,
      body: { error: { code: 'api_token.other_owner' } },
    });
  });
  it('tells when it was last used', async () => {
    const { id_api_token: id, token, last_used_at: never } = await make(lee, { name: 'used' });
    expect(never).toBeNull();
    const before = Date.now();
    expect(await opens(token)).toBe(200);
    const { last_used_at: used } = (await lee.call('GET', `/v3/api-token/${id}`)).body as Token;
    expect(Date.parse(used!)).toBeGreaterThanOrEqual(before);
  });
});

describe('the list of tokens', () => {
  it('has the own ones, everybody’s for an administrator, by name and in pages', async () => {
    await make(admin, { name: 'Month-end export' });
    const own = await list(lee);
    expect(new Set(own.tokens.map((one) => one.org_created_by.name)).size).toBe(1);
    const all = await list(admin);
    expect(all.total).toBeGreaterThan(own.total);
    expect((await list(admin, '?q=month-END')).tokens.map(({ name }) => name)).toEqual(['Month-end export']);
    expect((await list(admin, '?size=1&page=2')).tokens).toEqual([all.tokens[1]]);
  });
  it('and all that is done with them is closed to others and to other organizations', async () => {
    const { id_api_token: id, token } = await make(admin, { name: 'theirs' });
    const eve = await foreignAdmin(product);
    expect((await list(eve)).tokens).toEqual([]);
    for (const by of [lee, eve])
      for (const [method, path, body] of [
        ['GET', `/v3/api-token/${id}`, undefined],
        ['PUT', `/v3/api-token/${id}`, { ativo: 0 }],
        ['POST', `/v3/api-token/${id}/generate`, undefined],
      ] as const)
        expect(await by.call(method, path, body)).toMatchObject({
          status: 404,
          body: { error: { code: 'api_token.not_found' } },
        });
    expect((await program(token).call('PUT', `/v3/api-token/${id}`, { ativo: 0 })).status).toBe(403);
    expect((await caller(product.url).call('PUT', `/v3/api-token/${id}`, { ativo: 0 })).status).toBe(401);
  });
});
