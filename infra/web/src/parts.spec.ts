import { declareRefusals } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addressKey,
  clientAddress,
  createRateLimiter,
  credentialOf,
  isLoopback,
  joinOpenApi,
  openApi,
  originOf,
  frameHeaders,
  pageHeaders,
  route,
  sessionCookie,
} from './index.ts';

describe('a rate limiter', () => {
  it('refills with time and never above its capacity', () => {
    let now = 0;
    const limiter = createRateLimiter({ capacity: 2, perSecond: 1, now: () => now });
    expect([limiter.take('a', 1), limiter.take('a', 1), limiter.take('a', 1)]).toEqual([0, 0, 1]);
    now = 1000;
    expect([limiter.take('a', 1), limiter.take('a', 1)]).toEqual([0, 1]);
    now = 1_000_000;
    expect([limiter.take('a', 2), limiter.take('a', 1)]).toEqual([0, 1]);
  });
  it('keeps keys apart and forgets the oldest above its bound', () => {
    const limiter = createRateLimiter({ capacity: 1, perSecond: 1, maxKeys: 2, now: () => 0 });
    expect(['a', 'b', 'c', 'a'].map((key) => limiter.take(key, 1))).toEqual([0, 0, 0, 0]);
    expect(limiter.take('c', 1)).toBe(1);
  });
  it('counts an IPv6 network as one, an IPv4 address in either spelling as itself', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
    expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'));
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
  });
});

