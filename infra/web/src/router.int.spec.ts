import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conflict, type Actor, type CommandMeta } from '@tessera/kernel';
import { createLogger } from '@tessera/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi, route, type RouterOptions } from './index.ts';

const person = { organizationId: 'o1', kind: 'user', id: 'u1' } as Actor;
const program = { organizationId: 'o1', kind: 'token', id: 't1', userId: 'u1' } as Actor;
const lines: string[] = [];
const metas: CommandMeta[] = [];

const routes = [
  route({
    method: 'post',
    path: '/things/{id}',
    summary: 'Make',
    tag: 'things',
    access: 'api',
    allows: 'things.make',
    bodyLimit: 2000,
    params: z.strictObject({ id: z.string().min(2) }),
    query: z.strictObject({ loud: z.coerce.boolean().optional() }),
    body: z.strictObject({ name: z.string(), note: z.string().optional() }),
    responses: { 200: z.strictObject({}) },
    handle: ({ meta, body, params, text, actor }) => {
      metas.push(meta);
      return {
        body: { name: body.name, id: params.id, text, actor: actor.id },
        headers: { 'tessera-commit': 'things.1.1' },
      };
    },
  }),
  route({
    method: 'get',
    path: '/things/{id}',
    summary: 'Read',
    tag: 'things',
    access: 'api',
    allows: 'things.read',
    params: z.strictObject({ id: z.string() }),
    responses: { 200: z.strictObject({}) },
    handle: () => ({ json: '{"finished":1.0}', headers: { etag: '"7"' } }),
  }),
  route({
    method: 'get',
    path: '/things/mine',
    summary: 'Mine',
    tag: 'things',
    access: 'session',
    allows: 'things.read',
    responses: { 200: z.strictObject({}) },
    handle: () => ({ body: { mine: true } }),
  }),
  route({
    method: 'post',
    path: '/open',
    summary: 'Open',
    tag: 'things',
    access: 'public',
    allows: 'none',
    responses: { 204: 'empty' },
    handle: ({ actor }) => ({ body: { organization: actor.organizationId, kind: actor.kind } }),
  }),
  route({
    method: 'post',
    path: '/login',
    summary: 'Log in',
    tag: 'things',
    access: 'public',
    allows: 'none',
    limit: 'strict',
    responses: { 204: 'empty' },
    handle: () => ({}),
  }),
  route({
    method: 'post',
    path: '/broken',
    summary: 'Break',
    tag: 'things',
    access: 'api',
    allows: 'things.break',
    responses: { 204: 'empty' },
    handle: () => {
      throw new Error('secret of the house');
    },
  }),
  route({
    method: 'post',
    path: '/refused',
    summary: 'Refuse',
    tag: 'things',
    access: 'api',
    allows: 'things.break',
    responses: { 204: 'empty' },
    handle: async () => {
      throw conflict('things.taken', 'Taken.', { by: 'x' });
    },
  }),
];

let server: Server;
let url: string;
const start = (extra: Partial<RouterOptions> = {}): Promise<{ server: Server; url: string }> => {
  const api = createApi(routes, {
    log: createLogger({ pretty: false, write: (line) => lines.push(line) }),
    rateLimits: false,
    authenticate: async ({ headers }) =>
      headers.authorization === 'Bearer program'
        ? { actor: program, via: 'bearer' }
        : headers.cookie === 'tessera=s'
          ? { actor: person, via: 'cookie' }
          : undefined,
    ...extra,
  });
  const made = createServer(api);
  return new Promise((resolve) =>
    made.listen(0, '127.0.0.1', () =>
      resolve({ server: made, url: `http://127.0.0.1:${(made.address() as AddressInfo).port}/api` }),
    ),
  );
};
beforeAll(async () => {
  ({ server, url } = await start());
});
afterAll(() => void server.close());

const bearer = { authorization: 'Bearer program', 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = bearer) =>
  fetch(url + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error: { id: string; code: string; message: string; details?: unknown } }).error,
});

