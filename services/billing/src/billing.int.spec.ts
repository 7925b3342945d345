import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Usage = {
  readonly month_start: string;
  readonly runs: { readonly used: number; readonly limit: number | null; readonly updated_at: string | null };
  readonly database_rows: { readonly used: number; readonly table: { readonly label: string } | null };
};

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
  const answered = await admin.call(method, path, body);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
  return answered.body as T;
};
// As the specification writes it: a final slash is as if absent.
const usage = () => send<Usage>('GET', '/v3/account-usage/');

describe('the plan', () => {
  it('of a self-hosted installation has everything, without limits', async () => {
    const { features } = await send<{ features: Record<string, string> }>('GET', '/v3/features');
    expect(new Set(Object.values(features))).toEqual(new Set(['on']));
    expect(Object.keys(features)).toContain('advancedBusinessFeatures');
    expect(await send('GET', '/v3/subscription/current')).toMatchObject({
      planId: 'enterprise',
      maxAutomationRuns: null,
      maxDatabaseRows: null,
      isTrial: false,
    });
    expect(await send('GET', '/v3/subscription/plans')).toEqual({ plans: [] });
  });
});

describe('usage', () => {
  it('counts runs as they start, and the records of the fullest table', async () => {
    const { id: full, fields } = await send<{ id: string; fields: { id: string }[] }>(
      'POST',
      '/v3/tables',
      { label: 'Deals', fields: [{ name: 'Name', type: 'singleLineText' }] },
      201,
    );
    await send('POST', '/v3/tables', { label: 'Empty', fields: [{ name: 'Name', type: 'singleLineText' }] }, 201);
    const made = await send<{ id: string }>(
      'POST',
      '/v3/automations',
      {
        label: 'Follow up',
        trigger: { type: 'record_created', config: { tableId: full } },
        steps: [{ id: 'wait', type: 'delay', config: { seconds: 1 } }],
      },
      201,
    );
    await send('POST', `/v3/automations/${made.id}/publish`, {});
    await send('POST', `/v3/automations/${made.id}/enabled`, { enabled: true });
    for (const name of ['Oak', 'Elm', 'Ash'])
      await send('POST', `/v3/tables/${full}/records`, { fields: { [fields[0]!.id]: name } }, 201);
    await vi.waitFor(async () => expect((await usage()).runs.used).toBe(3), { timeout: 20_000, interval: 50 });
    expect(await usage()).toMatchObject({
      runs: { limit: null, updated_at: expect.any(String) as string },
      database_rows: { used: 3, limit: null, table: { id: full, label: 'Deals' } },
    });
    expect(await send('GET', '/v3/account-usage/automations')).toMatchObject({
      total: 3,
      items: [{ id: made.id, title: 'Follow up', total: 3, type: 'no_code' }],
    });
  });
  it('counts files as they come', async () => {
    const made = await admin.call('GET', '/v3/account-usage');
    expect(made.body).toMatchObject({
      lowcode: { used: 0, limit: null },
      ai_credits: { used: 0, limit: null },
      storage: { used: 0, updated_at: null },
    });
    const file = new FormData();
    file.append('file', new Blob([new Uint8Array(2_500)]), 'zeros.bin');
    const uploaded = await fetch(`${product.url}/api/v3/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: file,
    });
    expect(uploaded.status, await uploaded.text()).toBeLessThan(300);
    await vi.waitFor(
      async () =>
        expect((await admin.call('GET', '/v3/account-usage')).body).toMatchObject({ storage: { used: 2_500 } }),
      { timeout: 20_000, interval: 50 },
    );
  });
  it('is reported for days that are in order', async () => {
    const ask = (first: string, last: string, wanted?: number) =>
      send('GET', `/v3/account-usage/automations?start_day=${first}&end_day=${last}`, undefined, wanted);
    expect(await ask('2020-01-01', '2020-12-31')).toMatchObject({ total: 0, items: [] });
    expect(await ask('2020-01-02', '2020-01-01', 400)).toMatchObject({ error: { code: 'usage.invalid_days' } });
    expect(await ask('2020-01-01', '2021-01-02', 400)).toMatchObject({ error: { code: 'usage.invalid_days' } });
  });
  it('is for administrators of its organization', async () => {
    const member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
    for (const path of [
      '/v3/account-usage',
      '/v3/account-usage/automations',
      '/v4/mgt/resources/metrics/lowcode',
      '/v3/subscription/current',
    ])
      expect((await member.call('GET', path)).status, path).toBe(403);
    expect((await member.call('GET', '/v3/features')).status).toBe(200);
    const foreign = await foreignAdmin(product);
    expect((await foreign.call('GET', '/v3/account-usage')).body).toMatchObject({
      runs: { used: 0 },
      database_rows: { used: 0, table: null },
    });
  });
});
