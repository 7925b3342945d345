/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signedHeaders } from '../deliveries/signature.ts';

type Hook = {
  readonly url: string;
  readonly lastCall: { readonly body: unknown; readonly headers: Readonly<Record<string, string>> } | null;
};
type Run = { readonly id: string; readonly state: string; readonly cause: { readonly kind: string } };

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
const make = async (steps: readonly object[], on = true): Promise<{ id: string; path: string }> => {
  const draft = { label: 'Called', trigger: { type: 'webhook', config: {} }, steps };
  const { id, issues } = await send<{ id: string; issues: object[] }>('POST', '/v3/automations', draft, 201);
  expect(issues).toEqual([]);
  await send('POST', `/v3/automations/${id}/publish`, {});
  if (on) await send('POST', `/v3/automations/${id}/enabled`, { enabled: true });
  const { url } = await send<Hook>('GET', `/v3/automations/${id}/hook`);
  expect(new URL(url).pathname).toMatch(/^\/api\/hooks\/[\w-]{32}$/);
  return { id, path: new URL(url).pathname.slice('/api'.length) };
};
const set = { id: 'keep', type: 'set', config: { values: { order: { ref: 'trigger.body.order' } } } };
const runsOf = async (id: string): Promise<readonly Run[]> =>
  (await send<{ runs: Run[] }>('GET', `/v3/automations/${id}/runs`)).runs;
const ended = (id: string, count = 1): Promise<readonly Run[]> =>
  vi.waitFor(
    async () => {
      const runs = await runsOf(id);
      expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'done'));
      return runs;
    },
    { timeout: 15_000, interval: 40 },
  );
const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  caller(product.url).call('POST', path, body, headers);