describe('a route', () => {
  it('gets validated parts, the text of the body and a meta that names where the request came from', async () => {
    const response = await post('/things/ab?loud=1', '{ "name": "x" }', {
      ...bearer,
      'idempotency-key': 'k1',
      'user-agent': 'test',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('tessera-commit')).toBe('things.1.1');
    expect(await response.json()).toEqual({ name: 'x', id: 'ab', text: '{ "name": "x" }', actor: 't1' });
    expect(metas.at(-1)).toMatchObject({
      origin: 'api',
      idempotencyKey: 'k1',
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      request: { ip: '127.0.0.1', userAgent: 'test' },
    });
  });

  it('hashes the same request to the same hash, another body or path to another', async () => {
    const hashOf = async (path: string, body: string) => {
      await post(path, body, { ...bearer, 'idempotency-key': 'k' });
      return metas.at(-1)?.requestHash;
    };
    const first = await hashOf('/things/ab', '{"name":"x"}');
    expect(await hashOf('/things/ab', '{"name":"x"}')).toBe(first);
    expect(await hashOf('/things/ab', '{"name":"y"}')).not.toBe(first);
    expect(await hashOf('/things/ac', '{"name":"x"}')).not.toBe(first);
  });

  it('refuses unknown keys in body and query, and says where', async () => {
    expect(await errorOf(await post('/things/ab', { name: 'x', admin: true }))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      details: { issues: [{ path: 'body', message: expect.stringContaining('admin') }] },
    });
    expect(await errorOf(await post('/things/ab?quiet=1', { name: 'x' }))).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
    expect(await errorOf(await post('/things/a', { name: 'x' }))).toMatchObject({
      status: 400,
      details: { issues: [{ path: 'params.id' }] },
    });
    expect(await errorOf(await fetch(`${url}/things/ab?x=1`, { headers: bearer }))).toMatchObject({ status: 400 });
  });

  it('refuses what is not JSON, not called JSON, too large, or a key that is none', async () => {
    expect(await errorOf(await post('/things/ab', '{"name":'))).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(
      await errorOf(
        await post('/things/ab', 'name=x', { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }),
      ),
    ).toMatchObject({ status: 400, code: 'request.content_type' });
    expect(await errorOf(await post('/things/ab', { name: 'x'.repeat(3000) }))).toMatchObject({
      status: 413,
      code: 'request.too_large',
    });
    expect(
      await errorOf(await post('/things/ab', { name: 'x' }, { ...bearer, 'idempotency-key': 'a b' })),
    ).toMatchObject({ status: 400, code: 'request.idempotency_key' });
  });

  it('counts the bytes of a body that names no length', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 10; i++) controller.enqueue(new TextEncoder().encode(' '.repeat(1000)));
        controller.close();
      },
    });
    const response = await fetch(`${url}/things/ab`, {
      method: 'POST',
      headers: bearer,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(await errorOf(response)).toMatchObject({ status: 413 });
  });

  it('sends finished JSON as it is, and 304 to whoever has it', async () => {
    const response = await fetch(`${url}/things/ab`, { headers: bearer });
    expect(await response.text()).toBe('{"finished":1.0}');
    expect(response.headers.get('etag')).toBe('"7"');
    const again = await fetch(`${url}/things/ab`, { headers: { ...bearer, 'if-none-match': '"7"' } });
    expect(again.status).toBe(304);
  });

  it('hides what broke and logs it under the id that the caller gets; names what was refused', async () => {
    const error = await errorOf(await post('/broken', ''));
    expect(error).toMatchObject({ status: 500, code: 'internal' });
    expect(error.message).not.toContain('secret');
    expect(lines.find((line) => line.includes(error.id))).toContain('secret of the house');
    expect(await errorOf(await post('/refused', {}))).toMatchObject({
      status: 409,
      code: 'things.taken',
      details: { by: 'x' },
    });
  });

  it('tells nobody what it runs on, and lets nothing be cached, sniffed or framed', async () => {
    const { headers } = await fetch(`${url}/things/ab`, { headers: bearer });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the way in', () => {
  it('is closed without a credential, and to programs where a person is asked for', async () => {
    expect(await errorOf(await fetch(`${url}/things/ab`))).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await errorOf(await fetch(`${url}/things/mine`, { headers: bearer }))).toMatchObject({
      status: 403,
      code: 'session.required',
    });
    expect(await (await fetch(`${url}/things/mine`, { headers: { cookie: 'tessera=s' } })).json()).toEqual({
      mine: true,
    });
  });

  it('gives a public route an actor without organization or kind of person', async () => {
    expect(await (await post('/open', '')).json()).toEqual({ organization: '', kind: 'link' });
  });

  const cookie = { cookie: 'tessera=s', 'content-type': 'application/json' };
  it.each([
    ['no sign of our own page', {}],
    ['only the header', { 'x-requested-with': 'tessera' }],
    ['only the origin', { 'sec-fetch-site': 'same-origin' }],
    ['another site', { 'x-requested-with': 'tessera', 'sec-fetch-site': 'cross-site' }],
    ['a sub-domain', { 'x-requested-with': 'tessera', 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { 'x-requested-with': 'tessera', origin: 'https://evil.test' }],
    ['the Origin of a sandbox', { 'x-requested-with': 'tessera', origin: 'null' }],
  ])('refuses a change by cookie with %s', async (_name, headers) => {
    expect(await errorOf(await post('/things/ab', { name: 'x' }, { ...cookie, ...headers }))).toMatchObject({
      status: 403,
      code: 'request.foreign_origin',
    });
  });

  it('takes a change by cookie from our own page, as of the interface', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: new URL(url).origin }]) {
      expect(
        (await post('/things/ab', { name: 'x' }, { ...cookie, 'x-requested-with': 'tessera', ...headers })).status,
      ).toBe(200);
      expect(metas.at(-1)?.origin).toBe('interface');
    }
  });

  it('refuses a public change that a foreign page sends', async () => {
    expect(await errorOf(await post('/open', '', { origin: 'https://evil.test' }))).toMatchObject({ status: 403 });
  });

  it('answers 404 and 405 in JSON, and takes the fixed path before the parameter', async () => {
    expect(await errorOf(await fetch(`${url}/nothing`))).toMatchObject({ status: 404, code: 'route.not_found' });
    const wrong = await fetch(`${url}/things/ab`, { method: 'DELETE' });
    expect(wrong.headers.get('allow')).toBe('POST, GET');
    expect(wrong.status).toBe(405);
    expect(await errorOf(await fetch(`${url}/things/%E0%A4%A`, { headers: bearer }))).toMatchObject({ status: 404 });
  });
});

