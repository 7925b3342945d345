import { expect, expectTypeOf, it, vi } from 'vitest';
import { api } from './client.ts';
import type { Table } from './types.ts';

const answers = (body: unknown) => {
  const asked: { address: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return new Response(JSON.stringify(body), { headers: { 'tessera-commit': 'c1', 'tessera-position': '7' } });
  });
  return asked;
};

it('a call fills the names of its path and says its query, but for what is open', async () => {
  const asked = answers({ entries: [] });
  await api.get('/v3/tables/{table}/history', { path: { table: 'a/b?c' }, query: { before: undefined, kind: 'x y' } });
  expect(asked.map(({ address }) => address)).toEqual(['/api/v3/tables/a%2Fb%3Fc/history?kind=x+y']);
});

it('a write sends its body and tells of its commit', async () => {
  const asked = answers({ records: [] });
  const sent = await api.send('patch', '/v3/tables/{table}/records', {
    path: { table: 't' },
    query: { texts: 'short' },
    body: { records: [{ id: 'r', fields: { a: 1 } }] },
  });
  expect(sent).toMatchObject({ data: { records: [] }, commit: 'c1', position: 7 });
  expect(asked[0]?.init).toMatchObject({ method: 'PATCH', body: '{"records":[{"id":"r","fields":{"a":1}}]}' });
});

it('what no route has does not compile, and answers are typed', () => {
  const calls = () => {
    expectTypeOf(api.get('/v3/tables/{table}', { path: { table: 't' } })).resolves.toEqualTypeOf<Table>();
    expectTypeOf(api.delete('/v3/tables/{table}', { path: { table: 't' } })).resolves.toEqualTypeOf<undefined>();
    // @ts-expect-error: no such path
    void api.get('/v3/tabels');
    // @ts-expect-error: the path has no such method
    void api.patch('/v3/home');
    // @ts-expect-error: the name in the path is not said
    void api.get('/v3/tables/{table}');
    // @ts-expect-error: the path has another name
    void api.get('/v3/tables/{table}', { path: { id: 't' } });
    // @ts-expect-error: no such parameter
    void api.get('/v3/home', { query: { page: 1 } });
    // @ts-expect-error: the route takes a body
    void api.post('/v3/tables/{table}/records', { path: { table: 't' } });
    // @ts-expect-error: the body is another
    void api.post('/v3/recents', { body: { type: 'table', ids: ['t'] } });
    // @ts-expect-error: the route takes none
    void api.post('/auth/logout', { body: {} });
    // @ts-expect-error: it is no route for files
    void api.upload('/v3/tables', new FormData());
    // @ts-expect-error: the answer has no such part
    void api.get('/v3/home').then(({ tabels }) => tabels);
  };
  expect(calls).toBeTypeOf('function');
});