describe('an address', () => {
  it('starts its automation with what is sent there, once for an id, and keeps it for a test', async () => {
    const { id, path } = await make([set]);
    const first = await call(`${path}?source=shop`, { order: 7 }, { 'webhook-id': 'one', 'x-shop': 'y' });
    expect(first).toMatchObject({ status: 202, body: { runId: expect.any(String) } });
    expect((await call(path, { order: 7 }, { 'webhook-id': 'one' })).body).toEqual(first.body);
    const [run] = await ended(id);
    expect(run).toMatchObject({ cause: { kind: 'webhook' } });
    const detail = await send<{ given: object; steps: { output: object }[] }>('GET', `/v3/runs/${run!.id}`);
    expect(detail).toMatchObject({
      given: { body: { order: 7 } },
      steps: [{ output: { order: 7 } }],
    });
    await call(path, { order: 8 });
    await ended(id, 2);
    expect(await send('GET', `/v3/automations/${id}/hook`)).toMatchObject({ lastCall: { body: { order: 8 } } });
    expect(await send('POST', `/v3/automations/${id}/test`, {})).toMatchObject({ steps: [{ output: { order: 8 } }] });
  });

  it('answers at once, and what its automation answers where it does', async () => {
    const { path } = await make([
      set,
      { id: 'answer', type: 'respond', config: { status: 201, body: { got: { ref: 'steps.keep.order' } } } },
      { id: 'wait', type: 'delay', config: { seconds: 60 } },
    ]);
    expect(await call(path, { order: 9 })).toMatchObject({ status: 201, body: { got: 9 } });
    // One whose answer is never reached.
    const other = await make([
      {
        id: 'if',
        type: 'condition',
        config: { if: { left: { ref: 'trigger.body.order' }, operator: 'filled' } },
        then: [{ id: 'answer', type: 'respond', config: {} }],
        else: [],
      },
    ]);
    expect((await call(other.path, {})).status).toBe(202);
    expect((await call(other.path, { order: 1 })).status).toBe(200);
  });

  it('is its editors’, made anew at once, and leads nowhere for others and while it is off', async () => {
    const { id, path } = await make([set], false);
    const off = await call(path, { order: 1 });
    expect(off).toMatchObject({ status: 409, body: { error: { code: 'automations.off' } } });
    expect(await send('GET', `/v3/automations/${id}/hook`)).toMatchObject({ lastCall: { body: { order: 1 } } });
    await send('POST', `/v3/automations/${id}/enabled`, { enabled: true });
    const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '2' });
    for (const method of ['GET', 'POST'])
      expect((await builder.call(method, `/v3/automations/${id}/hook`, method === 'GET' ? undefined : {})).status).toBe(
        403,
      );
    const { url } = await send<Hook>('POST', `/v3/automations/${id}/hook`, {});
    expect(await call(path, {})).toMatchObject({ status: 404, body: { error: { code: 'hook_not_found' } } });
    expect((await call(new URL(url).pathname.slice(4), {})).status).toBe(202);
    expect((await call('/hooks/nothing', {})).status).toBe(404);
    const { entries } = await send<{ entries: { kind: string }[] }>('POST', '/historyLog/list', {
      filters: { entity_type: ['automation'] },
    });
    expect(entries[0]).toMatchObject({ kind: 'automationAddressMade' });
  });

  it('takes signed calls alone once it has a secret, over the bytes as they came', async () => {
    const { id, path } = await make([set]);
    const signing = `/v3/automations/${id}/hook/secret`;
    expect(await send('GET', `/v3/automations/${id}/hook`)).toMatchObject({ signed: false, oldSecretUntil: null });
    const first = await send<Hook & { secret: string }>('POST', signing, {});
    expect(first).toMatchObject({ signed: true, oldSecretUntil: null, secret: expect.stringMatching(/^whsec_/) });
    const body = '{ "order":  7,"name":"caf\u00e9 é" }';
    const post = (secret: string, id_: string, at = Date.now(), sent = body) =>
      fetch(`${product.url}/api${path}`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', ...signedHeaders([secret], { id: id_, at, body }) },
      });
    const wrong = await call(path, { order: 1 });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'hook.signature_wrong' } } });
    expect((await post(`whsec_${Buffer.alloc(32).toString('base64')}`, 'm1')).status).toBe(401);
    expect((await post(first.secret, 'm1', Date.now() - 6 * 60_000)).status).toBe(401);
    expect((await post(first.secret, 'm1', Date.now(), body.replace('7', '8'))).status).toBe(401);
    // Nothing of what was refused is kept, or started anything.
    expect(await send('GET', `/v3/automations/${id}/hook`)).toMatchObject({ lastCall: null, signed: true });
    expect(await runsOf(id)).toEqual([]);
    expect((await post(first.secret, 'm1')).status).toBe(202);
    await ended(id);

    // One that its sender chose; the one before is good for a day.
    const own = Buffer.alloc(24, 3).toString('base64');
    expect((await admin.call('POST', signing, { secret: 'short' })).status).toBe(400);
    const next = await send<Hook & { secret: string }>('POST', signing, { secret: own });
    expect(next).toMatchObject({ secret: `whsec_${own}`, oldSecretUntil: expect.any(String) });
    expect((await post(first.secret, 'm2')).status).toBe(202);
    expect((await post(`whsec_${own}`, 'm3')).status).toBe(202);
    await ended(id, 3);

    const builder = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'builder', role: '2' });
    expect((await builder.call('POST', signing, {})).status).toBe(403);
    expect((await builder.call('DELETE', signing)).status).toBe(403);
    expect(await send('DELETE', signing)).toMatchObject({ signed: false, oldSecretUntil: null });
    expect((await call(path, { order: 9 })).status).toBe(202);
    const { entries } = await send<{ entries: { kind: string }[] }>('POST', '/historyLog/list', {
      filters: { entity_type: ['automation'] },
    });
    expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'automationSecretRemoved',
      'automationSecretMade',
      'automationSecretMade',
    ]);
    expect(product.log.join('\n')).not.toContain(own);
  });

  it('takes forms and text, and refuses what is said to be JSON and is none', async () => {
    const { id, path } = await make([set]);
    const post = (body: string, type: string) =>
      fetch(`${product.url}/api${path}`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('order=5', 'application/x-www-form-urlencoded')).status).toBe(202);
    expect((await post('hello', 'text/plain')).status).toBe(202);
    expect((await post('{', 'application/json')).status).toBe(400);
    expect((await post('x'.repeat(1024 * 1024 + 1), 'text/plain')).status).toBe(413);
    await ended(id, 2);
  });

  it('takes so many calls and no more', async () => {
    const strict = await startTestProduct({ environment: { TESSERA_RATE_LIMITS: 'on' } });
    try {
      const owner = await firstRun(strict);
      const draft = { label: 'x', trigger: { type: 'webhook', config: {} }, steps: [set] };
      const { id } = (await owner.call('POST', '/v3/automations', draft)).body as { id: string };
      const { url } = (await owner.call('GET', `/v3/automations/${id}/hook`)).body as Hook;
      const path = new URL(url).pathname.slice(4);
      const statuses = await Promise.all(
        Array.from({ length: 150 }, async () => (await caller(strict.url).call('POST', path, {})).status),
      );
      expect(new Set(statuses)).toEqual(new Set([409, 429]));
    } finally {
      await strict.stop();
    }
  });
});
