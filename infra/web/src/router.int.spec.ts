import { createServer, get, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { declareRefusals, type Actor, type CommandMeta } from '@tessera/kernel';
import { createLogger } from '@tessera/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi, readBody, route, serverLimits, type RouterOptions } from './index.ts';

const { conflict, refuses } = declareRefusals({
  'things.taken': ['conflict', 'Taken.'],
  'things.unnamed': ['conflict', 'Taken, and no page says so.'],
});

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
    method: 'get',
    path: '/long/{bytes}',
    etag: 'Its length.',
    summary: 'Long',
    tag: 'things',
    access: 'api',
    allows: 'things.read',
    params: z.strictObject({ bytes: z.coerce.number() }),
    responses: { 200: z.strictObject({}) },
    handle: ({ params: { bytes } }) => ({
      json: JSON.stringify({ long: 'scanners '.repeat(bytes).slice(0, bytes - 11) }),
      headers: { etag: `"${bytes}"` },
    }),
  }),
  route({
    method: 'post',
    path: '/token',
    secret: true,
    summary: 'Token',
    tag: 'things',
    access: 'public',
    allows: 'none',
    responses: { 200: z.strictObject({}) },
    handle: () => ({ body: { token: 'a'.repeat(5000) } }),
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
    query: z.strictObject({ unnamed: z.string().optional() }),
    refuses: refuses('things.taken'),
    responses: { 204: 'empty' },
    handle: async ({ query }) => {
      throw query.unnamed === undefined ? conflict('things.taken', 'Taken.', { by: 'x' }) : conflict('things.unnamed');
    },
  }),
  route({
    method: 'post',
    path: '/anything',
    summary: 'Take anything',
    tag: 'things',
    access: 'api',
    allows: 'things.make',
    query: z.strictObject({ note: z.string().optional() }),
    body: z.strictObject({ value: z.json() }),
    responses: { 200: z.strictObject({}) },
    handle: ({ body, query, meta }) => ({ body: { ...body, ...query, agent: meta.request?.userAgent } }),
  }),
  route({
    method: 'post',
    path: '/held',
    summary: 'Wait',
    tag: 'things',
    access: 'api',
    allows: 'things.make',
    responses: { 204: 'empty' },
    handle: async () => {
      await holding.promise;
      return {};
    },
  }),
  route({
    method: 'post',
    path: '/raw',
    summary: 'Take bytes as they come',
    tag: 'things',
    access: 'api',
    allows: 'things.make',
    rawBody: true,
    responses: { 200: z.strictObject({}) },
    handle: async ({ raw }) => {
      await holding.promise;
      return { body: { bytes: (await readBody(raw, 1_000_000)).length } };
    },
  }),
];
let holding = Promise.withResolvers<void>();

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

  it('fails in tests where a route refuses with a code that it does not name, and answers it everywhere else', async () => {
    const unnamed = await post('/refused?unnamed=1', {});
    expect(await errorOf(unnamed)).toMatchObject({ status: 500, code: 'internal' });
    expect(lines.at(-1)).toContain('things.unnamed');
    const lax = await start({ strictCodes: false });
    const answer = await fetch(`${lax.url}/refused?unnamed=1`, { method: 'POST', headers: bearer, body: '{}' });
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'things.unnamed' });
    lax.server.close();
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

