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

type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly token: string;
  readonly tableId: string | null;
  readonly functionId: string | null;
  readonly active: boolean;
  readonly revision: number;
  readonly lastCall: { readonly body: unknown } | null;
};
type Call = {
  readonly id: string;
  readonly state: string;
  readonly recordLabel: string;
  readonly reason: string | null;
};

let product: TestProduct;
let admin: TestCaller;
let table: { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };
let absent: string | null;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  const fields = [
    { name: 'Number', type: 'singleLineText' },
    { name: 'Quantity', type: 'number' },
  ];
  table = await send('POST', '/v3/tables', { label: 'Orders', fields }, 201);
  const { languages } = await send<{ languages: { language: string; absent: string | null }[] }>(
    'GET',
    '/v3/low-code-languages',
  );
  absent = languages.find(({ language }) => language === 'python')!.absent;
});
afterAll(() => product.stop());

const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
  const answered = await admin.call(method, path, body);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
  return answered.body as T;
};
const base = '/v3/low-code-webhook';
const make = async (part: object = { tableId: table.id }) => {
  const made = await send<Webhook>('POST', base, { name: 'Shop orders', ...part }, 201);
  return { ...made, path: new URL(made.url!).pathname.slice('/api'.length) };
};
const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  caller(product.url).call('POST', path, body, headers);
const ended = (id: string, count = 1): Promise<readonly Call[]> =>
  vi.waitFor(
    async () => {
      const { calls } = await send<{ calls: Call[] }>('GET', `${base}/${id}/calls`);
      expect(calls.filter(({ state }) => state !== 'waiting')).toHaveLength(count);
      return calls;
    },
    { timeout: 15_000, interval: 40 },
  );
const records = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { records: found } = await send<{ records: { fields: Record<string, unknown> }[] }>(
    'POST',
    `/v3/tables/${table.id}/records/query`,
    {},
  );
  return found.map(({ fields }) => Object.fromEntries(table.fields.map(({ id, name }) => [name, fields[id]])));
};

