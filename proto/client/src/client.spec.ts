import type { FieldProps as TypesOfFields, SelectOption as OptionOfFields } from '@tessera/fields';
import type { RolePermissions } from '@tessera/kernel';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, type ClientOptions } from './client.ts';
import { isApiError } from './error.ts';
import type { FieldProps, Permissions, SelectOption } from './known.ts';
import { paged } from './openapi.ts';
import { pages } from './pages.ts';
import { patient } from './retry.ts';

type Reply = Response | Error;
const json = (body: unknown, init: ResponseInit = {}): Response => new Response(JSON.stringify(body), init);
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ error: { id: 'T-1', code, message: 'No.', details: { field: 'a' } } }, { status, headers });

/** A client whose calls get `replies` in turn, the last one again and again. */
const answering = (replies: readonly (() => Reply)[], options: ClientOptions = {}) => {
  const asked: { address: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const client = createClient({
    url: 'https://work.example/',
    token: 'tsr_1',
    fetch: async (address, init) => {
      asked.push({ address, init, headers: { ...(init.headers as Record<string, string>) } });
      const reply = replies[Math.min(asked.length, replies.length) - 1]!();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    ...options,
  });
  return { client, asked };
};
const thrown = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const soon = { retry: (failure: Parameters<ReturnType<typeof patient>>[0]) => patient()(failure) && 1 };

describe('a call', () => {
  it('goes to the address of the installation with the token, and with no session beside it', async () => {
    const { client, asked } = answering([() => json({ records: [] })]);
    await client.get('/v3/tables/{table}/records', { path: { table: 'a/b' }, query: { limit: 2, after: undefined } });
    expect(asked[0]?.address).toBe('https://work.example/api/v3/tables/a%2Fb/records?limit=2');
    expect(asked[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit' });
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer tsr_1' });
    expect(asked[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('uses the session of the browser where there is no token', async () => {
    const { client, asked } = answering([() => json({})], { url: '', token: undefined as never });
    await client.get('/v3/home');
    expect(asked[0]).toMatchObject({ address: '/api/v3/home', init: { credentials: 'same-origin' } });
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('asks for the token of the moment each time', async () => {
    let at = 0;
    const { client, asked } = answering([() => refusal(503, 'store.busy'), () => json({})], {
      ...soon,
      token: async () => `t${++at}`,
    });
    await client.get('/v3/home');
    expect(asked.map(({ headers }) => headers['authorization'])).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('tells of the commit and version that headers name', async () => {
    const { client, asked } = answering([
      () => json({ id: 'r' }, { headers: { 'tessera-commit': 'c1', etag: '"3"', 'tessera-position': '7' } }),
    ]);
    const sent = await client.send('post', '/v3/tables/{table}/records', {
      path: { table: 't' },
      body: { fields: { a: 1 } },
      headers: { 'if-match': '"2"' },
    });
    expect(sent).toMatchObject({ data: { id: 'r' }, commit: 'c1', operation: null, etag: '"3"', position: 7 });
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'if-match': '"2"' });
  });

  it('answers a file with its name, and posts a form as it is', async () => {
    const { client, asked } = answering([
      () => new Response('a;b', { headers: { 'content-disposition': "attachment; filename*=UTF-8''caf%C3%A9.csv" } }),
      () => json({ id: 'f' }),
    ]);
    const file = await client.file('get', '/v3/files/{file}', { path: { file: 'f' } });
    expect([file.name, await file.content.text()]).toEqual(['café.csv', 'a;b']);
    const form = new FormData();
    await client.upload('/connector/call', form);
    expect(asked[1]?.init.body).toBe(form);
    expect(asked[1]?.headers).not.toHaveProperty('content-type');
  });
});

describe('what is refused', () => {
  it('is thrown with its code, sentence, status, id and details', async () => {
    const { client, asked } = answering([() => refusal(409, 'records.conflict')]);
    const error = await thrown(client.get('/v3/home'));
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'records.conflict', message: 'No.', status: 409, id: 'T-1' });
    expect(asked).toHaveLength(1);
  });

  it('is the same where nothing of ours answered, or nothing at all', async () => {
    const { client } = answering([() => new Response('<html>', { status: 404 })]);
    expect(await thrown(client.get('/v3/home'))).toMatchObject({ code: 'http.404', status: 404 });
    const cut = answering([() => new TypeError('fetch failed')], { retry: () => undefined });
    expect(await thrown(cut.client.get('/v3/home'))).toMatchObject({ code: 'network.unreachable', status: 0 });
  });

  it('may be seen and told in other words by its caller', async () => {
    const { client } = answering([() => refusal(403, 'forbidden')], {
      refused: (error) => Object.assign(error, { message: 'Ask an administrator.' }),
    });
    expect(await thrown(client.get('/v3/home'))).toMatchObject({ message: 'Ask an administrator.' });
  });
});

describe('what a moment may mend', () => {
  it('is asked again with the key of the first time, so that it is done once', async () => {
    const { client, asked } = answering(
      [
        () => new TypeError('cut'),
        () => refusal(503, 'store.busy'),
        () => refusal(429, 'request.limited'),
        () => json({}),
      ],
      soon,
    );
    await client.post('/v3/tables/{table}/records', { path: { table: 't' }, body: { fields: {} } });
    expect(asked).toHaveLength(4);
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    await client.post('/v3/recents', { body: { type: 'table', id: 't' }, idempotencyKey: 'mine' });
    expect(asked.at(-1)?.headers['idempotency-key']).toBe('mine');
  });

  it('is given up after five times', async () => {
    const { client, asked } = answering([() => refusal(503, 'store.busy')], soon);
    expect(await thrown(client.get('/v3/home'))).toMatchObject({ status: 503 });
    expect(asked).toHaveLength(5);
  });

  it('waits as long as the answer asks, else longer each time, and not for longer than a minute', () => {
    const wait = (attempt: number, status: number, retryAfter: number | null = null) =>
      patient()({ method: 'get', attempt, status, code: '', retryAfter });
    expect(wait(1, 429, 7000)).toBe(7000);
    expect(wait(1, 503, 61_000)).toBeUndefined();
    for (const [attempt, about] of [
      [1, 300],
      [2, 600],
      [3, 1200],
    ] as const) {
      expect(wait(attempt, 0)).toBeGreaterThanOrEqual(about * 0.8);
      expect(wait(attempt, 0)).toBeLessThanOrEqual(about * 1.2);
    }
    for (const status of [400, 401, 403, 404, 409, 422, 500]) expect(wait(1, status)).toBeUndefined();
  });

  it('is told how long the answer asks to wait, in seconds or as a date', async () => {
    const asksFor = async (header: string) => {
      const seen: (number | null)[] = [];
      const { client } = answering([() => refusal(429, 'request.limited', { 'retry-after': header })], {
        retry: ({ retryAfter }) => void seen.push(retryAfter),
      });
      await thrown(client.get('/v3/home'));
      return seen[0];
    };
    expect(await asksFor('7')).toBe(7000);
    expect(await asksFor(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50_000);
    expect(await asksFor(new Date(0).toUTCString())).toBe(0);
    expect(await asksFor('soon')).toBeNull();
  });

  it('is left when the caller stops it, also between two tries', async () => {
    const stop = new AbortController();
    const { client, asked } = answering([() => refusal(503, 'store.busy')], { retry: () => 60_000 });
    const call = thrown(client.get('/v3/home', { signal: stop.signal }));
    await expect.poll(() => asked.length).toBe(1);
    stop.abort(new Error('enough'));
    expect(await call).toMatchObject({ message: 'enough' });
    expect(asked).toHaveLength(1);
  });
});

describe('a list that comes in pages', () => {
  it('is read to its last page, each asked for when it is wanted', async () => {
    const { client, asked } = answering([
      () => json({ records: [{ id: 'a' }], next: 'm1' }),
      () => json({ records: [{ id: 'b' }], next: 'm2' }),
      () => json({ records: [{ id: 'c' }] }),
    ]);
    const found: string[] = [];
    for await (const { records } of pages(client, 'get', '/v3/tables/{table}/records', {
      path: { table: 't' },
      query: { limit: 1 },
    })) {
      found.push(...records.map(({ id }) => id));
      expect(asked).toHaveLength(found.length);
    }
    expect(found).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ address }) => address.split('?')[1])).toEqual([
      'limit=1',
      'limit=1&after=m1',
      'limit=1&after=m2',
    ]);
  });

  it('goes on in the body of a question, and backwards in what is newest first', async () => {
    const query = answering([() => json({ records: [], next: 'm1' }), () => json({ records: [], next: null })]);
    for await (const page of pages(query.client, 'post', '/v3/tables/{table}/records/query', {
      path: { table: 't' },
      body: { search: 'x' },
    }))
      expect(page.records).toEqual([]);
    expect(query.asked.map(({ init }) => init.body)).toEqual(['{"search":"x"}', '{"search":"x","after":"m1"}']);
    const history = answering([() => json({ entries: [], next: '9' }), () => json({ entries: [] })]);
    for await (const { entries } of pages(history.client, 'get', '/v3/tables/{table}/history', {
      path: { table: 't' },
    }))
      expect(entries).toEqual([]);
    expect(history.asked[1]?.address).toMatch(/\?before=9$/);
  });

  it('may be left before its end', async () => {
    const { client, asked } = answering([() => json({ records: [], next: 'm' })]);
    for await (const page of pages(client, 'get', '/v3/tables/{table}/records', { path: { table: 't' } })) {
      expect(page.next).toBe('m');
      break;
    }
    expect(asked).toHaveLength(1);
  });

  it('is known of every route whose answer has a next page', () => {
    expect(Object.keys(paged).length).toBeGreaterThan(20);
    expect(paged).toMatchObject({
      'get /v3/tables/{table}/records': ['next', 'after', 'query'],
      'post /v3/tables/{table}/records/query': ['next', 'after', 'body'],
      'get /v3/conversations/{id}/messages': ['previous', 'before', 'query'],
    });
  });
});

it('the types that stand here in full are those of the product', () => {
  expectTypeOf<FieldProps>().toEqualTypeOf<TypesOfFields>();
  expectTypeOf<SelectOption>().toEqualTypeOf<OptionOfFields>();
  expectTypeOf<Permissions['flags']>().toEqualTypeOf<RolePermissions['flags']>();
  const calls = (client: ReturnType<typeof createClient>) => {
    // @ts-expect-error: no such path
    void client.get('/v3/tabels');
    // @ts-expect-error: it does not come in pages
    void pages(client, 'get', '/v3/home');
  };
  expect(calls).toBeTypeOf('function');
});