/** What came over the wire: Node's own client neither asks for an encoding nor takes it off. */
const bare = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }>((resolve, reject) => {
    const asked = request(
      url + path,
      { method, headers: { authorization: 'Bearer program', ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
      },
    );
    asked.on('error', reject).end();
  });

describe('an answer above 1 kB', () => {
  it.each([
    ['br', 'gzip, deflate, br', 2000, brotliDecompressSync],
    ['gzip', 'gzip;q=0.5, br;q=0', 2000, gunzipSync],
    ['br', '*', 200_000, brotliDecompressSync],
    ['gzip', 'gzip', 200_000, gunzipSync],
  ] as const)('comes as %s where the client takes %s', async (encoding, accepts, bytes, expand) => {
    const plain = await bare(`/long/${bytes}`);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    const packed = await bare(`/long/${bytes}`, { 'accept-encoding': accepts });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.byteLength));
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(packed.bytes.byteLength).toBeLessThan(bytes / 10);
    expect(expand(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('has the same ETag however it comes: it names what is told, and a write holds to it', async () => {
    const packed = await bare('/long/2000', { 'accept-encoding': 'br' });
    expect(packed.headers.etag).toBe('"2000"');
    const again = await fetch(`${url}/long/2000`, { headers: { ...bearer, 'if-none-match': packed.headers.etag! } });
    expect(again.status).toBe(304);
    expect((await bare('/long/2000')).headers.etag).toBe('"2000"');
  });

  it('comes as it is to who refuses, below 1 kB, and where it holds a secret', async () => {
    expect(
      (await bare('/long/2000', { 'accept-encoding': 'br;q=0, *;q=0' })).headers['content-encoding'],
    ).toBeUndefined();
    expect((await bare('/long/900', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    const secret = await bare('/token', { 'accept-encoding': 'br' }, 'POST');
    expect(secret.headers['content-encoding']).toBeUndefined();
    expect(secret.bytes.byteLength).toBeGreaterThan(5000);
  });
});

describe('the way in', () => {
  it('is closed without a credential, and to programs where a person is asked for', async () => {
    const nothing = await fetch(`${url}/things/ab`);
    expect(nothing.headers.get('www-authenticate')).toBe('Bearer realm="Tessera"');
    expect(await errorOf(nothing)).toMatchObject({
      status: 401,
      code: 'invalid_token',
      message: expect.stringMatching(/^This address needs a token: send the header/),
    });
    const wrong = await fetch(`${url}/things/ab`, { headers: { authorization: 'Bearer wrong' } });
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="Tessera", error="invalid_token"');
    expect(await errorOf(wrong)).toMatchObject({ message: expect.stringMatching(/^This token does not work/) });
    expect(await errorOf(await fetch(`${url}/things/ab`, { headers: { cookie: 'tessera=old' } }))).toMatchObject({
      message: 'Your session has expired. Please log in again.',
    });
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
    expect((await fetch(`${url}/things/ab/`, { method: 'DELETE' })).status).toBe(405);
    for (const path of ['/things/ab//', '/things//ab', '/things/'])
      expect(await errorOf(await fetch(`${url}${path}`, { headers: bearer })), path).toMatchObject({ status: 404 });
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
          wait: () => 0,
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
    holding = Promise.withResolvers();
    const busy = await start({ maxInFlight: 1 });
    const wait = () => fetch(`${busy.url}/held`, { method: 'POST', headers: { authorization: 'Bearer program' } });
    const first = wait();
    await expect.poll(async () => (await fetch(`${busy.url}/things/ab`, { headers: bearer })).status).toBe(503);
    holding.resolve();
    expect((await first).status).toBe(204);
    busy.server.close();
  });

  it('leave places to others when one person has taken theirs', async () => {
    holding = Promise.withResolvers();
    const busy = await start({ maxInFlight: 8 });
    const wait = (headers: Record<string, string>) => fetch(`${busy.url}/held`, { method: 'POST', headers });
    const taken = [wait({ authorization: 'Bearer program' }), wait({ authorization: 'Bearer program' })];
    await expect.poll(async () => (await fetch(`${busy.url}/things/ab`, { headers: bearer })).status).toBe(429);
    const refused = await fetch(`${busy.url}/things/ab`, { headers: bearer });
    expect([(await errorOf(refused)).code, refused.headers.get('retry-after')]).toEqual(['request.too_many', '1']);
    expect((await fetch(`${busy.url}/open`, { method: 'POST' })).status).toBe(200);
    holding.resolve();
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([204, 204]);
    expect((await fetch(`${busy.url}/things/ab`, { headers: bearer })).status).toBe(200);
    busy.server.close();
  });
});

describe('a body that does not come', () => {
  const rule = { graceMs: 300, bytesPerSecond: 1_000_000 };
  const open: Socket[] = [];
  /** Sends a head that announces a body, and the beginning of it. */
  const begin = (at: string, path: string, body = '{', as = 'authorization: Bearer program') => {
    const { hostname, port } = new URL(at);
    const socket = connect(Number(port), hostname);
    open.push(socket);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\n${as}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n${body}`,
    );
    return {
      socket,
      answer: () => text,
      closed: new Promise<void>((resolve) => socket.once('close', () => resolve())),
    };
  };
  afterAll(() => {
    for (const socket of open) socket.destroy();
  });

  it('takes no place of those that are worked on, and few of its own person', async () => {
    const { server: busy, url: at } = await start({ maxInFlight: 8, maxArriving: 3 });
    const idle = Array.from({ length: 30 }, () => begin(at, '/things/ab'));
    await expect.poll(() => idle.filter(({ answer }) => answer().includes(' 429 ')).length).toBe(27);
    const same = { ...bearer };
    expect((await fetch(`${at}/things/ab`, { headers: same })).status).toBe(200);
    const other = await fetch(`${at}/open`, { method: 'POST' });
    expect(other.status).toBe(200);
    busy.closeAllConnections();
    busy.close();
  });
  it('is none where many had to wait for the answer who sends them', async () => {
    const known = Promise.withResolvers<void>();
    let waiting = 0;
    const { server: busy, url: at } = await start({
      maxInFlight: 80,
      maxArriving: 3,
      authenticate: async () => {
        waiting++;
        await known.promise;
        return { actor: program, via: 'bearer' };
      },
    });
    const all = Array.from({ length: 20 }, () =>
      fetch(`${at}/things/ab`, { method: 'POST', headers: bearer, body: '{"name":"x"}' }),
    );
    await expect.poll(() => waiting).toBe(20);
    known.resolve();
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    busy.close();
  });
  it.each([['/things/ab'], ['/raw'], ['/unknown'], ['/open']])('is not waited for: %s', async (path) => {
    holding.resolve();
    const { server: slow, url: at } = await start({ arrival: rule });
    const { answer, closed } = begin(at, path);
    await closed;
    expect(answer()).toMatch(/^HTTP\/1.1 (408|404|400) /);
    if (path === '/things/ab') expect(answer()).toContain('"request.too_slow"');
    slow.close();
  });
  it('gives its place back when its client leaves, at whatever moment', async () => {
    const entered = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    let first = true;
    const { server: busy, url: at } = await start({
      maxInFlight: 4,
      maxArriving: 1,
      authenticate: async (request) => {
        if (first) {
          first = false;
          request.once('close', () => left.resolve());
          entered.resolve();
          await left.promise;
        }
        return { actor: program, via: 'bearer' };
      },
    });
    const gone = begin(at, '/things/ab');
    await entered.promise;
    gone.socket.destroy();
    await expect
      .poll(
        async () => (await fetch(`${at}/things/ab`, { method: 'POST', headers: bearer, body: '{"name":"x"}' })).status,
      )
      .toBe(200);
    busy.close();
  });
  it('is waited for while it is we who do not take what came', async () => {
    holding = Promise.withResolvers();
    const { server: slow, url: at } = await start({ arrival: rule });
    const { socket, answer } = begin(at, '/raw', 'x'.repeat(100));
    const idle = begin(at, '/things/ab');
    await idle.closed;
    await begin(at, '/things/ab').closed;
    holding.resolve();
    socket.write('x'.repeat(400));
    await expect.poll(answer).toContain('{"bytes":500}');
    slow.close();
  });
  it('nor does a head: the connection ends', async () => {
    const quick = createServer(
      { ...serverLimits, headersTimeout: 200, connectionsCheckingInterval: 50 },
      () => undefined,
    );
    await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve));
    const { port } = quick.address() as AddressInfo;
    const ends = ['', 'POST / HTTP/1.1\r\nhost'].map((text) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      if (text !== '') socket.write(text);
      return new Promise<void>((resolve) => socket.once('close', () => resolve()));
    });
    expect(await Promise.all(ends)).toHaveLength(2);
    quick.close();
  });
});

describe('what is no text', () => {
  const send = (body: Uint8Array<ArrayBuffer> | string, path = '/anything', headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', headers: { ...bearer, ...headers }, body });
  it.each([
    ['bytes that are no UTF-8', Buffer.from('{"value":"a\xff"}', 'latin1')],
    ['a pair of surrogates as three bytes each', Buffer.from('{"value":"\xed\xa0\x80\xed\xb0\x80"}', 'latin1')],
    ['half a pair, escaped', '{"value":{"a":["\\ud83d"]}}'],
    ['half a pair in a name', '{"value":{"\\uDE00x":1}}'],
  ])('is refused in a body: %s', async (_name, body) => {
    expect(await errorOf(await send(body))).toMatchObject({ status: 400, code: 'request.not_utf8' });
  });
  it('is refused in an address', async () => {
    for (const note of ['%ff', 'a%C3', '%ED%A0%80'])
      expect(await errorOf(await send('{"value":1}', `/anything?note=${note}`))).toMatchObject({
        status: 400,
        code: 'request.not_utf8',
      });
  });
  it('is anything else', async () => {
    const text = '{"value":"\\ud83d\\ude00 \\\\ud83d ü 😀 \ufffd"}';
    const whole = await send(text, '/anything?note=100%25%20%C3%BC+%F0%9F%98%80');
    expect(await whole.json()).toMatchObject({ value: '😀 \\ud83d ü 😀 \ufffd', note: '100% ü 😀' });
  });
  it('is shown as what it is in the name of a browser', async () => {
    const answer = await send('{"value":1}', '/anything', { 'user-agent': 'b\u00fcro' });
    expect(await answer.json()).toMatchObject({ agent: 'b?ro' });
  });
});

describe('a body that nests', () => {
  const send = async (value: string) => {
    const answer = await post('/anything', `{"value":${value}}`);
    return answer.status === 200 ? 200 : errorOf(answer);
  };
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  it('is taken to a depth that no use has, and refused beyond it', async () => {
    expect(await send(nested(63))).toBe(200);
    for (const value of [nested(64), nested(20_000), '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)])
      expect(await send(value)).toMatchObject({ status: 400, code: 'request.too_deep' });
  });
  it('is not told by its texts, nor by how wide it is', async () => {
    expect(await send(JSON.stringify(['['.repeat(1000), '\\', '"[[', '\\"'.repeat(100) + '{'.repeat(100)]))).toBe(200);
    expect(await send(`[${Array<string>(5000).fill('[{}]').join(',')}]`)).toBe(200);
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
    let breakOff = (): void => undefined;
    const { address, close } = await behind((response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      breakOff = () => void response.destroy();
    });
    const answer = await fetch(address);
    expect(answer.status).toBe(200);
    breakOff();
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