describe('limits', () => {
  it('asks limits that other processes share, and refuses what they refuse', async () => {
    const asked: string[] = [];
    const shared = await start({
      rateLimits: true,
      limits: {
        limiter: (name) => ({
          take: async (_key, points) => {
            asked.push(`${name} ${points}`);
            return name === 'actor' ? 7 : 0;
          },
        }),
      },
    });
    expect((await fetch(`${shared.url}/login`, { method: 'POST' })).status).toBe(204);
    const refused = await fetch(`${shared.url}/things/abc`, { headers: { authorization: 'Bearer program' } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect(asked).toEqual(['strict 1', 'address 1', 'actor 1']);
    shared.server.close();
  });

  it('let an address try credentials ten times, then say when again', async () => {
    const limited = await start({ rateLimits: true });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await fetch(`${limited.url}/login`, { method: 'POST' })).status);
    const refused = await fetch(`${limited.url}/login`, { method: 'POST' });
    limited.server.close();
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await errorOf(refused)).toMatchObject({ code: 'request.limited' });
  });

  it('shed what comes above the bound, without waiting', async () => {
    const held = Promise.withResolvers<undefined>();
    const busy = await start({ maxInFlight: 1, authenticate: () => held.promise });
    const first = fetch(`${busy.url}/things/ab`);
    await expect.poll(async () => (await fetch(`${busy.url}/things/ab`)).status).toBe(503);
    held.resolve(undefined);
    expect((await first).status).toBe(401);
    busy.server.close();
  });
});