describe('an incoming webhook', () => {
  it('adds a record of what is sent, by the names of fields, once for an id', async () => {
    const { id, path } = await make();
    const first = await call(path, { number: 'A 1', QUANTITY: 3, more: true }, { 'webhook-id': 'one' });
    expect(first).toMatchObject({ status: 202, body: { callId: expect.any(String) } });
    expect((await call(path, { number: 'A 2' }, { 'webhook-id': 'one' })).body).toEqual(first.body);
    expect(await ended(id)).toMatchObject([{ state: 'done', recordLabel: 'A 1' }]);
    expect(await records()).toEqual([{ Number: 'A 1', Quantity: 3 }]);
    const { callId } = first.body as { callId: string };
    expect(await send('GET', `${base}/${id}/calls/${callId}`)).toMatchObject({
      hidden: false,
      sent: { body: { number: 'A 1', QUANTITY: 3, more: true }, output: null },
    });
    expect(await send('GET', `${base}/${id}`)).toMatchObject({ lastCall: { body: { number: 'A 2' } } });
  });

  it('takes signed calls alone once it has a secret', async () => {
    const { id, path } = await make();
    const { secret } = await send<{ secret: string }>('POST', `${base}/${id}/secret`, {});
    expect(await send('GET', `${base}/${id}`)).toMatchObject({ signed: true });
    expect(await call(path, { number: 'S 1' })).toMatchObject({
      status: 401,
      body: { error: { code: 'hook.signature_wrong' } },
    });
    const post = (body: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${product.url}/api${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const body = '{"number": "S 2"}';
    const headers = signedHeaders([secret], { id: 'signed', at: Date.now(), body });
    expect((await post('{"number": "S 3"}', headers)).status).toBe(401);
    expect((await post(body, headers)).status).toBe(202);
    expect(await ended(id)).toMatchObject([{ state: 'done', recordLabel: 'S 2' }]);
    expect(await send('DELETE', `${base}/${id}/secret`)).toMatchObject({ signed: false });
    expect((await call(path, { number: 'S 4' })).status).toBe(202);
    await ended(id, 2);
  });

  it('says why a call failed, and does it again; a test changes nothing', async () => {
    const { id, path } = await make();
    const before = (await records()).length;
    await call(path, { number: 'B 1', quantity: 'two boxes' });
    const [failed] = await ended(id);
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('Quantity') });
    expect(await send('POST', `${base}/${id}/test`, {})).toMatchObject({ state: 'failed' });
    expect(await send('POST', `${base}/${id}/test`, { body: { number: 'B 1' } })).toEqual({
      state: 'done',
      output: { Number: 'B 1' },
      error: null,
    });
    await send('POST', `${base}/${id}/calls/${failed!.id}/again`, {}, 202);
    await ended(id);
    expect((await records()).length).toBe(before);
    expect(await send('GET', `${base}/${id}/calls?failed=true`)).toMatchObject({ calls: [{ id: failed!.id }] });
    const { rows } = await send<{ rows: object[] }>('GET', '/v3/audit-log/webhooks?q=shop&status=failed');
    expect(rows[0]).toMatchObject({
      status: 'failed',
      webhookName: 'Shop orders',
      webhookToken: expect.stringMatching(/^••••.{4}$/),
      actionType: 'record',
      actionRelatedTo: 'Orders',
    });
  });

  it('goes to a table or to an active function, never to both', async () => {
    const { id: functionId } = await send<{ id: string }>(
      'POST',
      '/v3/low-code-functions',
      { label: 'Take', language: 'python', active: false },
      201,
    );
    const refused = async (part: object) =>
      ((await admin.call('POST', base, { name: 'x', ...part })).body as { error: { code: string } }).error.code;
    expect(await refused({})).toBe('incoming.one_target');
    expect(await refused({ tableId: functionId })).toBe('incoming.table_missing');
    expect(await refused({ functionId })).toBe('incoming.function_missing');
    await send('PUT', `/v3/low-code-functions/${functionId}`, { label: 'Take', language: 'python' });
    expect(await refused({ functionId, tableId: table.id })).toBe('incoming.one_target');
    expect(await make({ functionId })).toMatchObject({ tableId: null, functionId });
  });

  it('calls a function with what was sent', async ({ skip }) => {
    if (absent !== null) skip(`python was not run here: ${absent}`);
    const { id: functionId } = await send<{ id: string }>(
      'POST',
      '/v3/low-code-functions',
      { label: 'Sum', language: 'python' },
      201,
    );
    const sourceCode =
      'def main(input, bridge):\n    if input["body"]["a"] == 0: raise ValueError("no a")\n    return input["body"]["a"] + 1';
    await send('POST', `/v3/low-code-functions/${functionId}/version`, { sourceCode }, 201);
    const { id, path } = await make({ functionId });
    await call(path, { a: 41 });
    await call(path, { a: 0 });
    const calls = await ended(id, 2);
    expect(calls).toMatchObject([{ state: 'failed', reason: expect.stringContaining('no a') }, { state: 'done' }]);
    expect(await send('GET', `${base}/${id}/calls/${calls[1]!.id}`)).toMatchObject({ sent: { output: 42 } });
    expect(await send('GET', `/v3/low-code-functions/${functionId}/calls`)).toMatchObject({
      calls: [
        { number: 2, kind: 'webhook', callerId: id, state: 'failed', code: 'functions.failed' },
        { number: 1, kind: 'webhook', callerId: id, state: 'done' },
      ],
    });
  });

  it('is switched, has another address, is deleted, and comes back by undo; the history tells it', async () => {
    const { id, path, revision } = await make();
    const body = { name: 'Shop', tableId: table.id, active: false };
    expect(await admin.call('PUT', `${base}/${id}`, body, { 'if-match': `"${revision + 1}"` })).toMatchObject({
      status: 412,
    });
    await send('PUT', `${base}/${id}`, body);
    expect(await call(path, { number: 'C' })).toMatchObject({ status: 409, body: { error: { code: 'incoming.off' } } });
    await send('PUT', `${base}/${id}`, { ...body, active: true });
    const { url } = await send<Webhook>('POST', `${base}/${id}/regenerate-url`, {});
    expect((await call(path, { number: 'C' })).status).toBe(404);
    const next = new URL(url!).pathname.slice('/api'.length);
    expect((await call(next, { number: 'C' })).status).toBe(202);
    await ended(id);
    const gone = await admin.call('DELETE', `${base}/${id}`);
    expect((await call(next, { number: 'C' })).status).toBe(404);
    await send('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
    expect((await call(next, { number: 'C' })).status).toBe(202);
    const { entries } = await send<{ entries: { kind: string }[] }>('POST', '/historyLog/list', {
      filters: { entity_type: ['incoming'] },
    });
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['incomingCreated', 'incomingSwitched', 'incomingAddressMade', 'incomingDeleted']),
    );
  });

  it('is for those who write code, and its address is its owner’s', async () => {
    const { id } = await make();
    const member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '2' });
    expect((await member.call('GET', base)).status).toBe(403);
    expect((await member.call('GET', `${base}/${id}`)).status).toBe(404);
    expect((await member.call('GET', '/v3/audit-log/webhooks')).status).toBe(403);
    const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '2' });
    expect(await builder.call('GET', `${base}/${id}`)).toMatchObject({
      status: 200,
      body: { url: null, lastCall: null, token: expect.stringMatching(/^••••/) },
    });
    for (const [method, path, body] of [
      ['PUT', '', { name: 'x', tableId: table.id }],
      ['POST', '/regenerate-url', {}],
      ['POST', '/test', { body: {} }],
      ['DELETE', '', undefined],
    ] as const)
      expect((await builder.call(method, `${base}/${id}${path}`, body)).status, path).toBe(403);
    const list = await send<{ webhooks: object[] }>('GET', base);
    expect(JSON.stringify(list)).not.toContain('/hooks/in/');
  });

  it('takes so many calls and no more', async () => {
    const strict = await startTestProduct({ environment: { TESSERA_RATE_LIMITS: 'on' } });
    try {
      const owner = await firstRun(strict);
      const made = (await owner.call('POST', '/v3/tables', { label: 'T', fields: [] })).body as { id: string };
      const { body } = await owner.call('POST', base, { name: 'x', tableId: made.id, active: false });
      const path = new URL((body as Webhook).url!).pathname.slice(4);
      const statuses = await Promise.all(
        Array.from({ length: 150 }, async () => (await caller(strict.url).call('POST', path, {})).status),
      );
      expect(new Set(statuses)).toEqual(new Set([409, 429]));
    } finally {
      await strict.stop();
    }
  });
});