describe('where a request comes from', () => {
  it('is the socket, unless proxies are configured; then the entry that they wrote', () => {
    expect(clientAddress('::ffff:10.0.0.1', '6.6.6.6', 0)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 7.7.7.7', 1)).toBe('7.7.7.7');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 7.7.7.7, 10.0.0.9', 2)).toBe('7.7.7.7');
    expect(clientAddress('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
  });
  it.each([
    [true, '127.0.0.1', { host: 'localhost:8080' }],
    [true, '::1', { host: '[::1]:8080' }],
    [true, '::ffff:127.0.0.1', { host: '127.0.0.1' }],
    [false, '192.168.1.5', { host: 'localhost' }],
    [false, '127.0.0.1', { host: 'evil.test:8080' }],
    [false, '127.0.0.1', { host: 'localhost', 'x-forwarded-for': '1.2.3.4' }],
    [false, '127.0.0.1', { host: 'localhost', forwarded: 'for=1.2.3.4' }],
    [false, '127.0.0.1', { host: 'localhost', 'x-real-ip': '1.2.3.4' }],
    [false, '127.0.0.1', { host: 'localhost', 'x-forwarded-proto': 'https' }],
    [false, '127.0.0.1', { host: 'localhost', via: '1.1 varnish' }],
    [false, '127.0.0.1', {}],
  ])('is this machine (%s) for %s with %j', (expected, remoteAddress, headers) => {
    const request = { socket: { remoteAddress }, headers, httpVersion: '1.1' };
    expect(isLoopback(request, 'http://localhost:8080')).toBe(expected);
    // nginx speaks HTTP/1.0 to what is behind it, and says nothing else.
    expect(isLoopback({ ...request, httpVersion: '1.0' }, 'http://localhost:8080')).toBe(false);
    for (const elsewhere of ['https://work.example', 'http://192.168.1.5:8080', 'http://localhost.work.example'])
      expect(isLoopback(request, elsewhere)).toBe(false);
    for (const here of ['http://127.0.0.1', 'https://localhost', 'http://[::1]:8080'])
      expect(isLoopback(request, here)).toBe(expected);
  });
  it('is our page by Sec-Fetch-Site first, by Origin against Host or the configured address else', () => {
    expect(originOf({ host: 'a.test', origin: 'http://a.test' }, undefined)).toBe('same');
    expect(originOf({ host: 'inner:80', origin: 'https://a.test' }, 'https://a.test')).toBe('same');
    expect(originOf({ host: 'a.test', origin: 'http://a.test', 'sec-fetch-site': 'cross-site' }, undefined)).toBe(
      'other',
    );
    expect(originOf({ host: 'a.test', origin: 'http://a.test.evil.test' }, undefined)).toBe('other');
    expect(originOf({ host: 'a.test' }, undefined)).toBe('unknown');
  });
});

describe('a session cookie', () => {
  it('has the __Host- name over TLS only, and is closed to scripts', () => {
    expect(sessionCookie('https://a.test').set('x', 60)).toBe(
      '__Host-tessera=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(sessionCookie('http://a.test').set('x', 60)).toBe('tessera=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
  });
  it('is found among others, by its whole name, and loses against a token', () => {
    expect(credentialOf({ cookie: 'a=1; xtessera=no; tessera=yes; b=2' }, 'tessera')).toEqual({
      token: 'yes',
      via: 'cookie',
    });
    expect(credentialOf({ cookie: 'tesseract=no' }, 'tessera')).toBeUndefined();
    expect(credentialOf({ cookie: 'tessera=yes', authorization: 'Bearer t' }, 'tessera')).toEqual({
      token: 't',
      via: 'bearer',
    });
    expect(credentialOf({ authorization: 'Basic abc' }, 'tessera')).toEqual({ token: '', via: 'bearer' });
  });
});

describe('the description', () => {
  const filter: z.ZodType = z
    .strictObject({
      get and() {
        return z.array(filter).optional();
      },
      field: z.string(),
    })
    .meta({ id: 'Filter' });
  const document: unknown = openApi(
    [
      route({
        method: 'post',
        path: '/v3/tables/{id}/query',
        summary: 'Query',
        tag: 'tables',
        access: 'api',
        allows: 'records.read',
        params: z.strictObject({ id: z.string() }),
        body: z.strictObject({ filter: filter.optional(), limit: z.number().default(50) }),
        responses: { 200: z.strictObject({ ok: z.boolean() }), 204: 'empty' },
        handle: () => ({}),
      }),
      route({
        method: 'get',
        path: '/open',
        summary: 'Open',
        tag: 'open',
        access: 'public',
        allows: 'none',
        responses: { 200: filter },
        handle: () => ({}),
      }),
    ],
    { title: 'T', version: '1', server: '/api' },
  );

  it('is OpenAPI 3.1 whose references all lead somewhere', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/v3/tables/{id}/query': { post: { operationId: 'post_tables_id_query', 'x-allows': 'records.read' } },
        '/open': { get: { security: [] } },
      },
    });
    const text = JSON.stringify(document);
    const schemas = (document as { components: { schemas: Record<string, unknown> } }).components.schemas;
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    expect(references).toContain('#/components/schemas/Filter');
    for (const reference of references) expect(schemas).toHaveProperty(reference.replace('#/components/schemas/', ''));
    expect(text).not.toContain('$defs');
  });
  it('names the codes of each route by their status: its own with what they mean, and those that every request meets', () => {
    const { refuses } = declareRefusals({
      'things.taken': [['conflict', 'unprocessable'], 'The thing is taken.'],
      'things.gone': ['not_found', 'The thing is gone.'],
    });
    const one = (more: object) =>
      route({
        method: 'post',
        path: '/things/{id}',
        summary: 'Take',
        tag: 'things',
        access: 'api',
        allows: 'things.take',
        params: z.strictObject({ id: z.string() }),
        responses: { 204: 'empty' },
        handle: () => ({}),
        ...more,
      });
    const info = { title: 'T', version: '1', server: '/api' };
    const answersOf = (made: unknown) =>
      (
        made as {
          paths: Record<string, { post: { responses: Record<string, { description: string; 'x-codes'?: string[] }> } }>;
        }
      ).paths['/things/{id}']!.post.responses;
    const rest = one({ refuses: refuses('things.taken') });
    const part = one({ refuses: refuses('things.gone'), prefix: 'auth.' });
    const answers = answersOf(openApi([rest], info));
    for (const status of [409, 422]) {
      expect(answers[status]?.description).toContain('- `things.taken`: The thing is taken.');
      expect(answers[status]?.['x-codes']).toContain('things.taken');
    }
    expect(answers[409]?.['x-codes']).toContain('idempotency.mismatch');
    expect(answers[503]?.['x-codes']).toContain('store.busy');
    expect(answers[404]?.['x-codes']).not.toContain('things.gone');
    // Two services at one path: who reads the one page finds the codes of both, in whatever order they come.
    const both = [openApi([rest, part], info), openApi([part, rest], info)];
    both.push(...([[rest], [part]] as const).map((routes) => openApi(routes, info)));
    const joined = [joinOpenApi([both[2]!, both[3]!]), joinOpenApi([both[3]!, both[2]!]), both[0], both[1]];
    for (const document of joined) {
      expect(answersOf(document)[404]?.['x-codes']).toContain('things.gone');
      expect(answersOf(document)[404]?.description).toContain('- `things.gone`: The thing is gone.');
      expect(answersOf(document)[409]?.['x-codes']).toContain('things.taken');
    }
  });
  it('keeps apart what a name means in a body and in an answer, and leaves no reference open', () => {
    const field = z.strictObject({ id: z.string(), width: z.number().default(200) }).meta({ id: 'Field' });
    const table = z.strictObject({ fields: z.array(field) }).meta({ id: 'Table' });
    const both = openApi(
      [
        route({
          method: 'post',
          path: '/a',
          summary: 'A',
          tag: 't',
          access: 'api',
          allows: 'x',
          body: field,
          responses: { 200: field },
          handle: () => ({}),
        }),
        route({
          method: 'get',
          path: '/b',
          summary: 'B',
          tag: 't',
          access: 'api',
          allows: 'x',
          responses: { 200: table },
          handle: () => ({}),
        }),
        route({
          method: 'post',
          path: '/c',
          summary: 'C',
          tag: 't',
          access: 'api',
          allows: 'x',
          body: z.strictObject({ table, field }),
          responses: { 200: z.array(table) },
          handle: () => ({}),
        }),
      ],
      { title: 'T', version: '1', server: '/api' },
    ) as unknown as { components: { schemas: Record<string, { required?: string[] }> } };
    const text = JSON.stringify(both);
    for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g))
      expect(both.components.schemas).toHaveProperty(reference.replace('#/components/schemas/', ''));
    expect(both.components.schemas.FieldInput?.required).toEqual(['id']);
    expect(both.components.schemas.Field?.required).toEqual(['id', 'width']);
  });
  it('says that a default may be left out and that unknown keys are refused', () => {
    const schema = JSON.stringify(document);
    expect(schema).toContain('"default":50');
    expect(schema).toContain('"additionalProperties":false');
    expect(schema).not.toContain('"required":["limit"');
  });
});

describe('the headers of a page', () => {
  it('run scripts by nonce alone and let nobody frame the page', () => {
    const policy = pageHeaders('abc', { tls: true })['content-security-policy']!;
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(pageHeaders('abc', { tls: true })['strict-transport-security']).toBeDefined();
    expect(pageHeaders('abc', { tls: false })['strict-transport-security']).toBeUndefined();
  });
  it('let a frame load the one thing that it shows, within our pages alone', () => {
    const of = (shows?: string) => frameHeaders('abc', shows, { tls: true })['content-security-policy']!;
    expect(of('img-src https:')).toBe(
      "default-src 'none'; img-src https:; style-src 'nonce-abc'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect(of()).not.toMatch(/https:/);
    expect(of('frame-src https:')).not.toMatch(/script-src|unsafe/);
    expect(pageHeaders('abc', { tls: true })['content-security-policy']).not.toMatch(/https:|frame-src/);
  });
});