describe("another process's answer", () => {
  /** A process whose answers a route passes on, and the address of that route. */
  const behind = async (
    handle: (response: ServerResponse) => void,
  ): Promise<{ address: string; close: () => void }> => {
    const source = createServer((_request, response) => handle(response));
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
    const forwarding = route({
      method: 'get',
      path: '/passed',
      summary: 'Pass on',
      tag: 'things',
      access: 'public',
      allows: 'none',
      responses: { 200: z.strictObject({}) },
      handle: async () => ({
        forward: await new Promise<IncomingMessage>((resolve) =>
          get(`http://127.0.0.1:${(source.address() as AddressInfo).port}/`, resolve),
        ),
      }),
    });
    const front = createServer(
      createApi([forwarding], {
        log: createLogger({ write: () => undefined }),
        rateLimits: false,
        authenticate: () => undefined,
      }),
    );
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    return {
      address: `http://127.0.0.1:${(front.address() as AddressInfo).port}/api/passed`,
      close: () => {
        front.close();
        source.close();
      },
    };
  };

  it('goes on as it comes, with its status and headers', async () => {
    const big = 'x'.repeat(3_000_000);
    const { address, close } = await behind((response) =>
      response.writeHead(203, { 'x-of': 'the source', 'content-length': big.length }).end(big),
    );
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('x-of'), (await answer.text()) === big]).toEqual([
      203,
      'the source',
      true,
    ]);
    close();
  });

  it('that breaks off is not taken for a whole one', async () => {
    const { address, close } = await behind((response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      setTimeout(() => response.destroy(), 50);
    });
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    close();
  });

  it('ends where nobody wants it any more', async () => {
    const ended = Promise.withResolvers<void>();
    const { address, close } = await behind((response) => {
      response.once('close', () => ended.resolve());
      response.writeHead(200).write('the first part');
    });
    const leaving = new AbortController();
    const answer = await fetch(address, { signal: leaving.signal });
    leaving.abort();
    await expect(answer.text()).rejects.toThrow();
    await ended.promise;
    close();
  });
});

describe('the start', () => {
  const base = { method: 'get', summary: 's', tag: 't', responses: { 204: 'empty' }, handle: () => ({}) } as const;
  it.each([
    ['lacks access', { ...base, path: '/a', allows: 'x' }],
    ['lacks allows', { ...base, path: '/a', access: 'api' }],
    ['allows "none" although', { ...base, path: '/a', access: 'api', allows: 'none' }],
    ['has parameters', { ...base, path: '/a/{id}', access: 'api', allows: 'x' }],
    [
      'drops unknown keys silently at body.inner[]',
      {
        ...base,
        method: 'post',
        path: '/a',
        access: 'api',
        allows: 'x',
        body: z.strictObject({ inner: z.array(z.object({ a: z.string() })) }),
      },
    ],
    ['documents no response', { ...base, path: '/a', access: 'api', allows: 'x', responses: {} }],
  ])('is refused when a route %s', (message, broken) => {
    expect(() =>
      createApi([broken as never], { authenticate: () => undefined, log: createLogger({ write: () => undefined }) }),
    ).toThrow(message);
  });

  it('is refused when two routes answer one address', () => {
    const one = { ...base, path: '/a/{x}', access: 'api', allows: 'x', params: z.strictObject({ x: z.string() }) };
    const two = { ...base, path: '/a/{y}', access: 'api', allows: 'x', params: z.strictObject({ y: z.string() }) };
    expect(() =>
      createApi([one, two] as never, { authenticate: () => undefined, log: createLogger({ write: () => undefined }) }),
    ).toThrow('defined twice');
  });
});
