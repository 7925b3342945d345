import {
  caller,
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'member', role: '3' });
});
afterAll(() => product.stop());
const code = (value: string) => ({ error: { code: value } });

describe('preferences', () => {
  it('are kept per person, replaced and deleted', async () => {
    for (const value of ['dark', { width: 240, open: [true, null] }]) {
      expect((await admin.call('PUT', '/v3/preferences/sidebar', { value })).status).toBe(204);
      expect((await admin.call('GET', '/v3/preferences')).body).toEqual({ preferences: { sidebar: value } });
    }
    await admin.call('PUT', '/v3/preferences/viewDraft:01m7z2k51dds483b3ntvz44n99', { value: 1 });
    expect((await member.call('GET', '/v3/preferences')).body).toEqual({ preferences: {} });
    expect((await admin.call('PUT', '/v3/preferences/sidebar', { value: null })).status).toBe(204);
    expect((await admin.call('GET', '/v3/preferences')).body).toEqual({
      preferences: { 'viewDraft:01m7z2k51dds483b3ntvz44n99': 1 },
    });
  });
  it('have bounds: size, shape of the key, number', async () => {
    expect((await admin.call('PUT', '/v3/preferences/big', { value: 'x'.repeat(32 * 1024 - 2) })).status).toBe(204);
    expect(await admin.call('PUT', '/v3/preferences/big', { value: 'x'.repeat(32 * 1024) })).toMatchObject({
      status: 413,
      body: code('preferences.too_large'),
    });
    expect((await admin.call('PUT', '/v3/preferences/a%2Fb', { value: 1 })).status).toBe(400);
    expect((await admin.call('PUT', '/v3/preferences/ok', { value: 1, owner: 'x' })).status).toBe(400);
    const puts = await Promise.all(
      Array.from({ length: 505 }, (_, n) => member.call('PUT', `/v3/preferences/k${n}`, { value: n })),
    );
    expect(puts.filter((answer) => answer.status === 409).length).toBeGreaterThan(0);
    expect(
      Object.keys(((await member.call('GET', '/v3/preferences')).body as { preferences: object }).preferences).length,
    ).toBeLessThanOrEqual(505);
  });
  it('are a signed-in person’s: not a stranger’s, not a program’s', async () => {
    const { token } = (await admin.call('POST', '/v3/api-token', { name: 'x' })).body as { token: string };
    for (const [method, path, body] of [
      ['GET', '/v3/preferences'],
      ['PUT', '/v3/preferences/a', { value: 1 }],
      ['GET', '/v3/home'],
      ['POST', '/v3/recents', { type: 'table', id: '01m7z2k51dds483b3ntvz44n99' }],
    ] as const) {
      expect((await caller(product.url).call(method, path, body)).status).toBe(401);
      expect((await caller(product.url, token).call(method, path, body)).status).toBe(403);
    }
  });
});

describe('home', () => {
  it('shows the tables and what was opened last, newest first, once each', async () => {
    const ids: string[] = [];
    for (const label of ['Deals', 'People'])
      ids.push(
        (
          (await admin.call('POST', '/v3/tables', { label, fields: [{ name: 'Name', type: 'singleLineText' }] }))
            .body as { id: string }
        ).id,
      );
    for (const id of [ids[0], ids[1], ids[0]])
      expect((await admin.call('POST', '/v3/recents', { type: 'table', id })).status).toBe(204);
    const home = (await admin.call('GET', '/v3/home')).body as {
      recent: { id: string; openedAt: string }[];
      tables: { label: string; access: string }[];
    };
    expect(home.recent.map((one) => one.id)).toEqual([ids[0], ids[1]]);
    expect(home.tables.map((one) => one.label).toSorted()).toEqual(['Deals', 'People']);
    expect((await member.call('GET', '/v3/home')).body).toMatchObject({
      recent: [],
      tables: [{ access: 'edit' }, { access: 'edit' }],
    });
    await admin.call('DELETE', `/v3/tables/${ids[0]}`);
    expect(((await admin.call('GET', '/v3/home')).body as { recent: unknown[] }).recent).toHaveLength(1);
  });
  it('remembers no table that the person cannot see', async () => {
    const mine = ((await admin.call('GET', '/v3/home')).body as { tables: { id: string }[] }).tables[0]!.id;
    const eve = await foreignAdmin(product);
    expect((await eve.call('GET', '/v3/home')).body).toEqual({ recent: [], tables: [] });
    expect(await eve.call('POST', '/v3/recents', { type: 'table', id: mine })).toMatchObject({
      status: 404,
      body: code('object_not_found'),
    });
    expect((await admin.call('POST', '/v3/recents', { type: 'app', id: mine })).status).toBe(400);
  });
});
